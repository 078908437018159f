import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { racePayouts } from '../support/payout-races.js'

let engine: TestEngine
/** A replica on the same database. */
let second: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  second = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
})
afterAll(async () => {
  await second.close()
  await engine.close()
})

test('raced on two replicas each payout has one end, its debit with it, and the reservation follows', async () => {
  const { paid, cancelled, rejected } = await racePayouts(engine, second, 20)
  expect(paid + cancelled + rejected).toBe(20)
  expect(Math.min(paid, cancelled + rejected)).toBeGreaterThan(0)
})
