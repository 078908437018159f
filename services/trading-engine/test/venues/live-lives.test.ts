/** Random lives of LIVE accounts on a whole engine: chain and books agree, and nothing is sent twice. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { LIVE_LIFE, liveThrough } from '../support/venues/live-lives.js'
import { describeLive } from '../support/venues/live-stage.js'

/** LIVES=500 plays so many, sixteen at a time on one chain and one engine. */
const LIVES = Number(process.env['LIVES'] ?? runs(32))
const TOGETHER = 16
const LIFE_TIMEOUT_MS = 60_000

describeLive('lives of LIVE accounts', (live) => {
  test(
    'chain and books agree after every step, and in the end to the last digit',
    async () => {
      let lived = 0
      await fc.assert(
        fc.asyncProperty(fc.array(LIVE_LIFE, { minLength: TOGETHER, maxLength: TOGETHER }), async (lives) => {
          await liveThrough(live(), lives)
          lived += TOGETHER
          if (process.env['LIVES'] !== undefined) process.stderr.write(`${lived} of ${LIVES} lives\n`)
        }),
        { numRuns: Math.ceil(LIVES / TOGETHER), endOnFailure: true },
      )
    },
    LIVES * LIFE_TIMEOUT_MS,
  )
})
