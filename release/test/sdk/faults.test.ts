/** An intent, whatever fails in between, is done once or not at all, and reported as what it is. */
import { runThroughFaults } from './support/fault-run.js'

const INTENTS = 100

test(`${INTENTS} intents through faults: none doubled, none lost, each reported as what it is`, async () => {
  const seed = Number(process.env['FAST_CHECK_SEED'])
  const { doubled, lost, wrong, placed, refused, unknown, notDone } = await runThroughFaults({ intents: INTENTS, seed })
  expect({ doubled, lost, wrong }).toEqual({ doubled: 0, lost: 0, wrong: [] })
  expect(placed + refused + unknown.placed + unknown.refused + notDone).toBe(INTENTS)
  expect(placed).toBeGreaterThan(INTENTS / 2)
})
