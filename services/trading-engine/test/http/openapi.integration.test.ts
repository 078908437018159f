import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { ERROR_STATUS, type HookRecord } from '@ats/contracts'
import { createHttpApp, listen, type OpenApiDocument, type RunningServer } from '@ats/service-kit/http'
import { createLogger, createMetrics, DependencyError } from '@ats/service-kit/process'
import {
  apiClient,
  startFaultProxy,
  untilLimited,
  type ApiClient,
  type FaultProxy,
  type IssuedHook,
} from '@ats/test-kit'
import { engineRoutes, type EngineRouteDependencies } from '../../src/http/routes.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { testAnswers, type Provoke } from '../support/engine/documented-answers.js'
import { openPayout } from '../support/engine/cancelled-payout.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { beginChallenge, insertPassing } from '../support/plans/challenges.js'
import { linkToOwn } from '../support/engine/link-to-own.js'
import { importProgram, PROGRAM_ID } from '../support/plans/program-file.js'
import { compileJsonSchema } from '../support/engine/json-schema.js'
import {
  operationOf,
  operationsOf,
  requestFor,
  RESTING_ORDER,
  sendTo,
  type Operation,
  type Subject,
  ruleFor,
  sendTestEvent,
  UNREACHABLE_WEBHOOK,
} from '../support/engine/operations.js'
import { sendUnfinished } from '../support/engine/raw-http.js'

const ORDER = [200, 400, 401, 403, 404, 408, 409, 413, 429, 500]
const OWN = [200, 400, 401, 403, 404, 429, 500]
const OWN_READ = [...OWN, 304]
const MARKET = [200, 304, 400, 404, 429, 500]

/** Every answer the document promises, by operation. Each is provoked below. */
const ANSWERS: Readonly<Record<string, readonly number[]>> = {
  placeOrder: ORDER,
  placeOrders: ORDER.filter((status) => status !== 409),
  previewOrder: ORDER,
  protectPosition: [...ORDER.filter((status) => status !== 409), 422],
  renameAccount: ORDER.filter((status) => status !== 409),
  setLeverage: [...ORDER.filter((status) => status !== 409), 422],
  getLeverage: OWN,
  armDeadManSwitch: ORDER,
  getDeadManSwitch: OWN.filter((status) => status !== 400),
  disarmDeadManSwitch: [...OWN.filter((status) => status !== 400), 408, 413],
  useKillSwitch: ORDER,
  liftKillSwitch: ORDER,
  modifyOrder: [...ORDER, 422],
  cancelOrder: ORDER,
  cancelAllOrders: ORDER,
  closePosition: ORDER,
  requestPayout: [201, ...ORDER.filter((status) => status !== 200)],
  cancelPayout: ORDER,
  listPayouts: OWN_READ,
  listProfitAdjustments: OWN_READ,
  getAvailablePayout: OWN_READ,
  getPayoutStatementCsv: OWN_READ.filter((status) => status !== 400),
  getPayoutStatementPdf: OWN_READ.filter((status) => status !== 400),
  listOrders: OWN_READ,
  getOrder: OWN_READ,
  getAccount: OWN_READ,
  getAccountSummary: OWN_READ,
  listPositions: OWN_READ,
  listClosedPositions: OWN_READ,
  listTrades: OWN_READ,
  listTransfers: OWN_READ,
  getEquityCurve: OWN_READ,
  listDays: OWN_READ,
  listEvents: OWN_READ,
  streamAccount: OWN,
  streamAccounts: [200, 401, 403, 429, 500],
  streamMarket: [200, 400, 404, 429, 500],
  listWebhookDeliveries: [200, 400, 401, 403, 429, 500],
  sendAlert: [200, 400, 403, 404, 408, 413, 422, 429, 500],
  listHookDeliveries: [200, 400, 401, 403, 404, 429, 500],
  redeliverWebhooks: [200, 400, 401, 403, 408, 413, 429, 500],
  redeliverWebhook: [200, 401, 403, 404, 408, 413, 429, 500],
  sendTestEvent: [200, 400, 401, 403, 408, 409, 413, 429, 500],
  sendNotificationMessage: [200, 400, 401, 403, 404, 408, 409, 413, 429, 500],
  getUnsubscribePage: [200, 404, 429, 500],
  endNotifications: [200, 404, 408, 413, 429, 500],
  getFunding: OWN_READ,
  getRisk: OWN_READ,
  getObjectives: OWN_READ,
  listBreaches: OWN_READ,
  listViolations: OWN_READ,
  getAnalytics: OWN_READ,
  listJournal: OWN_READ,
  getTaxSummary: OWN_READ,
  setPositionNote: ORDER.filter((status) => status !== 409),
  getHistoryCsv: OWN,
  getOdds: [200, 400, 401, 403, 404, 408, 413, 429, 500],
  createAccount: [201, 400, 401, 403, 408, 409, 413, 429, 500],
  listAccounts: [200, 304, 400, 401, 403, 429, 500],
  getKey: [200, 401, 403, 429, 500],
  moveMarket: [200, 400, 401, 403, 408, 413, 429, 500],
  releaseMarket: [200, 400, 401, 403, 404, 408, 413, 429, 500],
  setFaults: [200, 400, 401, 403, 408, 413, 429, 500],
  getFaults: [200, 401, 403, 429, 500],
  endFaults: [200, 401, 403, 408, 413, 429, 500],
  listPlans: [200, 304, 400, 429, 500],
  listPrograms: [200, 304, 429, 500],
  getProgram: [200, 304, 400, 404, 429, 500],
  createChallenge: [201, 400, 401, 403, 408, 409, 413, 429, 500],
  listChallenges: [200, 304, 400, 401, 403, 429, 500],
  getChallenge: [200, 304, 401, 403, 404, 429, 500],
  resetChallenge: [201, 400, 401, 403, 404, 408, 409, 413, 429, 500],
  listChallengeGrants: [200, 400, 401, 403, 429, 500],
  createCopyLink: [201, 400, 401, 403, 404, 408, 409, 413, 429, 500],
  listCopyLinks: [200, 400, 401, 403, 429, 500],
  getCopyLink: OWN,
  listCopyEvents: [...OWN, 409],
  syncCopyLink: [200, 400, 401, 403, 404, 408, 409, 413, 429, 500],
  changeCopyLink: [200, 400, 401, 403, 404, 408, 409, 413, 429, 500],
  endCopyLink: [200, 400, 401, 403, 404, 408, 413, 429, 500],
  listCompetitionEntries: [200, 400, 401, 403, 429, 500],
  listCertificates: [200, 400, 401, 403, 429, 500],
  listCompetitions: [200, 400, 429, 500],
  getCompetition: [200, 404, 429, 500],
  enterCompetition: [200, 201, 400, 401, 403, 404, 408, 409, 413, 429, 500],
  issueCertificate: [200, 400, 401, 403, 404, 408, 409, 413, 429, 500],
  getCertificate: [200, 404, 429, 500],
  getCertificatePicture: [200, 404, 429, 500],
  getCertificatePage: [200, 404, 429, 500],
  getCertificateKey: [200, 429, 500],
  listNews: [200, 304, 400, 429, 500],
  listGrants: [200, 400, 401, 403, 429, 500],
  listTickers: [200, 304, 400, 429, 500],
  getConfig: [200, 429, 500],
  getPrice: MARKET,
  listPrices: MARKET,
  getOrderbook: MARKET,
  listPublicTrades: MARKET,
  listCandles: MARKET,
  listFundingRates: MARKET,
  getMetrics: MARKET,
  getTickerMetadata: MARKET,
  checkHealth: [200, 431],
  checkReadiness: [200, 431, 503],
  getProcessMetrics: [200, 431],
  getOpenApi: [200, 429],
  getDocs: [200, 429],
}

let engine: TestEngine
let trader: Trader
let subject: Subject
/** Gives up on requests early. */
let hasty: TestEngine
/** Allows one request a minute. */
let limited: TestEngine
/** Without its database, beside a wallet that fails. */
let cutOff: TestEngine
let proxy: FaultProxy
/** The same routes, before any price was seen. */
let blind: { readonly api: ApiClient; close(): Promise<void> }

/** The one request a minute without a key, right before another that is to be refused. */
const usePublicBudget = () => limited.api.get('/v1/config')

beforeAll(async () => {
  // Every limit is on, and out of reach: the document says what is limited, and the answers what is left.
  engine = await startEngine({ PUBLIC_REQUESTS_PER_MINUTE: 100_000 })
  const beside = { databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet, ROLE: 'api' } as const
  hasty = await startEngine({ ...beside, listening: { requestTimeoutMs: 300, headersTimeoutMs: 300 } })
  limited = await startEngine({ ...beside, REQUESTS_PER_MINUTE: 1, PUBLIC_REQUESTS_PER_MINUTE: 1 })
  proxy = await startFaultProxy({ targetPort: Number(new URL(engine.databaseUrl).port) })
  const throughProxy = new URL(engine.databaseUrl)
  throughProxy.port = String(proxy.port)
  cutOff = await startEngine({ asksOverHttp: true, databaseUrl: throughProxy.href, ROLE: 'api' })
  cutOff.wallet.fail((response) => response.writeHead(503).end())
  await proxy.mode('refuse')
  blind = await startBlind()
  await importProgram(engine)
  trader = await engine.trader('standard-100k', { webhookUrl: UNREACHABLE_WEBHOOK })
  const held = await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const placed = await trader.place({ ...RESTING_ORDER, client_id: 'taken' })
  subject = {
    accountId: trader.accountId,
    orderId: placed.body.order!.id,
    positionId: String(held.body.order!['position_id']),
    deliveryId: await sendTestEvent(trader.api),
    challengeId: (await beginChallenge(trader.api, PROGRAM_ID)).id,
    copyLinkId: await linkToOwn(trader.api, trader.accountId),
    ...ruleFor(engine.wallet, trader.userId),
  }
})

afterAll(async () => {
  await blind.close()
  await cutOff.close()
  await proxy.close()
  await limited.close()
  await hasty.close()
  await engine.close()
})

async function startBlind() {
  const unknown = (): never => {
    throw new DependencyError('market feed', 'no price was ever seen')
  }
  const dependencies = { config: { NODE_ENV: 'test' }, catalogue: loadCatalogue(), now: unknown, context: unknown }
  const app = createHttpApp({
    service: 'trading-engine',
    routes: engineRoutes({ market: {}, ...dependencies } as unknown as EngineRouteDependencies),
    authenticate: () => Promise.resolve({ principal: { userId: null, keyId: null } }),
    logger: createLogger({ service: 'trading-engine', level: 'silent' }),
    metrics: createMetrics({ service: 'trading-engine' }),
    readiness: () => Promise.resolve({ ready: true, checks: {} }),
  })
  const server: RunningServer = await listen(app, { host: '127.0.0.1', port: 0 })
  const api = apiClient({ baseUrl: `http://127.0.0.1:${server.port}`, openapi: engine.openapi })
  return { api, close: () => server.close(1_000) }
}

const sendWith = (api: ApiClient, operation: Operation, changes: Partial<ReturnType<typeof requestFor>> = {}) =>
  sendTo(api, { ...requestFor(operation, subject), ...changes })
const isKeyed = ({ description }: Operation) => description.security.length > 0
const pathWithout = (operation: Operation) => requestFor(operation, subject).path.split('?')[0]!
const missing = () => ({ accountId: randomUUID(), orderId: randomUUID(), positionId: randomUUID() })

/** How a status is provoked, unless the operation has a way of its own. */
const BY_STATUS: Readonly<Record<number, Provoke>> = {
  200: (operation) => sendWith(trader.api, operation),
  201: (operation) => sendWith(trader.api, operation),
  304: (operation) => sendWith(trader.api.with({ 'if-none-match': '*' }), operation),
  400: (operation) => {
    const { id, method, description } = operation
    const isByBody =
      (method === 'POST' || method === 'PATCH' || id === 'setLeverage') && description.requestBody?.required === true
    return sendWith(trader.api, operation, isByBody ? { body: {} } : { path: `${pathWithout(operation)}?decimals=1` })
  },
  401: (operation) => sendWith(engine.api, operation),
  403: (operation) => sendWith(engine.as({ ipWhitelist: ['203.0.113.9'] }).api, operation),
  404: (operation) => {
    if (isKeyed(operation)) return sendTo(trader.api, requestFor(operation, missing()))
    return sendWith(engine.api, operation, { path: `${pathWithout(operation)}?symbol=NOPE&symbols=NOPE&ticker=NOPE` })
  },
  408: (operation) => sendUnfinished(hasty.baseUrl, operation.method, pathWithout(operation), trader.key.headers),
  413: (operation) => engine.api.request(operation.method, pathWithout(operation), { rawBody: ' '.repeat(33_000) }),
  429: (operation) => {
    const { api } = limited.as()
    return untilLimited(async () => {
      await api.get('/v1/key')
      await usePublicBudget()
      return sendWith(api, operation)
    })
  },
  431: ({ template }) => engine.api.get(template, { headers: { 'x-long': 'x'.repeat(20_000) } }),
  500: (operation) => {
    if (isKeyed(operation)) return sendWith(cutOff.as().api, operation)
    return sendWith(
      ['listPlans', 'listPrograms', 'getProgram', 'listNews'].includes(operation.id) ||
        /Certificate|Competition/.test(operation.id)
        ? cutOff.api
        : blind.api,
      operation,
    )
  },
}

const reuse: Provoke = (operation) => {
  const { body } = requestFor(operation, subject)
  const different = operation.id === 'placeOrder' ? { quantity: 0.2 } : {}
  return sendWith(trader.api, operation, { body: { ...body, ...different, client_id: 'taken' } })
}
const ended: Provoke = async (operation) => {
  const { body } = await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  return sendTo(trader.api, requestFor(operation, { ...subject, orderId: body.order!.id }))
}
const onAccountOfItsOwn: Provoke = async (operation) => {
  const { api, accountId } = await engine.trader()
  return sendTo(api, requestFor(operation, { ...subject, accountId }))
}
const onClosedAccount: Provoke = async (operation) => {
  const { api, accountId } = await engine.trader()
  await engine.operator.post(`/operator/v1/accounts/${accountId}/close`, { body: { reason: 'over' } })
  return sendTo(api, requestFor(operation, { ...subject, accountId }))
}
const aCompetition = async (): Promise<string> => {
  const id = randomUUID()
  const body = { id, name: 'x', plan_id: 'standard-100k', from: '2020-01-01', to: '2099-01-01' }
  await engine.operator.post('/operator/v1/competitions', { body })
  return id
}
const anEntry = async (operation: Operation) => {
  const { api, accountId } = await engine.trader()
  const path = operation.template.replace('{competition_id}', await aCompetition())
  return { api, path, body: { account_id: accountId } }
}
const onInvited: Provoke = async (operation) => {
  const create = operationOf(engine.openapi, 'createCopyLink')
  const { body } = await sendTo(trader.api, requestFor(create, subject))
  return sendTo(trader.api, requestFor(operation, { ...subject, copyLinkId: String(body['id']) }))
}
const onPassed = async (operation: Operation) => {
  const { api, accountId } = await engine.trader()
  await insertPassing(engine, accountId, 1_000_000)
  return sendTo(api, requestFor(operation, { ...subject, accountId }))
}
const onPayout = async (operation: Operation, headers: Readonly<Record<string, string>> = {}) => {
  const { api, accountId } = await engine.trader()
  const payoutId = await openPayout(engine.operator, api, accountId)
  return sendTo(api.with(headers), requestFor(operation, { ...subject, accountId, payoutId }))
}
const ofCertificate: Provoke = async (operation) => {
  const { body } = await onPassed(operationOf(engine.openapi, 'issueCertificate'))
  const { code } = (body as { certificate: { code: string } }).certificate
  return page({ ...operation, template: operation.template.replace('{code}', code) })
}
const page: Provoke = async ({ template }) => {
  const { status, headers } = await fetch(`${engine.baseUrl}${template}`)
  return { status, headers: Object.fromEntries(headers) }
}

let alertHook: IssuedHook | undefined
const alertPath = () => {
  const { userId, accountId } = trader
  return `/v1/hooks/${engine.wallet.issueHook({ userId, accountId }).token}`
}
/** By one hook, unless it is to be another. */
const sendAlert = ({ api, wallet }: TestEngine, terms?: Partial<HookRecord>) => {
  const { userId, accountId } = trader
  const hook =
    terms === undefined
      ? (alertHook ??= wallet.issueHook({ userId, accountId }))
      : wallet.issueHook({ userId, accountId, ...terms })
  return api.post(`/v1/hooks/${hook.token}`, { body: { action: 'flat', symbol: 'ETH-USD' } })
}

/** Ways of its own an operation has. */
const BY_PAIR: Readonly<Record<string, Provoke>> = {
  'placeOrder 409': reuse,
  'closePosition 409': reuse,
  'cancelAllOrders 409': reuse,
  'createAccount 409': (operation) => sendWith(trader.api, operation, { body: { plan_id: 'standard-100k' } }),
  'createChallenge 409': reuse,
  'getCompetition 200': async (operation) =>
    engine.api.get(operation.template.replace('{competition_id}', await aCompetition())),
  'getCompetition 404': (operation) => engine.api.get(pathWithout(operation)),
  'enterCompetition 200': async (operation) => {
    const { api, path, body } = await anEntry(operation)
    await api.post(path, { body })
    return api.post(path, { body })
  },
  'enterCompetition 201': async (operation) => {
    const { api, path, body } = await anEntry(operation)
    return api.post(path, { body })
  },
  'enterCompetition 409': async (operation) => {
    const { path } = await anEntry(operation)
    const other = await engine.trader('instant-25k')
    return other.api.post(path, { body: { account_id: other.accountId } })
  },
  'createCopyLink 409': async (operation) => {
    const followerId = randomUUID()
    await sendTo(trader.api, requestFor(operation, { ...subject, followerId }))
    return sendTo(trader.api, requestFor(operation, { ...subject, followerId }))
  },
  'listCopyEvents 409': (operation) => onInvited(operation),
  'syncCopyLink 409': (operation) => onInvited(operation),
  'changeCopyLink 409': (operation) => onInvited(operation),
  'endCopyLink 200': async (operation) =>
    sendTo(
      trader.api,
      requestFor(operation, { ...subject, copyLinkId: await linkToOwn(trader.api, trader.accountId) }),
    ),
  'issueCertificate 200': (operation) => onPassed(operation),
  'issueCertificate 400': (operation) => sendWith(trader.api, operation, { body: { display_name: '' } }),
  'issueCertificate 409': (operation) => sendWith(trader.api, operation),
  'getCertificate 200': (operation) => ofCertificate(operation),
  'getCertificatePicture 200': (operation) => ofCertificate(operation),
  'getCertificatePage 200': (operation) => ofCertificate(operation),
  'listChallenges 400': (operation) => sendWith(trader.api, operation, { path: '/v1/challenges?status=LOST' }),
  'listCompetitionEntries 400': (operation) =>
    sendWith(trader.api, operation, { path: `${pathWithout(operation)}?limit=0` }),
  'listCertificates 400': (operation) => sendWith(trader.api, operation, { path: `${pathWithout(operation)}?limit=0` }),
  'listChallengeGrants 400': (operation) =>
    sendWith(trader.api, operation, { path: `${pathWithout(operation)}?limit=0` }),
  'resetChallenge 201': async (operation) => {
    const { api, key } = engine.as()
    const { id: challengeId, account_id: accountId } = await beginChallenge(api, PROGRAM_ID)
    const body = { reference: randomUUID(), user_id: key.record.userId, challenge_id: challengeId }
    await engine.operator.post('/operator/v1/challenge-grants', { body })
    await engine.operator.post(`/operator/v1/accounts/${accountId}/close`, { body: { reason: 'x' } })
    return sendTo(api, requestFor(operation, { ...subject, challengeId }))
  },
  'resetChallenge 400': (operation) => sendWith(trader.api, operation, { body: { client_id: '' } }),
  'resetChallenge 409': (operation) => sendWith(trader.api, operation),
  'getOdds 400': (operation) => sendWith(trader.api, operation, { body: { plan_id: 'standard-100k' } }),
  'getOdds 413': ({ method, template }) => trader.api.request(method, template, { rawBody: ' '.repeat(140_000) }),
  'getOdds 404': (operation) =>
    sendWith(trader.api, operation, { body: { ...requestFor(operation, subject).body, plan_id: 'no-such-plan' } }),
  'cancelOrder 409': ended,
  'previewOrder 409': async (operation) => {
    const { body } = await trader.place({ ...RESTING_ORDER, side: 'SELL', price: 1_000_000 })
    await trader.api.post(`/v1/account/${trader.accountId}/orders/${body.order!.id}/cancel`)
    const exit = { ...requestFor(operation, subject).body, parent_order_id: body.order!.id }
    return sendWith(trader.api, operation, { body: exit })
  },
  'requestPayout 201': async (operation) => {
    const { api, accountId } = await engine.trader()
    const body = { direction: 'IN', amount: 10, reason: 'x', reference: 'profit' }
    await engine.operator.post(`/operator/v1/accounts/${accountId}/capital`, { body })
    return sendTo(api, requestFor(operation, { ...subject, accountId }))
  },
  'requestPayout 409': onAccountOfItsOwn,
  'cancelPayout 200': (operation) => onPayout(operation),
  'getPayoutStatementCsv 200': (operation) => onPayout(operation),
  'getPayoutStatementCsv 304': (operation) => onPayout(operation, { 'if-none-match': '*' }),
  'getPayoutStatementPdf 200': (operation) => onPayout(operation),
  'getPayoutStatementPdf 304': (operation) => onPayout(operation, { 'if-none-match': '*' }),
  'cancelPayout 409': async (operation) => {
    const { api, accountId } = await engine.trader()
    const payoutId = await openPayout(engine.operator, api, accountId)
    await engine.operator.post(`/operator/v1/payouts/${payoutId}/propose`, { body: { trader_share_pct: 80 } })
    return sendTo(api, requestFor(operation, { ...subject, accountId, payoutId }))
  },
  'modifyOrder 409': ended,
  'streamAccount 400': (operation) => sendWith(trader.api, operation, { path: `${pathWithout(operation)}?after=-1` }),
  'streamMarket 400': (operation) =>
    sendWith(trader.api, operation, { path: '/v1/stream?symbols=BTC-USD&channels=prices' }),
  'armDeadManSwitch 400': (operation) => sendWith(trader.api, operation, { body: {} }),
  'armDeadManSwitch 409': onClosedAccount,
  'useKillSwitch 200': onAccountOfItsOwn,
  'useKillSwitch 409': onClosedAccount,
  'liftKillSwitch 409': onClosedAccount,
  'listEvents 400': (operation) => sendWith(trader.api, operation, { path: `${pathWithout(operation)}?after=-1` }),
  'getProgram 404': (operation) => sendWith(engine.api, operation, { path: '/v1/programs/none' }),
  'listNews 400': (operation) => sendWith(engine.api, operation, { path: `${pathWithout(operation)}?limit=0` }),
  'listGrants 400': (operation) => sendWith(trader.api, operation, { path: `${pathWithout(operation)}?limit=0` }),
  'listWebhookDeliveries 400': (operation) =>
    sendWith(trader.api, operation, { path: `${pathWithout(operation)}?status=LOST` }),
  'sendTestEvent 400': (operation) => sendWith(trader.api, operation, { body: { key_id: 'none' } }),
  'sendTestEvent 409': (operation) => sendWith(engine.as().api, operation),
  'sendNotificationMessage 404': (operation) => sendWith(trader.api, operation, { body: { rule_id: randomUUID() } }),
  'sendNotificationMessage 409': (operation) => {
    const { ruleId } = engine.wallet.issueRule({ userId: trader.userId, channel: 'EMAIL', target: 'a@example.com' })
    return sendWith(trader.api, operation, { body: { rule_id: ruleId } })
  },
  'getUnsubscribePage 404': (operation) => sendWith(engine.api, operation, { path: '/v1/unsubscribe/none' }),
  'endNotifications 404': (operation) => sendWith(engine.api, operation, { path: '/v1/unsubscribe/none' }),
  'getUnsubscribePage 500': (operation) => sendWith(cutOff.api, operation),
  'endNotifications 500': (operation) => sendWith(cutOff.api, operation),
  'listHookDeliveries 400': (operation) =>
    sendWith(trader.api, operation, { path: `${pathWithout(operation)}?limit=0` }),
  'listHookDeliveries 404': () => trader.api.get('/v1/hooks/none/deliveries'),
  'sendAlert 200': () => sendAlert(engine),
  'sendAlert 400': () => engine.api.post(`${alertPath()}?dry_run=maybe`, { body: {} }),
  'sendAlert 403': () => sendAlert(engine, { ipWhitelist: ['203.0.113.9'] }),
  'sendAlert 404': (operation) => sendWith(engine.api, operation),
  'sendAlert 422': () => sendAlert(engine, { actions: ['buy'] }),
  'sendAlert 429': () => untilLimited(() => sendAlert(limited)),
  'sendAlert 500': (operation) => sendWith(cutOff.api, operation),
  'protectPosition 422': (operation) =>
    sendWith(trader.api, operation, { body: { take_profit: { trigger_price: 1 } } }),
  'listCompetitions 400': (operation) => sendWith(engine.api, operation, { path: `${pathWithout(operation)}?limit=0` }),
  'setPositionNote 400': (operation) => sendWith(trader.api, operation, { body: { tags: 'breakout' } }),
  'setLeverage 422': async (operation) => {
    const wide = await engine.trader()
    await wide.place({ symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', quantity: 3_000, price: 100 })
    const body = { symbol: 'ETH-USD', leverage: 2 }
    return sendTo(wide.api, { ...requestFor(operation, { ...subject, accountId: wide.accountId }), body })
  },
  'modifyOrder 422': (operation) => sendWith(trader.api, operation, { body: { quantity: 1_000_000 } }),
  'releaseMarket 404': (operation) => sendWith(trader.api, operation, { path: '/v1/sandbox/market?symbol=NOPE' }),
  'checkReadiness 503': () => cutOff.api.get('/readyz'),
  'getProcessMetrics 200': page,
  'getDocs 200': page,
  'getDocs 429': async ({ template }) => {
    const { status, headers } = await untilLimited(() => fetch(`${limited.baseUrl}${template}`))
    return { status, headers: Object.fromEntries(headers) }
  },
}

/** Senders of alerts have texts of their own, and one with a wrong token has no budget to be told of. */
const OF_TOKENS = 'sendAlert'

testAnswers({ documentOf: () => engine.openapi, answers: ANSWERS, byStatus: BY_STATUS, byPair: BY_PAIR })

describe('the document', () => {
  test('has orders of each kind that are taken as they stand', async () => {
    const { placeOrder, previewOrder, placeOrders } = Object.fromEntries(
      operationsOf(engine.openapi).map((operation) => [operation.id, operation]),
    )
    const bodyOf = ({ template }: Operation) => engine.openapi.paths[template]!['post']!.requestBody!
    const examples = Object.values(bodyOf(placeOrder!).content['application/json']!.examples!)
    const { accountId, api } = await engine.trader()
    for (const example of examples) {
      const order = { ...('value' in example ? (example.value as object) : {}), account_id: accountId }
      for (const { template } of [previewOrder!, placeOrder!]) {
        const answer = await api.post<{ violations: unknown[] }>(template, { body: order })
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
      }
    }
    expect(examples).toHaveLength(8)
    const [ladder] = Object.values(bodyOf(placeOrders!).content['application/json']!.examples!)
    const batch = { ...('value' in ladder! ? (ladder.value as object) : {}), account_id: accountId }
    expect((await api.post(placeOrders!.template, { body: batch })).status).toBe(200)
  })

  test('is the one that was built from the routes', async () => {
    const served = await engine.api.get('/openapi.json')
    expect(served.text).toBe(JSON.stringify(engine.openapi))
    const routes = Object.entries((served.body as unknown as OpenApiDocument).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(routes).toHaveLength(Object.keys(ANSWERS).length)
  })

  test('promises what is left of a budget where callers can be told 429, and nowhere else', () => {
    const named = (operation: Operation) =>
      Object.entries(operation.description.responses)
        .filter(([, { headers }]) => 'RateLimit' in (headers ?? {}))
        .map(([status]) => Number(status))
    for (const operation of operationsOf(engine.openapi)) {
      const statuses = ANSWERS[operation.id]!
      const isTold = (status: number) => status === 429 || operation.id !== OF_TOKENS
      const counted = statuses.filter((status) => ![401, 408, 413, 500].includes(status) && isTold(status)).sort()
      expect([operation.id, named(operation)]).toEqual([operation.id, statuses.includes(429) ? counted : []])
    }
    expect(Object.keys(engine.openapi.components.headers ?? {})).toEqual([
      'Limit',
      'Remaining',
      'Reset',
      'Left',
      'Policy',
      'Id',
      'ETag',
      'Cache',
    ])
  })

  test('accepts the bodies that the engine accepts, and not those it refuses', () => {
    for (const operation of operationsOf(engine.openapi)) {
      const schema = operation.description.requestBody?.content['application/json']?.schema
      if (schema === undefined) continue
      const fits = compileJsonSchema(schema)
      const { body } = requestFor(operation, subject)
      expect([operation.id, fits(body)]).toEqual([operation.id, true])
      expect([operation.id, fits({ ...body, reduceOnly: true })]).toEqual([operation.id, operation.id === OF_TOKENS])
      expect([operation.id, fits([])]).toEqual([operation.id, false])
    }
  })
})

describe('the page at /docs', () => {
  const load = async (path: string) => {
    const response = await fetch(`${engine.baseUrl}${path}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  test('loads scripts, styles and the document from here alone', async () => {
    const { headers, text } = await load('/docs')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const references = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference]) => reference!)
    const files = references.filter((reference) => reference !== 'data:,')
    expect(files).toEqual(['docs/swagger-ui.css', 'docs/swagger-ui-bundle.js', 'docs/start.js'])
    for (const file of files) expect([file, (await load(`/${file}`)).status]).toEqual([file, 200])
    for (const own of [text, (await load('/docs/start.js')).text]) expect(own).not.toMatch(/(https?:)?\/\/[\w.-]/)
  })

  test('shows this document, and asks no other host to check it', async () => {
    const start = (await load('/docs/start.js')).text
    const options: Record<string, unknown>[] = []
    runInNewContext(start, { SwaggerUIBundle: (given: Record<string, unknown>) => options.push(given) })
    expect(options).toEqual([
      expect.objectContaining({ url: 'openapi.json', dom_id: '#swagger-ui', validatorUrl: null }),
    ])
  })

  test('the browser is told to refuse everything else', async () => {
    const policy = (await load('/docs')).headers.get('content-security-policy') ?? ''
    const sources = policy.split(';').flatMap((directive) => directive.trim().split(' ').slice(1))
    expect(policy).toMatch(/^default-src 'self';/)
    expect(policy.match(/default-src/g)).toHaveLength(1)
    expect(sources.filter((source) => !["'self'", "'none'", "'unsafe-inline'", 'data:'].includes(source))).toEqual([])
    expect(policy).not.toMatch(/script-src/)
  })

  test.each([
    ...['/docs', '/openapi.json', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'],
    ...['/llms.txt', '/docs/API.md', '/docs/ERRORS.md', '/docs/grid.mjs'],
  ])('%s comes compressed, is not sent twice to who keeps it, and counts in the public budget', async (path) => {
    const { headers } = await fetch(`${engine.baseUrl}${path}`, { headers: { 'accept-encoding': 'br' } })
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('cache-control')).toBe(path.startsWith('/docs/') ? 'public, max-age=3600' : 'no-cache')
    expect(headers.get('ratelimit-policy')).toMatch(/^"per-ip"/)
    const held = { 'accept-encoding': 'br', 'if-none-match': headers.get('etag')! }
    const again = await fetch(`${engine.baseUrl}${path}`, { headers: held })
    expect([again.status, again.headers.get('content-length'), await again.text()]).toEqual([304, null, ''])
    await usePublicBudget()
    expect((await fetch(`${limited.baseUrl}${path}`)).status).toBe(429)
  })

  test.each([
    '/docs/',
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e%2fpackage.json',
    '/docs/package.json',
    '/docs/constructor',
    '/docs/OPERATOR.md',
    '/docs/CLIENTS',
  ])('%s is not there', async (path) => {
    const answer = await engine.api.request('GET', path)
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})

describe('/llms.txt', () => {
  const load = async (path: string) => {
    const response = await fetch(new URL(path, engine.baseUrl))
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  /** Where the links of a page lead, but for those to other hosts and to places in the page itself. */
  const linksOf = (page: string, text: string): readonly URL[] =>
    [...text.matchAll(/\]\(([^()\s]+)\)/g)]
      .map(([, target = '']) => new URL(target, `${engine.baseUrl}${page}`))
      .filter(({ origin, pathname }) => origin === engine.baseUrl && pathname !== page)

  test('has every endpoint, and links that all lead somewhere', async () => {
    const { type, text } = await load('/llms.txt')
    expect(type).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^# .+\n\n> .+\n\n## /)
    for (const { method, template } of operationsOf(engine.openapi)) expect(text).toContain(`[${method} ${template}](`)
    const pages = new Set(linksOf('/llms.txt', text).map(({ pathname }) => pathname))
    for (const page of pages) expect([page, (await load(page)).status]).toEqual([page, 200])
  })

  test('the anchor of each endpoint is that of its heading', async () => {
    const { text } = await load('/docs/API.md')
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
    const anchors = headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9_ -]/g, '')
        .replace(/ /g, '-'),
    )
    const linked = linksOf('/llms.txt', (await load('/llms.txt')).text).map(({ hash }) => hash.slice(1))
    expect(linked.filter((anchor) => anchor !== '')).toEqual(anchors)
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  test('its pages are Markdown, whose links lead to pages that are served, and to places that are there', async () => {
    const index = linksOf('/llms.txt', (await load('/llms.txt')).text)
    const pages = [...new Set(index.map(({ pathname }) => pathname))].filter((path) => path.startsWith('/docs/'))
    const texts = new Map<string, string>()
    for (const page of pages) {
      const { type, text } = await load(page)
      expect(type).toBe(page.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/javascript; charset=utf-8')
      texts.set(page, text)
    }
    for (const page of pages.filter((path) => path.endsWith('.md')))
      for (const { pathname, hash } of linksOf(page, texts.get(page) ?? '')) {
        expect([page, pathname, pages.includes(pathname)]).toEqual([page, pathname, true])
        if (hash === '') continue
        const anchors = [...(texts.get(pathname) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
          heading
            .toLowerCase()
            .replace(/[^a-z0-9_ -]/g, '')
            .replace(/ /g, '-'),
        )
        expect([page, anchors.includes(hash.slice(1)), hash]).toEqual([page, true, hash])
      }
  })
})

describe('docs/ERRORS.md', () => {
  const root = join(__dirname, '../..', '..', '..')
  const text = readFileSync(join(root, 'docs', 'ERRORS.md'), 'utf8')
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))

  const listedReasons = rows
    .flatMap(([, cell]) => /^`(\w+)`$/.exec(cell ?? '')?.[1] ?? [])
    .filter((cell) => cell !== 'reason')

  const sourcesOf = (directory: string): readonly string[] =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(directory, file), 'utf8'))

  test('lists exactly the errors there are, each with its status', () => {
    const listed = rows
      .filter(([, status]) => /^\d{3}$/.test(status ?? ''))
      .map(([, status, code]) => [code, Number(status)])
    const known = Object.entries(ERROR_STATUS).map(([code, status]) => [`\`${code}\``, status])
    expect(listed).toEqual(known)
  })

  test('lists exactly the reasons of 409 that the code gives', () => {
    const given = ['trading-engine', 'wallet']
      .flatMap((service) => sourcesOf(join(root, 'services', service, 'src')))
      .flatMap((source) =>
        [...source.matchAll(/RequestError\(\s*'conflict',[^{]*(?:\{[A-Z_a-z.]+\}[^{]*)*\{\s*reason: '(\w+)'/g)].map(
          ([, reason]) => reason,
        ),
      )
    expect(new Set(listedReasons)).toEqual(new Set(given))
    expect(new Set(listedReasons).size).toBe(listedReasons.length)
  })

  test('lists every reason the document of the engine knows', () => {
    const { enum: reasons } = engine.openapi.components.schemas['ConflictReason'] as { enum: string[] }
    expect(listedReasons).toEqual(expect.arrayContaining(reasons))
  })
})
