import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { raceMovedPayouts, startMovedStage } from '../support/payout-price-races.js'
import type { Stage } from '../support/stage.js'

/** Thousands, in which accounts end, too: payout-price-races.slow.test.ts. */
const RACES = 20

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

test('raced while the price moves no payout takes the account under its floor', async () => {
  const { paid, cancelled, rejected } = await raceMovedPayouts(stage, second, RACES, 20_261_129)
  expect(paid + cancelled + rejected).toBe(RACES)
  expect(Math.min(paid, rejected)).toBeGreaterThan(0)
})
