import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { raceMovedPayouts, startMovedStage } from '../support/payout-price-races.js'
import type { Stage } from '../support/stage.js'

let stage: Stage
/** A replica on the same database, clock and market. */
let second: TestEngine

beforeAll(async () => {
  stage = await startMovedStage()
  second = await startEngine({
    ...{ databaseUrl: stage.databaseUrl, sharedWallet: stage.engine.wallet, runtime: { ...stage.script } },
  })
})
afterAll(async () => {
  await second.close()
  await stage.close()
})

test('raced 5,000 times while the price moves no payout takes the account under its floor', async () => {
  const { paid, cancelled, rejected, ...others } = await raceMovedPayouts(stage, second, 5_000, 20_261_129)
  expect(paid + cancelled + rejected).toBe(5_000)
  expect(Math.min(paid, cancelled, ...Object.values(others))).toBeGreaterThan(0)
}, 10_800_000)
