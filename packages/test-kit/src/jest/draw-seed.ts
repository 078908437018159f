import { randomInt } from 'node:crypto'

/** Draws the seed of the run's property tests, unless the environment names one, and prints it. */
export default function drawSeed(): void {
  if (process.env['FAST_CHECK_SEED'] !== undefined) return
  process.env['FAST_CHECK_SEED'] = String(randomInt(2 ** 31))
  process.stderr.write(`\nProperty tests: FAST_CHECK_SEED=${process.env['FAST_CHECK_SEED']} repeats this run\n`)
}
