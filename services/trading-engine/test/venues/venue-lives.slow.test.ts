import * as fc from 'fast-check'
import { describeVenues } from '../support/venues/stages.js'
import { live, LIFE } from '../support/venues/venue-lives.js'
import { createVenueTrader } from '../support/venues/venue-trader.js'

/** LIVES=500 plays so many at each venue; a life takes some seconds. */
const LIVES = Number(process.env['LIVES'] ?? 6)
const LIFE_TIMEOUT_MS = 60_000
/** A block costs anvil as much as there is on the chain: after so many lives, it begins where the first one did. */
const LIVES_OF_A_CHAIN = 10
const ANSWERS = ['accepted', 'cancelled', 'liquidation closes', 'order closes', 'order opens']

describeVenues('random lives at a venue', ({ start, isElsewhere }) => {
  const testHere = isElsewhere ? test.skip : test
  testHere(
    'after every step, reports add up to what the wallet holds',
    async () => {
      const stage = await start()
      const seen = new Set<string>()
      let lives = 0
      let beginning = await stage.chain.rpc('evm_snapshot')
      try {
        const property = fc.asyncProperty(LIFE, async (steps) => {
          if (lives > 0 && lives % LIVES_OF_A_CHAIN === 0) {
            expect(await stage.chain.rpc('evm_revert', beginning)).toBe(true)
            beginning = await stage.chain.rpc('evm_snapshot')
          }
          lives += 1
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
