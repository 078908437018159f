import fc from 'fast-check'
import { price, rate, type Price } from '../../../core/values/decimal.js'
import { computeIndexPrices, type IndexSource } from './index-price.js'

const NOW = 1e15
const SILENT_AFTER = 15e6
const LIMITS = { now: NOW, silentAfter: SILENT_AFTER, apartMax: rate(2n * 10n ** 16n) }

const mid = (max = 10n ** 24n): fc.Arbitrary<Price> => fc.bigInt(1n, max).map(price)
const latest = fc.record({
  mid: fc.oneof(mid(), mid(200n)),
  arrivedAt: fc.integer({ min: NOW - 2 * SILENT_AFTER, max: NOW }),
  isOpen: fc.constantFrom(true, false, null),
})
const named = (all: readonly IndexSource['latest'][]): readonly IndexSource[] =>
  all.map((one, position) => ({ source: String(position), latest: one }))
const anySources = fc.array(fc.option(latest), { maxLength: 7 }).map(named)
/** Open, and just now. */
const fresh = (value: Price): IndexSource['latest'] => ({ mid: value, arrivedAt: NOW, isOpen: true })

it('lies among the prices of sources that are not stale, and is there when one is open and not stale', () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      const found = computeIndexPrices(sources, LIMITS)
      const usable = sources.filter(({ source }) => found.get(source)?.staleReason === null)
      const mids = usable.flatMap((one) => one.latest?.mid ?? [])
      const isOneOpen = usable.some((one) => one.latest?.isOpen !== false)
      for (const { index } of found.values()) {
        if (isOneOpen) expect(index).not.toBeNull()
        if (index !== null) expect(mids.some((low) => low <= index) && mids.some((high) => high >= index)).toBe(true)
      }
    }),
  )
})

it('is the same whatever a source says that is silent, closed beside an open one, or an outlier of three', () => {
  const without = fc.constantFrom<(value: Price) => IndexSource['latest']>(
    (value) => ({ mid: value, arrivedAt: NOW - SILENT_AFTER - 1, isOpen: true }),
    (value) => ({ mid: value, arrivedAt: NOW, isOpen: false }),
    (value) => fresh(price(value + 2n * 10n ** 24n)),
  )
  fc.assert(
    fc.property(mid(), fc.bigInt(0n, 100n), mid(), without, (value, spread, other, make) => {
      const pair = [fresh(value), fresh(price(value + (value * spread) / 10_000n))]
      const [, ofPair] = computeIndexPrices(named(pair), LIMITS).values()
      const [first, second] = computeIndexPrices(named([...pair, make(other)]), LIMITS).values()
      expect([first, second]).toEqual([ofPair, ofPair])
    }),
  )
})

it('as time goes on without prices, what is open turns silent and stays so', () => {
  const later = fc.integer({ min: 0, max: 4 * SILENT_AFTER })
  fc.assert(
    fc.property(anySources, later, later, (sources, a, b) => {
      const reasonsAt = (after: number) => computeIndexPrices(sources, { ...LIMITS, now: NOW + after })
      const [before, after] = [reasonsAt(Math.min(a, b)), reasonsAt(Math.max(a, b))]
      for (const [source, { staleReason }] of before)
        if (staleReason === 'silent') expect(after.get(source)?.staleReason).toBe('silent')
      for (const [source, { staleReason }] of reasonsAt(2 * SILENT_AFTER)) {
        const isClosed = sources.find((one) => one.source === source)?.latest?.isOpen === false
        expect(staleReason).toBe(isClosed ? null : 'silent')
      }
    }),
  )
})
