import * as fc from 'fast-check'
import { describeVenues } from '../support/venues/stages.js'
import { live, LIFE } from '../support/venues/venue-lives.js'
import { createVenueTrader } from '../support/venues/venue-trader.js'

/** LIVES=500 plays so many at each venue; a life takes some seconds. */
const LIVES = Number(process.env['LIVES'] ?? 6)
const LIFE_TIMEOUT_MS = 60_000
const ANSWERS = ['accepted', 'cancelled', 'liquidation closes', 'order closes', 'order opens']

describeVenues('random lives at a venue', ({ start, isElsewhere }) => {
  const testHere = isElsewhere ? test.skip : test
  testHere(
    'after every step, reports add up to what the wallet holds',
    async () => {
      const stage = await start()
      const seen = new Set<string>()
      try {
        const property = fc.asyncProperty(LIFE, async (steps) => {
          for (const answer of await live(stage, await createVenueTrader(stage), steps)) seen.add(answer)
        })
        await fc.assert(property, { numRuns: LIVES, endOnFailure: true })
      } finally {
        await stage.stop()
      }
      expect([...seen]).toEqual(expect.arrayContaining(ANSWERS))
    },
    LIVES * LIFE_TIMEOUT_MS,
  )
})
