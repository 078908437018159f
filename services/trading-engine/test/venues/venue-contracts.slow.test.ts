import { describeWithChain } from '@ats/test-chain'
import { passElsewhere } from '../support/venues/external-contracts.js'
import { describeVenues } from '../support/venues/stages.js'
import { refusalCases, sceneOf, VENUE_CASES, type VenueCase } from '../support/venues/venue-cases.js'
import type { VenueStage } from '../support/venues/venue-stage.js'
import { createVenueTrader } from '../support/venues/venue-trader.js'

describeVenues('an adapter and the contracts of its venue', ({ venue, start, isElsewhere }) => {
  let stage: VenueStage
  beforeAll(async () => {
    stage = await start()
  })
  afterAll(() => stage.stop())

  async function play(one: VenueCase): Promise<void> {
    for (const { symbol, price } of [stage.market, stage.otherMarket]) await stage.keeper?.setPrice(symbol, price)
    await one.play(sceneOf(stage, await createVenueTrader(stage)))
  }
  const cases = VENUE_CASES.filter((one) => (one.venue ?? venue) === venue && (one.isPlain === true || !isElsewhere))
  test.each(cases.map((one) => [one.title, one] as const))('%s', (_title, one) => play(one))
  if (!isElsewhere)
    test('a keeper refuses to open, for each of its reasons', async () => {
      for (const one of refusalCases(stage.keeper!.refusals)) await play(one)
    })
})

if (process.env['GMX_CHAIN_FILE'] === undefined)
  describeWithChain('contracts that are deployed elsewhere', () => {
    test('each adapter passes its plain cases there, with keepers that no test plays', async () => {
      const plain = VENUE_CASES.filter(({ isPlain }) => isPlain === true).length
      expect(await passElsewhere()).toEqual({ GMX: plain, OSTIUM: plain })
    })
  })
