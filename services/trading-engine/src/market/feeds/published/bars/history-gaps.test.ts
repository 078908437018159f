import { loadCatalogue } from '../../../catalogue.js'
import { MINUTE_TICKS } from '../../../candles.js'
import { listedInstruments } from '../../../listed-instrument.js'
import { gapsBefore } from './history-gaps.js'
import { alignDown } from './history-reach.js'

const NOW = alignDown(7_100_000_000, MINUTE_TICKS)
const listings = listedInstruments(loadCatalogue().all)
  .slice(0, 2)
  .map(({ venue, symbol, instrument }, index) => ({ id: index + 1, venue, symbol, tickSize: instrument.tickSize }))
const spans = (tick: number, last: number, told: readonly number[], firstMinute: number | null = null) =>
  gapsBefore(tick, listings, { last, firstMinute, isTold: (listing) => told.includes(listing) }).map(
    ({ listing, fromTick, toTick }) => [listing, fromTick === 0 ? 'ever' : fromTick - NOW, toTick - NOW],
  )

test('before the first tick of all: all the time until this minute', () => {
  expect(spans(NOW + 100, 0, [])).toEqual([
    [1, 'ever', 0],
    [2, 'ever', 0],
  ])
})

test('after an outage: the whole minutes of it, and what was before the first of the candles that are kept', () => {
  expect(spans(NOW + 100, NOW - 1_000, [1, 2], NOW - 5_040)).toEqual([
    [1, 'ever', -5_040],
    [1, -960, 0],
    [2, 'ever', -5_040],
    [2, -960, 0],
  ])
})

test.each([
  ['within a minute', NOW + 239, NOW + 3],
  ['across the turn of a minute', NOW + 1, NOW - 1],
])('an outage %s leaves nothing out', (_, tick, last) => {
  expect(spans(tick, last, [1, 2], NOW - 2_400).map(([, from]) => from)).toEqual(['ever', 'ever'])
})

test('a listing that was never told has no history of its own yet', () => {
  expect(spans(NOW, NOW - 4, [1], NOW - 2_400)).toEqual([
    [1, 'ever', -2_400],
    [2, 'ever', 0],
  ])
})
