/** Random lives of LIVE accounts on a whole engine: chain and books agree, and nothing is sent twice. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { LIVE_LIFE, liveThrough } from '../support/venues/live-lives.js'
import { describeLive } from '../support/venues/live-stage.js'

/** LIVES=500 plays so many, sixteen at a time on one chain and one engine. */
const LIVES = Number(process.env['LIVES'] ?? runs(32))
const TOGETHER = 16
/** The wallets of lives that have ended stay registered: so many share an engine, the next ones have another. */
const LIVES_OF_ENGINE = 96
const LIFE_TIMEOUT_MS = 60_000

for (let first = 0; first < LIVES; first += LIVES_OF_ENGINE) {
  const count = Math.min(LIVES_OF_ENGINE, LIVES - first)
  describeLive(`lives of LIVE accounts from ${first}`, (live) => {
    test(
      'chain and books agree after every step, and in the end to the last digit',
      async () => {
        let lived = first
        const many = fc.array(LIVE_LIFE, { minLength: TOGETHER, maxLength: TOGETHER })
        const seed = (fc.readConfigureGlobal().seed ?? 0) + first
        const play = fc.asyncProperty(many, async (lives) => {
          await liveThrough(live(), lives)
          lived += TOGETHER
          if (process.env['LIVES'] !== undefined) process.stderr.write(`${lived} of ${LIVES} lives\n`)
        })
        await fc.assert(play, { numRuns: Math.ceil(count / TOGETHER), seed, endOnFailure: true })
      },
      LIVES_OF_ENGINE * LIFE_TIMEOUT_MS,
    )
  })
}
