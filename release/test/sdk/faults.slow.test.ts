/** An intent, whatever fails in between, is done once or not at all, and reported as what it is. */
import { runThroughFaults } from './support/fault-run.js'

const INTENTS = 100

test(`${INTENTS} intents through faults: none doubled, none lost, each reported as what it is`, async () => {
  const seed = Number(process.env['FAST_CHECK_SEED'])
  const run = await runThroughFaults({ intents: INTENTS, seed, accounts: 4, databaseHangs: false })
  const { doubled, lost, wrong, filled, expired, refused, unknown, notDone } = run
  expect({ doubled, lost, wrong }).toEqual({ doubled: 0, lost: 0, wrong: [] })
  const foundOut = unknown.filled + unknown.expired + unknown.refused
  expect(filled + expired + refused + foundOut + notDone).toBe(INTENTS)
  expect(filled).toBeGreaterThan(INTENTS / 4)
})
