/** The internal listener: who is let in with which token, and what everybody else is told. */
import { randomUUID } from 'node:crypto'
import { hashCredential } from '@ats/contracts'
import { apiClient, draw } from '@ats/test-kit'
import { OPERATOR_TOKEN, OPERATORS, startEngine, tokenOf, type TestEngine } from '../support/engine/engine.js'
import { accountReadsOf, operationsOf, requestFor, type Operation } from '../support/engine/operations.js'
import { importProgram } from '../support/plans/program-file.js'
import { OPERATOR_BODIES } from '../support/plans/operator-bodies.js'
import { sendUnfinished } from '../support/engine/raw-http.js'

const NEXT_TOKEN = 'the-token-that-comes-next-for-tests'

let engine: TestEngine
let operations: readonly Operation[]

beforeAll(async () => {
  const next = { name: 'olga', role: 'operator', hash: hashCredential(NEXT_TOKEN).toString('hex'), tokens: [] } as const
  engine = await startEngine({ OPERATORS: [...OPERATORS, next] })
  await importProgram(engine)
  operations = operationsOf(engine.operatorOpenapi).filter(({ template }) => template.startsWith('/operator/'))
})
afterAll(() => engine.close())

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
/** All there are: a new one fails the first test until it stands here. */
const CHANGES = words(`
  importPlans importPrograms grantChallenge removeChallengeGrant approvePromotion rejectPromotion setIdentityCheck
  setContract importNews removeNews haltAccount releaseAccount closeAccount reverseBreach moveCapital adjustProfit
  sweepHolding proposeWriteOff approveWriteOff createCompetition closeCompetition revokeCertificate
  issueCertificateOf addWebhookEndpoint removeWebhookEndpoint testWebhookEndpoint redeliverFirmWebhook grantPlan
  removeGrant proposePayout approvePayout rejectPayout registerWallet pauseWallet resumeWallet drainWallet
  acceptChain`)
const READS = words(`
  getHealth getOverview getExposure listPlanVersions listProgramVersions findChallenges findChallengeGrants
  findPromotions listIdentityChecks listContracts listNews findAccounts getOperatedAccount listGrants findPayouts
  findBreaches listAudit checkLedger listWebhookEndpoints listFirmWebhookDeliveries getSurveillance findCertificates
  findCompetitions getOperatedCompetition getEvidence getReplay previewShadows listTicks listWallets
  compareWallet`)

const NOTHING = { accountId: randomUUID(), orderId: randomUUID(), positionId: randomUUID() }

const send = (
  operation: Operation,
  headers: Record<string, string | readonly string[] | undefined>,
  other?: object,
) => {
  const { id, method } = operation
  const path = requestFor(operation, NOTHING).path.replace(/\{\w+\}/g, randomUUID())
  const body = other ?? OPERATOR_BODIES[id]
  const api = apiClient({ baseUrl: engine.operatorUrl, openapi: engine.operatorOpenapi })
  return api.request(method, path, {
    headers: headers as Record<string, string>,
    ...(body === undefined ? {} : { body }),
  })
}

test('this is all there is', () => {
  const accountReads = accountReadsOf(engine.openapi).map(({ id }) => id)
  expect(operations.map(({ id }) => id).sort()).toEqual([...CHANGES, ...READS, ...accountReads].sort())
})

test.each([
  ['no token', {}],
  ['a wrong one', { authorization: `Bearer ${OPERATOR_TOKEN}x` }],
  ['half of one', { authorization: `Bearer ${OPERATOR_TOKEN.slice(0, -1)}` }],
  ['another scheme', { authorization: `Basic ${OPERATOR_TOKEN}` }],
  ['an empty one', { authorization: 'Bearer ' }],
  ['two', { authorization: [`Bearer ${OPERATOR_TOKEN}`, `Bearer ${OPERATOR_TOKEN}`] }],
  ['the token of the service', { authorization: 'Bearer service-token-of-the-wallet-for-tests' }],
])('%s: 401 everywhere, before anything else is looked at', async (name, headers) => {
  for (const operation of draw(operations, 8, ({ id }) => `${id} with ${name}`)) {
    const { status } = await send(operation, headers)
    expect([operation.id, status]).toEqual([operation.id, 401])
  }
})

test('failed attempts of an address are limited, before anything of them is read; the token is never held up', async () => {
  const limited = await startEngine({
    databaseUrl: engine.databaseUrl,
    sharedWallet: engine.wallet,
    FAILED_AUTHENTICATIONS_PER_MINUTE: 3,
    TRUSTED_PROXIES: ['127.0.0.0/8'],
  })
  try {
    const wrong = (address: string) => ({ authorization: 'Bearer x', 'x-forwarded-for': address })
    const attempt = (address: string) => limited.operator.get('/operator/v1/plans', { headers: wrong(address) })
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) statuses.push((await attempt('198.51.100.1')).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    const { headers } = await attempt('198.51.100.1')
    expect(headers['ratelimit-policy']).toBe('"operator-failures-per-ip";q=3;w=60')
    const unfinished = await sendUnfinished(limited.operatorUrl, 'PUT', '/operator/v1/plans', wrong('198.51.100.1'))
    expect(unfinished.status).toBe(429)
    expect((await attempt('198.51.100.2')).status).toBe(401)
    const right = { 'x-forwarded-for': '198.51.100.1' }
    expect((await limited.operator.get('/operator/v1/plans', { headers: right })).status).toBe(200)
  } finally {
    await limited.close()
  }
})

test('the key of a trader does not open it', async () => {
  const { key } = engine.as()
  const answer = await apiClient({ baseUrl: engine.operatorUrl, openapi: engine.operatorOpenapi })
    .with(key.headers)
    .get('/operator/v1/plans')
  expect(answer.status).toBe(401)
})

test('either token of a person opens it while one is replaced', async () => {
  for (const token of [OPERATOR_TOKEN, NEXT_TOKEN]) {
    const answer = await engine.operator.get('/operator/v1/plans', { headers: { authorization: `bearer ${token}` } })
    expect(answer.status).toBe(200)
  }
})

/** The operations that a role is refused. */
const APPROVALS = ['approvePayout', 'approvePromotion', 'approveWriteOff']
const CHANGES_ALONE = CHANGES.filter((id) => !APPROVALS.includes(id))
test.each([
  ['vera', 'viewer', CHANGES],
  ['otto', 'approver', CHANGES_ALONE],
  ['olga', 'operator', APPROVALS],
])('%s, %s: 403 for these alone, before the body is looked at, and nothing is written', async (name, role, refused) => {
  const before = await engine.pool.query('select count(*) from operator_audit')
  const found: string[] = []
  const asked = draw(operations, 3, ({ id }) => `${id} as ${name}`)
  for (const operation of asked) {
    const isWrong = refused.includes(operation.id)
    if (!isWrong && CHANGES.includes(operation.id)) continue
    const answer = await send(operation, { authorization: `Bearer ${tokenOf(name)}` }, isWrong ? { x: 1 } : undefined)
    if (answer.status === 403) {
      found.push(operation.id)
      expect(answer.text).toContain(`${name} has the role ${role}; this takes the role`)
    }
  }
  expect(found).toEqual(asked.map(({ id }) => id).filter((id) => refused.includes(id)))
  expect((await engine.pool.query('select count(*) from operator_audit')).rows).toEqual(before.rows)
})

const NOTES: readonly [string, string | string[] | undefined, string | null][] = [
  ['another name', 'otto', 'otto'],
  ['a ticket', 'ticket 812', 'ticket 812'],
  ['nothing', undefined, null],
  ['blanks', '  ', null],
  ['what is too long', 'x'.repeat(65), null],
  ['what is not printable', 'a\tb', null],
  ['what is not ASCII', 'ö', null],
  ['two', ['olga', 'oleg'], null],
]
test.each(draw(NOTES, 3, ([what]) => `X-Operator ${what}`))(
  'X-Operator has %s: the name in the audit is that of the token, with a note at most',
  async (_what, header, note) => {
    const { accountId } = await engine.trader()
    const api = engine.operator.with({ 'x-operator': header })
    const halted = await api.post(`/operator/v1/accounts/${accountId}/halt`, { body: { reason: 'x' } })
    expect(halted.status).toBe(200)
    const { body } = await engine.operator.get(`/operator/v1/audit?subject=${accountId}`)
    expect(body).toMatchObject([{ operator: 'olga', note, action: 'halt_account' }])
  },
)

test('the API of traders has no operator routes, and the other way round', async () => {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
  expect((await engine.api.get('/operator/v1/plans', { headers })).status).toBe(404)
  expect((await engine.operator.get('/v1/plans')).status).toBe(404)
  for (const path of ['/healthz', '/readyz', '/openapi.json'])
    expect((await fetch(engine.operatorUrl + path)).status).toBe(200)
  expect(await (await fetch(`${engine.operatorUrl}/metrics`)).text()).toContain('http_request')
})

test.each([
  ['without a token', { OPERATORS: [] }, true],
  ['as a worker', { ROLE: 'worker' as const }, false],
])('%s it stays shut, and the first says so', async (_name, config, isSaid) => {
  const shut = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet, ...config })
  try {
    expect((await shut.operator.get('/operator/v1/plans')).status).toBe(404)
    expect((await fetch(`${shut.operatorUrl}/healthz`)).status).toBe(200)
    expect(shut.logs.text().includes('the operator API is not served')).toBe(isSaid)
  } finally {
    await shut.close()
  }
})

test('an engine that only answers requests takes commands of the operator', async () => {
  const trader = await engine.trader()
  const api = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet, ROLE: 'api' })
  try {
    const halted = await api.operator.post<{ state: string }>(`/operator/v1/accounts/${trader.accountId}/halt`, {
      body: { reason: 'x' },
    })
    expect(halted.body.state).toBe('HALTED')
  } finally {
    await api.close()
  }
})

test('no token is ever logged', () => {
  expect(engine.logs.text()).not.toContain(OPERATOR_TOKEN)
})
