/** Graceful shutdown under load: the process serves requests until no more arrive, and completes those it has begun. */
import { request, Agent } from 'node:http'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { pollUntil } from '../support/poll-until.js'

/** The most there may be, and far longer than it takes to place a few orders. */
const DRAIN_MS = 10_000

let engine: TestEngine
let trader: Trader
let leaving: EngineProcess

beforeAll(async () => {
  engine = await startEngine()
  trader = await engine.trader()
  leaving = await startEngineProcess({
    role: 'api',
    databaseUrl: engine.databaseUrl,
    wallet: engine.wallet,
    environment: { DRAIN_MS: String(DRAIN_MS) },
  })
})
afterAll(async () => {
  await leaving.kill()
  await engine.close()
})

interface Answer {
  readonly status: number
  readonly connection: string | undefined
  readonly text: string
}

function ask(agent: Agent, path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...trader.key.headers, 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const outgoing = request(`${leaving.baseUrl}${path}`, { method, agent, headers }, (incoming) => {
      let text = ''
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, connection: incoming.headers.connection, text }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const order = (nth: number) => ({
  account_id: trader.accountId,
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'MARKET',
  quantity: 0.001,
  client_id: `drain-${nth}`,
})

test('SIGTERM under load: alive, not ready, every order answered, connections let go, exit code 0', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const fresh = new Agent()
  const place = (nth: number) => untilAnswered(() => ask(agent, '/v1/order', order(nth)))
  expect(await place(0)).toMatchObject({ status: 200, connection: 'keep-alive' })
  expect((await ask(fresh, '/readyz')).status).toBe(200)

  const startedAt = performance.now()
  let ended: number | null | undefined
  const stopped = leaving.stop().then((code) => (ended = code))
  await pollUntil(
    () => ask(fresh, '/readyz'),
    ({ status }) => status === 503,
  )
  expect((await ask(fresh, '/healthz')).status).toBe(200)
  const answers: Answer[] = []
  for (const nth of [1, 5, 9]) answers.push(...(await Promise.all([0, 1, 2, 3].map((each) => place(nth + each)))))
  expect(ended).toBeUndefined()
  // Opened and never used, or used before: closed with the process, not waited for.
  const idle = new Agent({ keepAlive: true })
  await ask(idle, '/healthz')
  await stopped

  expect(ended).toBe(0)
  expect(performance.now() - startedAt).toBeGreaterThan(DRAIN_MS)
  expect([...new Set(answers.map(({ status, connection }) => `${status} ${connection}`))]).toEqual(['200 close'])
  const { rows } = await engine.pool.query<{ count: number }>(
    'select count(*)::int as count from orders where account_id = $1',
    [trader.accountId],
  )
  expect(rows[0]?.count).toBe(3 * 4 + 1)
  for (const each of [agent, fresh, idle]) each.destroy()
})
