/** Every answer that the operator's document promises is provoked once, and is as documented. */
import { randomUUID } from 'node:crypto'
import type { OpenApiDocument } from '@ats/service-kit/http'
import { lazy } from '@ats/service-kit/process'
import { apiClient, draw, startFaultProxy, untilLimited, type ApiClient, type FaultProxy } from '@ats/test-kit'
import { testAnswers, type Provoke } from '../support/engine/documented-answers.js'
import { openPayout } from '../support/engine/cancelled-payout.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { liveMarket, openLiveAccount } from '../support/venues/live-accounts.js'
import {
  accountReadsOf,
  operationOf,
  operationsOf,
  requestFor,
  RESTING_ORDER,
  type Operation,
} from '../support/engine/operations.js'
import { holdToken } from '../support/hold-token.js'
import { beginChallenge, putState, insertPassing } from '../support/plans/challenges.js'
import { planFile } from '../support/plans/plan-file.js'
import { importProgram, PROGRAM_ID, programFile } from '../support/plans/program-file.js'
import { endByBreach } from '../support/end-by-breach.js'
import { OPERATOR_BODIES } from '../support/plans/operator-bodies.js'
import { sendUnfinished } from '../support/engine/raw-http.js'
import { createMemoryChain } from '../support/sender/memory-chain.js'
import { serveMemoryChain } from '../support/sender/serve-memory-chain.js'
import { createGmxAdapter } from '../../src/venues/gmx/adapter.js'
import { arbitrumDeployment } from '../../src/venues/gmx/deployment.js'

const OTHER_CHAIN = 31_338

const READ = [200, 400, 401, 429, 500]
const CHANGE = [...READ, 403, 408, 413]
const ACCOUNT_CHANGE = [...CHANGE, 404, 409]

/** Every answer the document promises, by operation. */
const ANSWERS: Readonly<Record<string, readonly number[]>> = {
  getOverview: [...READ, 304],
  getExposure: READ,
  importPlans: CHANGE,
  listPlanVersions: READ,
  importPrograms: CHANGE,
  listProgramVersions: READ.filter((status) => status !== 400),
  grantChallenge: [...CHANGE, 201, 409],
  findChallengeGrants: READ,
  removeChallengeGrant: [...CHANGE, 404, 409].filter((status) => status !== 400),
  findChallenges: READ,
  findPromotions: READ,
  approvePromotion: ACCOUNT_CHANGE,
  rejectPromotion: ACCOUNT_CHANGE,
  setIdentityCheck: CHANGE,
  setContract: CHANGE,
  listIdentityChecks: READ,
  listContracts: READ,
  importNews: CHANGE,
  listNews: READ,
  removeNews: [...CHANGE, 404].filter((status) => status !== 400),
  getHealth: READ.filter((status) => status !== 400),
  findAccounts: READ,
  getOperatedAccount: [...READ, 404],
  haltAccount: ACCOUNT_CHANGE,
  releaseAccount: ACCOUNT_CHANGE,
  closeAccount: ACCOUNT_CHANGE,
  reverseBreach: ACCOUNT_CHANGE,
  moveCapital: ACCOUNT_CHANGE,
  adjustProfit: [...ACCOUNT_CHANGE.filter((status) => status !== 200), 201],
  sweepHolding: ACCOUNT_CHANGE,
  proposeWriteOff: [...CHANGE, 404],
  approveWriteOff: ACCOUNT_CHANGE,
  grantPlan: [...CHANGE, 201],
  listGrants: READ,
  removeGrant: [...CHANGE, 404, 409].filter((status) => status !== 400),
  findPayouts: READ,
  proposePayout: ACCOUNT_CHANGE,
  approvePayout: ACCOUNT_CHANGE,
  rejectPayout: ACCOUNT_CHANGE,
  findBreaches: READ,
  listAudit: READ,
  checkLedger: [...READ, 404],
  findCertificates: READ,
  findCompetitions: READ,
  getOperatedCompetition: [200, 401, 404, 429, 500],
  issueCertificateOf: [...CHANGE, 404, 409].filter((status) => status !== 400),
  closeCompetition: ACCOUNT_CHANGE,
  revokeCertificate: ACCOUNT_CHANGE.filter((status) => status !== 409),
  createCompetition: [201, 400, 401, 403, 408, 409, 413, 429, 500],
  listWebhookEndpoints: READ.filter((status) => status !== 400),
  addWebhookEndpoint: [201, 400, 401, 403, 408, 409, 413, 429, 500],
  removeWebhookEndpoint: [...CHANGE, 404].filter((status) => status !== 400),
  testWebhookEndpoint: [...CHANGE, 404].filter((status) => status !== 400),
  listFirmWebhookDeliveries: READ,
  redeliverFirmWebhook: [...CHANGE, 404].filter((status) => status !== 400),
  getSurveillance: READ,
  getEvidence: [...READ, 404],
  getReplay: [200, 401, 404, 429, 500],
  previewShadows: [...READ, 404, 408, 413],
  listTicks: READ,
  registerWallet: [...CHANGE, 201, 404, 409],
  listWallets: READ,
  compareWallet: [200, 401, 404, 429, 500],
  pauseWallet: [...CHANGE, 404],
  drainWallet: [...CHANGE, 404],
  resumeWallet: [...CHANGE, 404],
  acceptChain: [...CHANGE, 409],
  checkHealth: [200, 431],
  checkReadiness: [200, 431, 503],
  getProcessMetrics: [200, 431],
  getOpenApi: [200, 429],
  getDocs: [200, 429],
}

let engine: TestEngine
/** Gives up on requests early. */
let hasty: TestEngine
/** Sells for grants only, gives one document a minute, and bears one failed attempt. */
let entitled: TestEngine
/** Without its database. */
let cutOff: TestEngine
let proxy: FaultProxy

beforeAll(async () => {
  engine = await startEngine({ ...liveMarket(), PUBLIC_REQUESTS_PER_MINUTE: 100_000, LIVE_CHAIN_ID: 31_337 })
  await importProgram(engine)
  const [first, last] = programFile('x')['phases'] as [object, object]
  await importProgram(engine, 'reviewed', { phases: [{ ...first, promotion: 'REVIEW' }, last] })
  const beside = {
    databaseUrl: engine.databaseUrl,
    sharedWallet: engine.wallet,
    ROLE: 'api',
    LIVE_CHAIN_ID: 31_337,
    ...liveMarket(),
  } as const
  hasty = await startEngine({ ...beside, listening: { requestTimeoutMs: 300, headersTimeoutMs: 300 } })
  entitled = await startEngine({
    ...beside,
    ACCOUNT_CREATION: 'entitled',
    PUBLIC_REQUESTS_PER_MINUTE: 1,
    FAILED_AUTHENTICATIONS_PER_MINUTE: 1,
  })
  const throughProxy = new URL(engine.databaseUrl)
  proxy = await startFaultProxy({ targetPort: Number(throughProxy.port) })
  throughProxy.port = String(proxy.port)
  cutOff = await startEngine({ ...beside, databaseUrl: throughProxy.href })
  await proxy.mode('refuse')
})

afterAll(async () => {
  await cutOff.close()
  await proxy.close()
  await entitled.close()
  await hasty.close()
  await engine.close()
})

interface Changes {
  /** Id of the resource that the path names. */
  readonly id?: string
  readonly query?: string
  readonly body?: object
  readonly rawBody?: string
}

/** Sends a valid request with these changes; about a resource that does not exist, unless the changes name one. */
async function send(api: ApiClient, { id: operationId, method, template }: Operation, changes: Changes = {}) {
  const { id = randomUUID(), query = '', body = OPERATOR_BODIES[operationId], rawBody } = changes
  const content = rawBody !== undefined ? { rawBody } : body !== undefined ? { body } : {}
  return api.request(method, template.replace(/\{\w+\}/, id) + query, content)
}

/** As somebody of a role that may. */
const by = ({ operatorAs }: TestEngine, { id }: Operation) => operatorAs(id.startsWith('approve') ? 'otto' : 'olga')

const anAccount = async (): Promise<string> => (await engine.trader()).accountId
const aLiveAccount = async (): Promise<string> => (await openLiveAccount(engine)).accountId
const isAboutAccount = ({ template }: Operation) => template.includes('{account_id}')
const operate = (accountId: string, verb: string) =>
  engine.operator.post(`/operator/v1/accounts/${accountId}/${verb}`, { body: { reason: 'x' } })
const grant = async (userId: string): Promise<string> => {
  const body = { user_id: userId, plan_id: 'standard-100k' }
  return (await engine.operator.post<{ id: string }>('/operator/v1/grants', { body })).body.id
}

const aUrl = (): string => `https://example.com/${randomUUID()}`
const anEndpoint = async (): Promise<string> =>
  (await engine.operator.post<{ id: string }>('/operator/v1/webhook-endpoints', { body: { url: aUrl() } })).body.id

/** A little more than may be sent. */
const TOO_MUCH: Readonly<Record<string, number>> = {
  importPlans: 270_000,
  importPrograms: 270_000,
  importNews: 1_060_000,
}

/** How a status is provoked, unless the operation has a way of its own. */
const BY_STATUS: Readonly<Record<number, Provoke>> = {
  200: async (operation) =>
    send(by(engine, operation), operation, isAboutAccount(operation) ? { id: await anAccount() } : {}),
  400: (operation) => {
    if (operation.id in OPERATOR_BODIES) return send(by(engine, operation), operation, { body: {} })
    if (operation.method === 'GET') return send(by(engine, operation), operation, { query: '?decimals=1&limit=x' })
    return send(by(engine, operation), operation, { body: { unknown: 1 } })
  },
  304: (operation) => send(engine.operator.with({ 'if-none-match': '*' }), operation),
  401: (operation) => send(apiClient({ baseUrl: engine.operatorUrl, openapi: engine.operatorOpenapi }), operation),
  403: (operation) => send(engine.operatorAs('vera'), operation),
  404: (operation) => send(by(engine, operation), operation),
  429: (operation) => {
    const stranger = apiClient({ baseUrl: entitled.operatorUrl, openapi: entitled.operatorOpenapi })
    return untilLimited(() => send(stranger, operation))
  },
  408: ({ method, template }) =>
    sendUnfinished(hasty.operatorUrl, method, template.replace(/\{\w+\}/, randomUUID()), {}),
  431: ({ template }) => engine.operator.get(template, { headers: { 'x-long': 'x'.repeat(20_000) } }),
  413: (operation) => send(by(engine, operation), operation, { rawBody: ' '.repeat(TOO_MUCH[operation.id] ?? 17_000) }),
  500: (operation) => send(by(cutOff, operation), operation),
}

const walletOf = (accountId: string) => ({
  ...OPERATOR_BODIES['registerWallet'],
  account_id: accountId,
  address: `0x${accountId.replaceAll('-', '').padEnd(40, '0')}`,
})
const register = (body: object) => engine.operator.post<{ address: string }>('/operator/v1/wallets', { body })
const onWallet: Provoke = async (operation) => {
  const { address: id } = (await register(walletOf(await aLiveAccount()))).body
  return send(by(engine, operation), operation, { id })
}

/** Asks for 500 of a profit of 1,000. */
async function aPayout(): Promise<string> {
  const { accountId, api } = await engine.trader()
  const added = { direction: 'IN', amount: 1_000, reason: 'x', reference: 'profit' }
  await engine.operator.post(`/operator/v1/accounts/${accountId}/capital`, { body: added })
  const body = { amount: 500, client_id: randomUUID() }
  return (await api.post<{ id: string }>(`/v1/account/${accountId}/payouts`, { body })).body.id
}
const propose = (id: string, by = 'pia') =>
  engine.operatorAs(by).post(`/operator/v1/payouts/${id}/propose`, { body: { trader_share_pct: 80 } })
const onPayout: Provoke = async (operation) => send(by(engine, operation), operation, { id: await aPayout() })
const onRejected: Provoke = async (operation) => {
  const id = await aPayout()
  await engine.operator.post(`/operator/v1/payouts/${id}/reject`, { body: { reason: 'x' } })
  return send(by(engine, operation), operation, { id })
}

async function aCompetition(): Promise<string> {
  const id = randomUUID()
  await engine.operator.post('/operator/v1/competitions', { body: { ...OPERATOR_BODIES['createCompetition'], id } })
  return id
}

const onEnded: Provoke = async (operation) => {
  const id = await anAccount()
  await operate(id, 'close')
  return send(by(engine, operation), operation, { id })
}
const page: Provoke = async ({ template }) => {
  const { status, headers } = await fetch(`${engine.operatorUrl}${template}`)
  return { status, headers: Object.fromEntries(headers) }
}

const oneTooMany: Provoke = async ({ template }) => {
  const { status, headers } = await untilLimited(() => fetch(`${entitled.operatorUrl}${template}`))
  return { status, headers: Object.fromEntries(headers) }
}

const challengeGrant = async (userId: string): Promise<string> => {
  const body = { reference: randomUUID(), user_id: userId, program_id: PROGRAM_ID }
  return (await engine.operator.post<{ id: string }>('/operator/v1/challenge-grants', { body })).body.id
}
/** The account of a challenge that has passed its first phase, and waits for a review. */
async function anAccountToReview(): Promise<string> {
  const { account_id: accountId } = await beginChallenge(engine.as().api, 'reviewed')
  await putState(engine, 'PASSED', accountId)
  return accountId
}
const onPassed: Provoke = async (operation) => send(by(engine, operation), operation, { id: await anAccountToReview() })
const onReviewed =
  (decision: string): Provoke =>
  async (operation) => {
    const id = await anAccountToReview()
    const body = { reason: 'x' }
    const name = decision === 'approve' ? 'otto' : 'olga'
    await engine.operatorAs(name).post(`/operator/v1/promotions/${id}/${decision}`, { body })
    return send(by(engine, operation), operation, { id })
  }

/** Ways of its own an operation has. */
const BY_PAIR: Readonly<Record<string, Provoke>> = {
  // Without a database it tells what is known all the same.
  'getHealth 500': async (operation) => {
    await engine.pool.query('alter table webhook_deliveries rename to elsewhere')
    try {
      return await send(by(hasty, operation), operation)
    } finally {
      await engine.pool.query('alter table elsewhere rename to webhook_deliveries')
    }
  },
  'removeNews 200': async (operation) => {
    await engine.operator.put('/operator/v1/news', { body: OPERATOR_BODIES['importNews']! })
    return send(by(engine, operation), operation, { id: 'listener' })
  },
  'releaseAccount 200': async (operation) => {
    const id = await anAccount()
    await operate(id, 'halt')
    return send(by(engine, operation), operation, { id })
  },
  'proposePayout 400': (operation) => send(by(engine, operation), operation, { body: { trader_share_pct: -1 } }),
  'proposePayout 200': onPayout,
  'proposePayout 409': onRejected,
  'approvePayout 200': async (operation) => {
    const id = await aPayout()
    await propose(id)
    return send(by(engine, operation), operation, { id })
  },
  'approvePayout 409': onPayout,
  'rejectPayout 200': onPayout,
  'rejectPayout 409': onRejected,
  'haltAccount 409': onEnded,
  'releaseAccount 409': onEnded,
  'closeAccount 409': async (operation) => {
    const id = await anAccount()
    await engine.pool.query(`update accounts set state = 'TERMINATED', version = version + 1 where id = $1`, [id])
    return send(by(engine, operation), operation, { id })
  },
  'adjustProfit 201': async (operation) => send(by(engine, operation), operation, { id: await anAccount() }),
  'adjustProfit 409': async (operation) => {
    const id = await anAccount()
    await send(by(engine, operation), operation, { id })
    const body = { ...OPERATOR_BODIES['adjustProfit'], amount: 2 }
    return send(by(engine, operation), operation, { id, body })
  },
  'reverseBreach 200': async (operation) => {
    const id = await anAccount()
    await endByBreach(engine.pool, id)
    return send(by(engine, operation), operation, { id })
  },
  'reverseBreach 409': async (operation) => send(by(engine, operation), operation, { id: await anAccount() }),
  'moveCapital 409': async (operation) => {
    const body = { ...OPERATOR_BODIES['moveCapital'], direction: 'OUT', amount: 100_001 }
    return send(by(engine, operation), operation, { id: await anAccount(), body })
  },
  'sweepHolding 200': async (operation) => {
    const id = await anAccount()
    await holdToken(engine.pool, id)
    return send(by(engine, operation), operation, { id })
  },
  'proposeWriteOff 200': async (operation) => {
    const id = await anAccount()
    await holdToken(engine.pool, id)
    return send(by(engine, operation), operation, { id })
  },
  'approveWriteOff 200': async (operation) => {
    const id = await anAccount()
    await holdToken(engine.pool, id)
    const body = { token: 'ETH', reason: 'x' }
    await engine.operator.post(`/operator/v1/accounts/${id}/write-off/propose`, { body })
    const { rows } = await engine.pool.query<{ id: string }>(
      `select token_holdings -> 0 -> 'writeOff' ->> 'id' as id from accounts where id = $1`,
      [id],
    )
    return send(by(engine, operation), operation, { id, body: { proposal_id: rows[0]!.id } })
  },
  'approveWriteOff 409': async (operation) => send(by(engine, operation), operation, { id: await anAccount() }),
  'sweepHolding 409': async (operation) => {
    const id = await anAccount()
    await holdToken(engine.pool, id)
    await send(by(engine, operation), operation, { id })
    return send(by(engine, operation), operation, { id, body: { ...OPERATOR_BODIES['sweepHolding'], received: 2 } })
  },
  'grantPlan 200': async (operation) => {
    const userId = randomUUID()
    await grant(userId)
    return send(by(engine, operation), operation, { body: { user_id: userId, plan_id: 'standard-100k' } })
  },
  'grantPlan 201': (operation) =>
    send(by(engine, operation), operation, { body: { user_id: randomUUID(), plan_id: 'standard-100k' } }),
  'removeGrant 200': async (operation) => send(by(engine, operation), operation, { id: await grant(randomUUID()) }),
  'removeGrant 409': async (operation) => {
    const { api, key } = entitled.as()
    const id = await grant(key.record.userId)
    await api.post('/v1/accounts', { body: { plan_id: 'standard-100k' } })
    return send(by(engine, operation), operation, { id })
  },
  'grantChallenge 200': async (operation) => {
    const body = { reference: randomUUID(), user_id: 'u', program_id: PROGRAM_ID }
    await engine.operator.post('/operator/v1/challenge-grants', { body })
    return send(by(engine, operation), operation, { body })
  },
  'grantChallenge 201': (operation) =>
    send(by(engine, operation), operation, {
      body: { reference: randomUUID(), user_id: 'u', program_id: PROGRAM_ID },
    }),
  'grantChallenge 409': async (operation) => {
    const body = { reference: randomUUID(), user_id: 'u', program_id: PROGRAM_ID }
    await engine.operator.post('/operator/v1/challenge-grants', { body })
    return send(by(engine, operation), operation, { body: { ...body, user_id: 'other' } })
  },
  'removeChallengeGrant 200': async (operation) =>
    send(by(engine, operation), operation, { id: await challengeGrant(randomUUID()) }),
  'removeChallengeGrant 409': async (operation) => {
    const { api, key } = entitled.as()
    const id = await challengeGrant(key.record.userId)
    await beginChallenge(api, PROGRAM_ID)
    return send(by(engine, operation), operation, { id })
  },
  'approvePromotion 200': onPassed,
  'approvePromotion 409': onReviewed('reject'),
  'rejectPromotion 200': onPassed,
  'rejectPromotion 409': onReviewed('approve'),
  'issueCertificateOf 200': async (operation) => {
    const id = await anAccount()
    await insertPassing(engine, id, 1_000_000)
    return send(by(engine, operation), operation, { id })
  },
  'issueCertificateOf 409': async (operation) => send(by(engine, operation), operation, { id: await anAccount() }),
  'getOperatedCompetition 200': async (operation) =>
    send(by(engine, operation), operation, { id: await aCompetition() }),
  'closeCompetition 200': async (operation) => send(by(engine, operation), operation, { id: await aCompetition() }),
  'closeCompetition 409': async (operation) => {
    const id = await aCompetition()
    await engine.pool.query(
      `update competitions set begins_at = now() - '2 h'::interval, ends_at = now() - '1 h'::interval where id = $1`,
      [id],
    )
    return send(by(engine, operation), operation, { id })
  },
  'revokeCertificate 200': async (operation) => {
    const accountId = await anAccount()
    await insertPassing(engine, accountId, 1_000_000)
    const issued = await engine.operator.post<{ certificate: { code: string } }>(
      `/operator/v1/accounts/${accountId}/certificate`,
    )
    return send(by(engine, operation), operation, { id: issued.body.certificate.code })
  },
  // Each time something new: what is stored already is no change, and leaves no row in the audit.
  'importPlans 200': (operation) =>
    send(by(engine, operation), operation, { body: { plans: [planFile(randomUUID())] } }),
  'importPrograms 200': (operation) =>
    send(by(engine, operation), operation, { body: { programs: [programFile(randomUUID())] } }),
  'importNews 200': (operation) =>
    send(by(engine, operation), operation, {
      body: {
        events: [{ id: randomUUID(), title: 't', at: '2030-01-01T00:00:00Z', impact: 'LOW', currencies: ['USD'] }],
      },
    }),
  'createCompetition 201': (operation) =>
    send(by(engine, operation), operation, { body: { ...OPERATOR_BODIES['createCompetition'], id: randomUUID() } }),
  'createCompetition 409': async (operation) => {
    await send(by(engine, operation), operation)
    return send(by(engine, operation), operation)
  },
  'addWebhookEndpoint 201': (operation) => send(by(engine, operation), operation, { body: { url: aUrl() } }),
  'addWebhookEndpoint 409': async (operation) => {
    const body = { url: aUrl() }
    await engine.operator.post('/operator/v1/webhook-endpoints', { body })
    return send(by(engine, operation), operation, { body })
  },
  'removeWebhookEndpoint 200': async (operation) => send(by(engine, operation), operation, { id: await anEndpoint() }),
  'testWebhookEndpoint 200': async (operation) => send(by(engine, operation), operation, { id: await anEndpoint() }),
  'redeliverFirmWebhook 200': async (operation) => {
    const { body } = await engine.operator.post<{ id: string }>(
      `/operator/v1/webhook-endpoints/${await anEndpoint()}/test`,
    )
    return send(by(engine, operation), operation, { id: body.id })
  },
  'registerWallet 201': async (operation) =>
    send(by(engine, operation), operation, { body: walletOf(await aLiveAccount()) }),
  'registerWallet 200': async (operation) => {
    const body = walletOf(await aLiveAccount())
    await register(body)
    return send(by(engine, operation), operation, { body })
  },
  'registerWallet 409': async (operation) => {
    const body = walletOf(await aLiveAccount())
    await register(body)
    return send(by(engine, operation), operation, { body: { ...body, account_id: await aLiveAccount() } })
  },
  'compareWallet 200': onWallet,
  'pauseWallet 200': onWallet,
  'drainWallet 200': onWallet,
  'resumeWallet 200': onWallet,
  'acceptChain 200': async (operation) => {
    const memoryChain = createMemoryChain({ chainId: OTHER_CHAIN, contract: () => [] })
    for (let block = 0; block < 100; block += 1) memoryChain.mine()
    const chain = await serveMemoryChain(memoryChain)
    const booked = JSON.stringify([{ number: 7, hash: memoryChain.hashOf(7), since: '2026-03-06T00:00:00.000000Z' }])
    await engine.pool.query(
      `insert into venue_cursors (venue, chain_id, block, block_hash, passed) values ('GMX', $1, 9, '0x0e', $2)
        on conflict (venue, chain_id) do update
          set block = excluded.block, block_hash = excluded.block_hash, passed = excluded.passed`,
      [OTHER_CHAIN, booked],
    )
    const following = await startEngine({
      ...{ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet, ROLE: 'api', ...liveMarket() },
      ...{ LIVE_EXECUTION: 'dry-run', LIVE_CHAIN_ID: OTHER_CHAIN, LIVE_RPC_URLS: [chain.url] },
      runtime: {
        ...liveMarket().runtime,
        venueAdapters: [createGmxAdapter({ ...arbitrumDeployment(), chainId: OTHER_CHAIN })],
      },
    })
    try {
      const answer = await send(following.operator, operation)
      expect(answer.body).toMatchObject({ from_block: 9, to_block: 7, reopened: 0 })
      return answer
    } finally {
      await following.close()
      await chain.stop()
    }
  },
  'acceptChain 409': (operation) => send(by(engine, operation), operation),
  'checkLedger 404': (operation) => send(by(engine, operation), operation, { query: `?account_id=${randomUUID()}` }),
  'getEvidence 200': async (operation) => send(by(engine, operation), operation, { id: await anAccount() }),
  'getReplay 200': async (operation) => send(by(engine, operation), operation, { id: await anAccount() }),
  'previewShadows 200': async (operation) =>
    send(by(engine, operation), operation, { body: { accounts: [await anAccount()], plan: planFile('shadow') } }),
  'getEvidence 400': (operation) => send(by(engine, operation), operation, { query: '?after=x' }),
  'listTicks 200': (operation) => send(by(engine, operation), operation, { query: '?from=2026-03-01&to=2026-03-02' }),
  'listTicks 400': (operation) => send(by(engine, operation), operation, { query: '?after=x' }),
  'checkReadiness 503': () => cutOff.operator.get('/readyz'),
  'getProcessMetrics 200': page,
  'getDocs 200': page,
  'getDocs 429': oneTooMany,
  'getOpenApi 429': oneTooMany,
}

/** All but the reads of an account that the traders' table has. */
const ownDocument = lazy((): OpenApiDocument => {
  const { paths, ...document } = engine.operatorOpenapi
  const reads = accountReadsOf(engine.openapi).map(({ id }) => operationOf(engine.operatorOpenapi, id).template)
  const others = Object.entries(paths).map(([path, { get, ...methods }]) => {
    return [path, get === undefined || reads.includes(path) ? methods : { get, ...methods }] as const
  })
  return { ...document, paths: Object.fromEntries(others) }
})

testAnswers({ documentOf: ownDocument, answers: ANSWERS, byStatus: BY_STATUS, byPair: BY_PAIR })

/** The actions in the audit that are not named as their operation. */
const AUDITED_AS: Readonly<Record<string, string>> = {
  ...{ issueCertificateOf: 'issue_certificate', redeliverFirmWebhook: 'redeliver_webhook' },
}
/** The operations that change anything: what they are sent may be too large, as it is of one that only asks. */
const CHANGES = Object.keys(ANSWERS).filter((id) => ANSWERS[id]!.includes(413) && id !== 'previewShadows')
test.each(draw(CHANGES, 6, (id) => `audit of ${id}`))('%s leaves a row in the audit', async (id) => {
  const action = AUDITED_AS[id] ?? id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const rowsOf = async () =>
    (await engine.pool.query('select from operator_audit where action = $1', [action])).rowCount ?? 0
  const before = await rowsOf()
  const provoke = BY_PAIR[`${id} 201`] ?? BY_PAIR[`${id} 200`] ?? BY_STATUS[200]!
  await provoke(operationOf(ownDocument(), id))
  expect(await rowsOf()).toBeGreaterThan(before)
})

test('the body of each example is one that the operation takes', async () => {
  const refused: string[] = []
  let bodies = 0
  const { paths } = ownDocument()
  for (const operation of operationsOf(ownDocument())) {
    const { content = {} } = paths[operation.template]?.[operation.method.toLowerCase()]?.requestBody ?? {}
    const { examples = {}, example } = content['application/json'] ?? {}
    const given =
      example !== undefined ? [example] : Object.values(examples).map((one) => ('value' in one ? one.value : {}))
    for (const body of given) {
      const { status, text } = await send(by(engine, operation), operation, { body: body as object })
      // The challenge that is reset is no real one.
      if ((status === 400 && !text.includes('challenge_id.unknown')) || status >= 500)
        refused.push(`${operation.id} ${text}`)
      bodies += 1
    }
  }
  expect(refused).toEqual([])
  expect(bodies).toBeGreaterThan(25)
})

test('the firm has 60 test events sent in an hour, and no more', async () => {
  const id = await anEndpoint()
  await engine.pool.query(
    `insert into operator_audit (id, at, operator, action, subject, request, outcome)
      select gen_random_uuid(), now() - interval '10 minutes' + n * interval '1 second', 'olga', 'test_webhook_endpoint',
        'x', '{}', '{}' from generate_series(1, 60) n`,
  )
  const refused = await engine.operator.post(`/operator/v1/webhook-endpoints/${id}/test`)
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2_900)
})

test('health is told without a database, but for what only it knows', async () => {
  const { status, body } = await cutOff.operator.get<Record<string, unknown>>('/operator/v1/health')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...{
      ready: false,
      checks: { database: 'no write can be committed' },
      workers: { shards: 64, shards_watched: null },
    },
    ...{ queues: { commands: 0 }, webhooks: null, replicas: null, redis: 'none' },
  })
})

test('each read of an account promises what that of its trader does, but for scopes and budgets, and keeps it', async () => {
  const trader = await engine.trader()
  const payoutId = await openPayout(engine.operator, trader.api, trader.accountId)
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  const { body } = await trader.place(RESTING_ORDER)
  const subject = { accountId: trader.accountId, orderId: body.order!.id, positionId: randomUUID(), payoutId }
  const unknown = { ...subject, accountId: randomUUID() }
  const provoked: Readonly<Record<number, (operation: Operation, path: string) => ReturnType<Provoke>>> = {
    200: (_operation, path) => engine.operator.get(path),
    304: (_operation, path) => engine.operator.get(path, { headers: { 'if-none-match': '*' } }),
    400: (_operation, path) => engine.operator.get(`${path.split('?')[0]}?limit=x&decimals=1`),
    401: (operation) => BY_STATUS[401]!(operation),
    403: (operation) => send(engine.operatorAs('vera'), operation),
    404: (operation) => engine.operator.get(requestFor(operation, unknown).path),
    429: (operation) => BY_STATUS[429]!(operation),
    500: (operation) => cutOff.operator.get(requestFor(operation, unknown).path),
  }
  const reads = accountReadsOf(engine.openapi)
  expect(reads.length).toBeGreaterThan(14)
  for (const { id, description } of reads) {
    const operation = operationOf(engine.operatorOpenapi, id)
    expect(operation.template).toMatch(/^\/operator\/v1\/accounts\/\{account_id\}\//)
    const statuses = Object.keys(operation.description.responses)
    expect([id, statuses]).toEqual([id, Object.keys(description.responses).filter((status) => status !== '403')])
    const schemaOf = ({ responses }: Operation['description']) =>
      responses['200']?.content?.['application/json']?.schema
    expect(schemaOf(operation.description)).toEqual(schemaOf(description))
    expect(operation.description.parameters).toEqual(description.parameters)
    for (const status of draw(statuses.map(Number), 8, (one) => `account reads ${id} ${one}`)) {
      const answer = await provoked[status]!(operation, requestFor(operation, subject).path)
      expect([id, answer.status]).toEqual([id, status])
    }
  }
})
