/** Random lives of LIVE accounts on a whole engine: chain and books agree, and nothing is sent twice. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { LIVE_LIFE, liveThrough } from '../support/venues/live-lives.js'
import { startLiveStage, type LiveStage } from '../support/venues/live-stage.js'
import { describeVenues } from '../support/venues/stages.js'

describeVenues('lives of LIVE accounts', ({ start, isElsewhere }) => {
  if (isElsewhere) {
    test.skip('keepers of its own are at work there', () => undefined)
    return
  }
  let live: LiveStage
  beforeAll(async () => {
    live = await startLiveStage(await start())
  })
  afterAll(() => live.stop())

  test('chain and books agree after every step, and in the end to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(LIVE_LIFE, (steps) => liveThrough(live, steps)),
      { numRuns: runs(20), endOnFailure: true },
    )
  })
})
