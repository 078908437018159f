import fc from 'fast-check'
import { MARKET_STATUSES, STALE_REASONS } from '../../../core/model/market/market-view.js'
import { BlockError } from './byte-codec.js'
import { decodeCandles, encodeCandles, type ListingBar } from './bars/candle-block.js'
import { decodeRates, encodeRates, RATE_UNITS_MAX, OPEN_INTEREST_MAX, type RatesEntry } from './rates/rate-entries.js'
import { decodeTick, encodeTick, PRICE_TICKS_MAX, startMs, type TickBlock, type TickEntry } from './tick-block.js'

const SLOT = 7_100_000_000
const anyMs = fc.integer({ min: SLOT * 250 - 1e9, max: SLOT * 250 + 1e9 })
const anyPrices = fc.uniqueArray(fc.integer({ min: 1, max: PRICE_TICKS_MAX }), { minLength: 4, maxLength: 4 })

const anyEntry = fc
  .record({
    ...{ prices: anyPrices, status: fc.constantFrom(null, ...MARKET_STATUSES) },
    staleReason: fc.constantFrom(null, ...STALE_REASONS),
    ...{ trade: fc.constantFrom(null, 'BUY' as const, 'SELL' as const), receivedAtMs: anyMs, madeAtMs: anyMs },
  })
  .map(({ prices: [index = 1, ...others], ...entry }): Omit<TickEntry, 'listing'> => {
    const [bid = 1, mark = 1, ask = 2] = others.sort((a, b) => a - b)
    return { ...entry, bid, mark, ask, index }
  })
const anySides = fc.record({
  long: fc.integer({ min: -RATE_UNITS_MAX, max: RATE_UNITS_MAX }),
  short: fc.integer({ min: -RATE_UNITS_MAX, max: RATE_UNITS_MAX }),
})
const anyDollars = fc.integer({ min: 0, max: OPEN_INTEREST_MAX })
const anyOpenInterest = fc.option(fc.record({ long: anyDollars, short: anyDollars }))
const anyRates = fc
  .array(
    fc.record({
      ...{ carry: anySides, funding: fc.option(anySides), openInterest: anyOpenInterest, receivedAtMs: anyMs },
    }),
    { maxLength: 97 },
  )
  .map((all) => all.map((rates, position): RatesEntry => ({ listing: 2 * position + 1, ...rates })))
const anyTick = fc
  .record({
    ...{ number: fc.integer({ min: 1, max: 2 * SLOT }), back: fc.integer({ min: 1, max: 2 * SLOT }) },
    ...{ isSnapshot: fc.boolean(), listings: fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 97 }) },
    ...{ entries: fc.array(anyEntry, { minLength: 97, maxLength: 97 }), rates: fc.oneof(fc.constant([]), anyRates) },
  })
  .map(({ number, back, isSnapshot, listings, entries, rates }): TickBlock => ({
    ...{ number, isSnapshot, rates, previous: Math.max(0, number - back) },
    entries: listings
      .sort((a, b) => a - b)
      .flatMap((listing, position) => (entries[position] ? [{ listing, ...entries[position] }] : [])),
  }))
const anyBar = fc
  .tuple(anyPrices, fc.integer({ min: 1, max: 1e9 }))
  .map(([[a = 1, b = 1, c = 1, d = 1], trades]): Omit<ListingBar, 'listing'> => {
    const [low = 1, open = 1, close = 1, high = 1] = [a, b, c, d].sort((x, y) => x - y)
    return { open, high, low, close, trades }
  })
const anyBars = fc
  .array(anyBar, { maxLength: 97 })
  .map((bars) => bars.map((bar, position): ListingBar => ({ listing: 3 * position + 1, ...bar })))

it('a tick is read as it was written', () => {
  fc.assert(fc.property(anyTick, (tick) => expect(decodeTick(encodeTick(tick))).toEqual(tick)))
})

it('rates are read as they were written', () => {
  fc.assert(fc.property(anyRates, (rates) => expect(decodeRates(encodeRates(rates, SLOT), SLOT)).toEqual(rates)))
})

it('a tick that was stored before ticks told rates is read as ever', () => {
  const stored = '010180cec5b91a0102020a90bf0514281ee403ac180506e807010103c801d804264cc2af'
  const times = { receivedAtMs: SLOT * 250 - 242, madeAtMs: SLOT * 250 - 1_800 }
  const first: TickEntry = {
    ...{ listing: 2, mark: 90_000, bid: 89_980, ask: 90_040, index: 90_015, ...times },
    ...{ status: 'OPEN', staleReason: null, trade: 'BUY' },
  }
  const tick = decodeTick(Buffer.from(stored, 'hex'))
  expect([tick.number, tick.previous, tick.isSnapshot, tick.rates]).toEqual([SLOT, SLOT - 1, true, []])
  expect(tick.entries[0]).toEqual(first)
  expect(tick.entries.map(({ listing }) => listing)).toEqual([2, 7])
  expect(Buffer.from(encodeTick(tick)).toString('hex')).toBe(stored)
})

it('candles are read as they were written', () => {
  fc.assert(fc.property(anyBars, (bars) => expect(decodeCandles(encodeCandles(bars))).toEqual(bars)))
})

describe.each([
  ['tick', anyTick.map(encodeTick), decodeTick],
  ['rates', anyRates.map((rates) => encodeRates(rates, startMs(SLOT))), (block: Uint8Array) => decodeRates(block, 0)],
  ['candles', anyBars.map(encodeCandles), decodeCandles],
] as const)('the block of a %s', (_, anyBlock, decode) => {
  it('is refused with any byte changed', () => {
    fc.assert(
      fc.property(anyBlock, fc.nat(), fc.integer({ min: 1, max: 255 }), (block, at, by) => {
        const place = at % block.length
        const garbled = Uint8Array.from(block, (byte, position) => (position === place ? byte ^ by : byte))
        expect(() => decode(garbled)).toThrow(BlockError)
      }),
    )
  })

  it('is refused when it is cut, or something follows', () => {
    fc.assert(
      fc.property(anyBlock, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 9 }), (block, at, more) => {
        expect(() => decode(block.slice(0, at % block.length))).toThrow(BlockError)
        expect(() => decode(Buffer.concat([block, more]))).toThrow(BlockError)
      }),
    )
  })

  it('is refused when it is any bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => expect(() => decode(bytes)).toThrow(BlockError)))
  })
})
