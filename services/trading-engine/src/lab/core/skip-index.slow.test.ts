/** The same over many more runs: LAB_TAPES of them from LAB_SEED on, 3,000 where nothing is said. */
import { playRandomRun } from '../../../test/support/lab/random-run.js'

const { LAB_TAPES = '3000', LAB_SEED = '1' } = process.env

test(`skipped ticks change nothing in ${LAB_TAPES} runs from ${LAB_SEED} on`, () => {
  const first = Number(LAB_SEED)
  const found: number[] = []
  for (let seed = first; seed < first + Number(LAB_TAPES); seed += 1) {
    if (playRandomRun(seed, true).text !== playRandomRun(seed, false).text) found.push(seed)
  }
  expect(found).toEqual([])
}, 7_200_000)
