/** As faults.slow.test.ts, with as many intents as show what is rare, and a Postgres that also hangs. */
import { runThroughFaults } from './support/fault-run.js'

const INTENTS = 10_000
const WITHIN_MS = 20 * 60_000

test(
  `${INTENTS} intents through faults: none doubled, none lost, each reported as what it is`,
  async () => {
    const seed = Number(process.env['FAST_CHECK_SEED'])
    const startedAt = performance.now()
    const run = await runThroughFaults({ intents: INTENTS, seed, accounts: 8, databaseHangs: true })
    const { doubled, lost, wrong, filled, expired, refused, unknown, notDone } = run
    console.log({ ...run, wrong: wrong.length, seconds: Math.round((performance.now() - startedAt) / 1000) })
    expect({ doubled, lost, wrong }).toEqual({ doubled: 0, lost: 0, wrong: [] })
    const foundOut = unknown.filled + unknown.expired + unknown.refused
    expect(filled + expired + refused + foundOut + notDone).toBe(INTENTS)
    expect(Math.min(filled, expired, refused, unknown.filled)).toBeGreaterThan(INTENTS / 100)
  },
  WITHIN_MS,
)
