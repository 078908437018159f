/** Random lives of LIVE accounts on a whole engine: chain and books agree, and nothing is sent twice. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { LIVE_LIFE, liveThrough } from '../support/venues/live-lives.js'
import { describeLive } from '../support/venues/live-stage.js'

describeLive('lives of LIVE accounts', (live) => {
  test('chain and books agree after every step, and in the end to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(LIVE_LIFE, (steps) => liveThrough(live(), steps)),
      { numRuns: runs(20), endOnFailure: true },
    )
  })
})
