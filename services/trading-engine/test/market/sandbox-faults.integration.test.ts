/** Faults on demand in a development stack: a key has its own requests, streams and webhooks fail. */
import { randomUUID } from 'node:crypto'
import { apiClient, type ApiClient, type IssuedKey } from '@ats/test-kit'
import { composeSandboxFaults } from '../../src/compose/sandbox-faults.js'
import { type ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'
import { openStream } from '../support/streams/read-stream.js'

let engine: TestEngine
let replica: TestEngine

beforeAll(async () => {
  engine = await startEngine({ LOG_LEVEL: 'fatal' })
  const beside = { ROLE: 'api', databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet } as const
  replica = await startEngine({ LOG_LEVEL: 'fatal', ...beside })
})
afterAll(async () => {
  await replica.close()
  await engine.close()
})

const PATH = '/v1/sandbox/faults'
const BUY = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 } as const

interface Faults {
  readonly started_at: string | null
  readonly expires_at: string | null
  readonly done: readonly number[]
  readonly faults_met: readonly { readonly fault: number; readonly do: string; readonly reaction: string | null }[]
}

const setFaults = async ({ api }: Pick<Trader, 'api'>, ...faults: readonly object[]): Promise<void> => {
  const { status, text } = await api.post(PATH, { body: { faults } })
  expect([status, text]).toEqual([200, expect.any(String)])
}
const faultsOf = async ({ api }: Pick<Trader, 'api'>): Promise<Faults> => (await api.get<Faults>(PATH)).body
const met = ({ faults_met: hits }: Faults) => hits.map((hit) => [hit.fault, hit.do, hit.reaction])
const onReplica = ({ headers }: IssuedKey): ApiClient =>
  apiClient({ baseUrl: replica.baseUrl, openapi: replica.openapi, headers })
const ordersOf = async ({ api, accountId }: Trader): Promise<number> =>
  (await api.get<object[]>(`/v1/account/${accountId}/orders?status=all`)).body.length

test('an order whose answer is dropped is on disk once, and its retry gets the answer of then', async () => {
  const trader = await engine.trader()
  await setFaults(trader, { do: 'DROP_ANSWER_AFTER_COMMIT', when: { path: '/v1/order', nth: 1 } })
  const order = { ...BUY, client_id: 'once' }
  await expect(trader.place(order)).rejects.toThrow()
  const stored = 'select id from orders where account_id = $1'
  const { rows } = await engine.pool.query<{ id: string }>(stored, [trader.accountId])
  expect(rows).toHaveLength(1)
  const retried = await trader.place(order)
  expect([retried.status, retried.body.order?.id]).toEqual([200, rows[0]?.id])
  expect((await engine.pool.query(stored, [trader.accountId])).rowCount).toBe(1)
  expect(met(await faultsOf(trader))).toEqual([[1, 'DROP_ANSWER_AFTER_COMMIT', 'REPEATED']])
})

test('requests are turned away, answered wrongly or delayed, and it is told what was done then', async () => {
  const trader = await engine.trader()
  await setFaults(
    trader,
    { do: 'DROP_BEFORE', when: { client_id_prefix: 'cut' } },
    { do: '429', when: { client_id_prefix: 'busy' } },
    { do: '500', when: { client_id_prefix: 'failed' } },
    { do: '500_AFTER_COMMIT', when: { client_id_prefix: 'late' } },
    { do: 'DELAY', when: { client_id_prefix: 'slow' }, for_ms: 20 },
    { do: '503', when: { path: '/v1/price' } },
  )
  await expect(trader.place({ ...BUY, client_id: 'cut' })).rejects.toThrow()
  const busy = await trader.place({ ...BUY, client_id: 'busy' })
  expect([busy.status, busy.headers['retry-after']]).toEqual([429, '1'])
  expect((await trader.place({ ...BUY, client_id: 'failed' })).status).toBe(500)
  expect(await ordersOf(trader)).toBe(0)
  const late = await trader.place({ ...BUY, client_id: 'late' })
  expect([late.status, late.body]).toEqual([500, expect.objectContaining({ error: 'engine_error' })])
  expect(await ordersOf(trader)).toBe(1)
  expect((await trader.place({ ...BUY, client_id: 'slow' })).status).toBe(200)
  const response = await fetch(`${engine.baseUrl}/v1/price?symbol=BTC-USD`, { headers: trader.key.headers })
  expect([response.status, await response.text()]).toEqual([503, 'no server is available\n'])
  const { done, faults_met: hits } = await faultsOf(trader)
  expect(done).toEqual([1, 1, 1, 1, 1, 1])
  expect(hits.map(({ reaction }) => reaction)).toEqual([
    ...['REPEATED', 'REPEATED', 'REPEATED', 'DOUBLED', 'NOTHING'],
    null,
  ])
})

test('they are of one key, and of its own requests: another one of the same user meets none', async () => {
  const trader = await engine.trader()
  const [other, stranger] = [engine.as({ userId: trader.userId }), await engine.trader()]
  await setFaults(trader, { do: '500', times: 100 })
  expect((await trader.api.get('/v1/accounts')).status).toBe(500)
  expect((await other.api.get('/v1/accounts')).status).toBe(200)
  expect((await stranger.place(BUY)).status).toBe(200)
  expect(await faultsOf(other)).toEqual({ started_at: null, expires_at: null, done: [], faults_met: [] })
  // What is about the faults is never met by one, and ends them.
  const { body: ended } = await trader.api.delete<Faults>(PATH)
  expect([ended.done, met(ended)]).toEqual([[1], [[1, '500', null]]])
  expect((await trader.api.get('/v1/accounts')).status).toBe(200)
})

test('they are counted for all replicas, and down is down on each', async () => {
  const trader = await engine.trader()
  const elsewhere = onReplica(trader.key)
  await setFaults(trader, { do: '500', when: { path: '/v1/key', nth: 3 } })
  await pollUntil(
    () => elsewhere.get('/v1/key').then(() => faultsOf(trader)),
    ({ done }) => done[0] === 1,
  )
  const order = { ...BUY, account_id: trader.accountId }
  await setFaults(trader, { do: '500', when: { path: '/v1/order', nth: 2 }, times: 1 })
  expect((await trader.place(BUY)).status).toBe(200)
  expect((await elsewhere.post('/v1/order', { body: order })).status).toBe(500)
  expect((await trader.place(BUY)).status).toBe(200)
  await setFaults(trader, { do: 'DOWNTIME', for_ms: 60_000 })
  await pollUntil(
    () => elsewhere.get('/v1/key'),
    ({ status }) => status === 500,
  )
  expect((await trader.place(BUY)).status).toBe(500)
})

test('a stream that is open has an event twice, and is cut before another', async () => {
  const trader = await engine.trader()
  const path = `/v1/account/${trader.accountId}/stream`
  const client = await openStream(engine.baseUrl, path, { headers: trader.key.headers })
  await trader.place(BUY)
  await client.sequencesTo(2)
  await setFaults(
    trader,
    { do: 'DUPLICATE_EVENT', when: { path: '/v1/account/', nth: 1 } },
    { do: 'CUT_STREAM', when: { path: '/v1/account/', nth: 4 } },
  )
  await trader.place(BUY)
  await trader.place(BUY)
  await client.until(({ isEnded }) => isEnded())
  expect(client.of('account').map(({ id }) => id)).toEqual(['1', '2', '3', '3', '4', '5'])
  expect(met(await faultsOf(trader))).toEqual([
    [1, 'DUPLICATE_EVENT', null],
    [2, 'CUT_STREAM', null],
  ])
})

test('a webhook of the key is lost on the way, and its log says why', async () => {
  const trader = await engine.trader('standard-100k', { webhookUrl: 'https://127.0.0.1:9/hook' })
  await setFaults(trader, { do: 'WITHHOLD_WEBHOOK', when: { path: '/webhooks/webhook.test' } })
  await trader.api.post('/v1/webhook-test-event')
  const { body } = await pollUntil(
    () => trader.api.get<{ attempts: { error: string | null }[] }[]>('/v1/webhook-deliveries'),
    (deliveries) => (deliveries.body[0]?.attempts.length ?? 0) > 0,
  )
  expect(body[0]?.attempts[0]?.error).toBe('fault 1, as was asked for')
  expect(met(await faultsOf(trader))).toEqual([[1, 'WITHHOLD_WEBHOOK', 'NOTHING']])
})

test('they end by themselves', async () => {
  const trader = await engine.trader()
  await trader.api.post(PATH, { body: { faults: [{ do: '429', times: 99_999 }], lasts_ms: 300 } })
  expect((await trader.api.get('/v1/key')).status).toBe(429)
  await pollUntil(
    () => trader.api.get('/v1/key'),
    ({ status }) => status === 200,
  )
  expect((await faultsOf(trader)).done[0]).toBeGreaterThan(0)
})

test.each([
  [{ do: 'STALE_FEED', for_ms: 1_000 }, 'STALE_FEED is of runs alone: prices are the same for all accounts'],
  [{ do: 'HALT', for_ms: 1_000 }, 'HALT is of runs alone: prices'],
  [{ do: 'ORACLE_CANCEL' }, 'ORACLE_CANCEL is of runs alone: here orders'],
  [{ do: 'DELAY', for_ms: 60_000 }, 'a request is delayed by 10000 ms at most'],
  [{ do: 'DELAY' }, 'for_ms is required with DELAY'],
])('%j is refused', async (fault, message) => {
  const { api } = engine.as()
  const { status, body } = await api.post<ProblemBody>(PATH, { body: { faults: [fault] } })
  expect([status, body.issues?.[0]?.message]).toEqual([400, expect.stringContaining(message)])
  expect((await faultsOf({ api })).started_at).toBeNull()
})

test('in production rows that are there are not met', async () => {
  const keyId = randomUUID()
  const replicas = { isAlone: () => true, sender: () => null }
  const compose = (isProduction: boolean) =>
    composeSandboxFaults({ pool: engine.pool, now: () => Date.now() * 1_000, replicas, isProduction })
  const [there, here] = [compose(false), compose(true)]
  const when = { nth: null, clientIdPrefix: null, path: null, method: null, afterMs: null, chance: null }
  const fault = { do: '500', when, times: Infinity, forMs: 0, symbol: null, rule: null, share: null } as const
  await there.set(keyId, { faults: [fault], seed: 1, lastsMs: 60_000 })
  await Promise.all([there.start(60_000), here.start(60_000)])
  expect(there.inForce(keyId)?.faults).toEqual([fault])
  expect(here.inForce(keyId)).toBeNull()
  await Promise.all([there.stop(), here.stop()])
})
