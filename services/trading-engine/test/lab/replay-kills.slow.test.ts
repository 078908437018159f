/** A process that is killed amid orders leaves nothing that would be decided otherwise: REPLAY_TRADERS=200 for more. */
import { apiClient } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess } from '../support/engine/engine-process.js'
import { openReplays, type Replays } from '../support/replay.js'
import { inTurns } from '../support/stage.js'

const KILLS = 3
const TRADERS = Number(process.env['REPLAY_TRADERS'] ?? 4)
/** The orders of each trader: some hundreds in all, of which a quarter is answered before the kill. */
const ORDERS = Math.max(3, Math.ceil(160 / TRADERS))
const ANSWERED = Math.ceil((ORDERS * TRADERS) / 4)

let engine: TestEngine
let replays: Replays
let traders: readonly Trader[]

beforeAll(async () => {
  engine = await startEngine({ FUNDING: 'venue' })
  replays = openReplays(engine.databaseUrl)
  traders = await inTurns([...Array(TRADERS).keys()], () => engine.trader())
})
afterAll(async () => {
  await replays.close()
  await engine.close()
})

/** Orders until its process is gone; resolves to how many got a response. */
async function sendUntilKilled(kill: number): Promise<number> {
  const { databaseUrl, wallet, openapi } = engine
  const other = await startEngineProcess({ role: 'api', databaseUrl, wallet, environment: { FUNDING: 'venue' } })
  const elsewhere = apiClient({ baseUrl: other.baseUrl, openapi })
  let answered = 0
  const orders = traders.flatMap(({ key, accountId }, trader) =>
    Array.from({ length: ORDERS }, async (_, index) => {
      const side = (index + trader) % 3 === 0 ? 'SELL' : 'BUY'
      const order = { symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.01, client_id: `k${kill}-${index}` }
      await elsewhere.with(key.headers).post('/v1/order', { body: { account_id: accountId, ...order } })
      answered += 1
      if (answered === ANSWERED) void other.kill()
    }),
  )
  await Promise.allSettled(orders)
  await other.kill()
  return answered
}

test(`orders before, between and after ${KILLS} kills are decided again as they were`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const answered = await sendUntilKilled(kill)
    expect(answered).toBeGreaterThanOrEqual(ANSWERED)
    expect(answered).toBeLessThan(ORDERS * traders.length)
    for (const trader of traders) await trader.place({ symbol: 'ETH-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  }
  for (const { accountId, userId } of traders) {
    const result = await replays.of({ accountId, userId })
    expect(result).toMatchObject({ status: 'EQUAL', difference: null, reason: null })
    expect(result.commands).toBeGreaterThan(KILLS)
  }
}, 1_800_000)
