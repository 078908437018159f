/** The same as faults.test.ts, at length; prints its numbers. */
import { runThroughFaults } from './support/fault-run.js'

const INTENTS = 10_000

test(`${INTENTS} intents through faults: none doubled, none lost, each reported as what it is`, async () => {
  const seed = Number(process.env['FAST_CHECK_SEED'])
  const run = await runThroughFaults({ intents: INTENTS, seed })
  process.stderr.write(`${JSON.stringify(run)}\n`)
  const { doubled, lost, wrong, unknown } = run
  expect({ doubled, lost, wrong }).toEqual({ doubled: 0, lost: 0, wrong: [] })
  expect(unknown.placed).toBeGreaterThan(0)
}, 3_600_000)
