/**
 * The tapes of the library: an hour or a day each of something that ends accounts. They are made and not stored, by a
 * model from a seed and an edit in numbers, so a reader sees what happens; their hashes are in `golden.json`. With each
 * goes what a trader does on it, so that its result can be compared.
 */
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { decimal, rate } from '../../core/values/decimal.js'
import type { Catalogue } from '../../market/catalogue.js'
import { modelTape } from '../tapes/models/model.js'
import { IS_PAUSED, IS_STALE, type Tape, type TapeFunding } from '../tapes/tape.js'
import { editTape, isWithin, scalePrices, withFunding, type EditRow } from './edit-tape.js'

/** Done by the trader, so many minutes after the tape begins. */
export type LibraryStep = { readonly minute: number } & LibraryAction
export type LibraryAction =
  | { readonly do: 'BUY' | 'SELL'; readonly symbol: string; readonly notional: number }
  /** A stop for what is held, so far from the mark as a fraction; it trails where that is said. */
  | { readonly do: 'PROTECT'; readonly symbol: string; readonly away: number; readonly trails?: boolean }
  | { readonly do: 'CLOSE'; readonly symbol: string }

export interface LibraryEntry {
  readonly name: string
  /** Tells in a sentence, for a list. */
  readonly about: string
  readonly tape: (catalogue: Catalogue) => Tape
  readonly news?: readonly NewsEvent[]
  /** When the trading day ends; 17:00 in New York where nothing is said. */
  readonly reset?: readonly [time: string, timeZone: string]
  readonly steps: readonly LibraryStep[]
}

const MINUTE = 240
const at = (text: string): number => Date.parse(text) * 1_000
const minutes = (...of: readonly number[]): readonly number[] => of.map((minute) => minute * MINUTE)
const span = (from: number, to: number): readonly [number, number] => [from * MINUTE, to * MINUTE]

/** A price a second. */
const calm = (seed: number, symbols: readonly string[], from: string, hours: number, every = 4) => {
  return (catalogue: Catalogue): Tape =>
    modelTape(
      {
        ...{ model: 'GBM', volatility: null, drift: 0, correlation: 0.6, jumpsPerDay: 0, jumpSize: 0 },
        of: { seed, symbols, from: at(from), to: at(from) + hours * 3_600_000_000, every },
      },
      catalogue,
    )
}
const edited =
  (base: (catalogue: Catalogue) => Tape, symbol: string, slots: readonly number[], edit: EditRow) =>
  (catalogue: Catalogue): Tape =>
    editTape(base(catalogue), symbol, slots, edit)

const flagged =
  (during: readonly [number, number], flag: number): EditRow =>
  (row) =>
    isWithin(row, during) ? { ...row, flags: row.flags | flag } : row

const gap = edited(
  calm(1, ['BTC-USD'], '2026-03-03T00:00:00Z', 2),
  'BTC-USD',
  minutes(60),
  scalePrices([
    [60 * MINUTE - 1, 1],
    [60 * MINUTE, 0.94],
  ]),
)

const flashCrash = edited(
  calm(2, ['ETH-USD'], '2026-03-04T00:00:00Z', 2),
  'ETH-USD',
  minutes(60, 61.5, 63, 70),
  scalePrices([
    [60 * MINUTE, 1],
    [61.5 * MINUTE, 0.82],
    [63 * MINUTE, 0.84],
    [70 * MINUTE, 0.985],
  ]),
)

const thinBook = edited(calm(3, ['SOL-USD'], '2026-03-05T00:00:00Z', 2), 'SOL-USD', minutes(40, 80), (row) =>
  // A spread of a hundred basis points.
  isWithin(row, span(40, 80)) ? { ...row, spread: Math.floor(row.price / 100) } : row,
)

const RELEASE = '2026-03-06T13:30:00Z'
const dataRelease = edited(
  calm(4, ['EUR-USD'], '2026-03-06T12:30:00Z', 2, 1),
  'EUR-USD',
  minutes(59.9, 60, 60.1, 60.5, 62, 65, 90),
  (row) => {
    const moved = scalePrices([
      [60 * MINUTE - 1, 1],
      [60 * MINUTE, 1.0035],
      [60.1 * MINUTE, 0.9965],
      [60.5 * MINUTE, 1.001],
      [65 * MINUTE, 0.994],
      [90 * MINUTE, 0.991],
    ])(row)
    return moved && (isWithin(row, span(59.9, 62)) ? { ...moved, spread: 40 } : moved)
  },
)

/** Rates of a funding period: longs pay for hours, then they are paid. */
const FLIPS: readonly (readonly [hour: number, long: string])[] = [
  ...[[0, '0.0004'] as const, [2, '0.0012'] as const, [3, '-0.0015'] as const, [5, '-0.0002'] as const],
]
const funding = FLIPS.map(([hour, long]): TapeFunding => {
  const paid = rate(decimal(long))
  return { slot: hour * 60 * MINUTE, rates: { long: paid, short: rate(0n - paid) } }
})
const fundingFlip = (catalogue: Catalogue): Tape =>
  withFunding(calm(5, ['BTC-USD'], '2026-03-09T00:00:00Z', 7)(catalogue), 'BTC-USD', funding)

const outage = edited(calm(6, ['BTC-USD', 'ETH-USD'], '2026-03-10T00:00:00Z', 2), 'BTC-USD', minutes(60, 75), (row) => {
  const during = span(60, 75)
  if (!isWithin(row, during))
    return scalePrices([
      [75 * MINUTE - 1, 1],
      [75 * MINUTE, 0.98],
    ])(row)
  return row.slot === during[0] ? { ...row, flags: IS_STALE } : null
})

const weekendGap = edited(
  calm(7, ['XAU-USD'], '2026-03-13T19:00:00Z', 54, 20),
  'XAU-USD',
  [],
  // Between Friday and Sunday evening.
  scalePrices([
    [5 * 60 * MINUTE, 1],
    [5 * 60 * MINUTE + 1, 0.972],
  ]),
)

const stuckOracle = edited(calm(8, ['ETH-USD'], '2026-03-11T00:00:00Z', 2), 'ETH-USD', [], (row) => {
  if (isWithin(row, span(50, 70))) return null
  return scalePrices([
    [50 * MINUTE, 1],
    [70 * MINUTE, 0.955],
  ])(row)
})

const lunchBreak = edited(calm(11, ['HSI-HKD'], '2026-03-12T03:00:00Z', 3), 'HSI-HKD', minutes(60, 120), (row) => {
  if (isWithin(row, span(60, 120)) && row.slot > 60 * MINUTE) return null
  const halted = flagged(span(60, 120), IS_PAUSED)(row)
  return (
    halted &&
    scalePrices([
      [120 * MINUTE - 1, 1],
      [120 * MINUTE, 1.013],
    ])(halted)
  )
})

const news: NewsEvent = {
  ...{ id: 'data-release', title: 'Nonfarm payrolls', at: at(RELEASE), impact: 'HIGH' },
  ...{ currencies: ['USD'], symbols: [] },
}

export const LIBRARY: readonly LibraryEntry[] = [
  {
    name: 'gap',
    about: 'BTC-USD falls six percent from one tick to the next: the stop in between is filled below it.',
    tape: gap,
    steps: [
      { minute: 10, do: 'BUY', symbol: 'BTC-USD', notional: 60_000 },
      { minute: 11, do: 'PROTECT', symbol: 'BTC-USD', away: -0.02 },
      { minute: 90, do: 'BUY', symbol: 'BTC-USD', notional: 10_000 },
      { minute: 119, do: 'CLOSE', symbol: 'BTC-USD' },
    ],
  },
  {
    name: 'flash-crash',
    about: 'ETH-USD loses eighteen percent in 90 seconds and has most of it back ten minutes later.',
    tape: flashCrash,
    steps: [
      { minute: 10, do: 'BUY', symbol: 'ETH-USD', notional: 40_000 },
      { minute: 119, do: 'CLOSE', symbol: 'ETH-USD' },
    ],
  },
  {
    name: 'thin-book',
    about: 'The spread of SOL-USD is a hundred basis points for forty minutes; the price hardly moves.',
    tape: thinBook,
    steps: [
      { minute: 20, do: 'BUY', symbol: 'SOL-USD', notional: 50_000 },
      { minute: 60, do: 'CLOSE', symbol: 'SOL-USD' },
      { minute: 61, do: 'SELL', symbol: 'SOL-USD', notional: 50_000 },
      { minute: 110, do: 'CLOSE', symbol: 'SOL-USD' },
    ],
  },
  {
    name: 'data-release',
    about: 'A release at 13:30 moves EUR-USD up, down and up within a minute, with a wide spread, and then down.',
    tape: dataRelease,
    news: [news],
    steps: [
      { minute: 30, do: 'SELL', symbol: 'EUR-USD', notional: 200_000 },
      { minute: 31, do: 'PROTECT', symbol: 'EUR-USD', away: 0.002 },
      { minute: 59, do: 'SELL', symbol: 'EUR-USD', notional: 50_000 },
      { minute: 75, do: 'SELL', symbol: 'EUR-USD', notional: 200_000 },
      { minute: 119, do: 'CLOSE', symbol: 'EUR-USD' },
    ],
  },
  {
    name: 'funding-flip',
    about: 'Longs of BTC-USD pay funding for three hours, more each time, and are paid for the rest.',
    tape: fundingFlip,
    steps: [
      { minute: 5, do: 'BUY', symbol: 'BTC-USD', notional: 100_000 },
      { minute: 415, do: 'CLOSE', symbol: 'BTC-USD' },
    ],
  },
  {
    name: 'outage',
    about: 'The price of BTC-USD is stale for a quarter of an hour and comes back two percent lower; ETH-USD goes on.',
    tape: outage,
    steps: [
      { minute: 30, do: 'BUY', symbol: 'BTC-USD', notional: 40_000 },
      { minute: 31, do: 'PROTECT', symbol: 'BTC-USD', away: -0.01 },
      { minute: 65, do: 'BUY', symbol: 'BTC-USD', notional: 10_000 },
      // It holds what has no price, so nothing may be opened anywhere.
      { minute: 66, do: 'BUY', symbol: 'ETH-USD', notional: 10_000 },
      { minute: 90, do: 'BUY', symbol: 'ETH-USD', notional: 10_000 },
      { minute: 119, do: 'CLOSE', symbol: 'ETH-USD' },
    ],
  },
  {
    name: 'weekend-gap',
    about: 'XAU-USD opens on Sunday evening nearly three percent below where it closed on Friday.',
    tape: weekendGap,
    steps: [
      { minute: 60, do: 'BUY', symbol: 'XAU-USD', notional: 60_000 },
      { minute: 61, do: 'PROTECT', symbol: 'XAU-USD', away: -0.01 },
      { minute: 1_440, do: 'CLOSE', symbol: 'XAU-USD' },
      { minute: 3_200, do: 'BUY', symbol: 'XAU-USD', notional: 10_000 },
      { minute: 3_230, do: 'CLOSE', symbol: 'XAU-USD' },
    ],
  },
  {
    name: 'stuck-oracle',
    about: 'The price of ETH-USD stands still for twenty minutes without being called stale, then is 4.5 % lower.',
    tape: stuckOracle,
    steps: [
      { minute: 30, do: 'BUY', symbol: 'ETH-USD', notional: 40_000 },
      { minute: 31, do: 'PROTECT', symbol: 'ETH-USD', away: -0.02, trails: true },
      { minute: 60, do: 'BUY', symbol: 'ETH-USD', notional: 20_000 },
      { minute: 119, do: 'CLOSE', symbol: 'ETH-USD' },
    ],
  },
  {
    name: 'dst-spring',
    about: 'The Sunday on which clocks in New York skip 02:30, at which the trading day of this plan ends.',
    tape: calm(9, ['BTC-USD', 'EUR-USD'], '2026-03-08T05:00:00Z', 24, 20),
    reset: ['02:30', 'America/New_York'],
    steps: [
      { minute: 60, do: 'BUY', symbol: 'BTC-USD', notional: 50_000 },
      { minute: 180, do: 'SELL', symbol: 'BTC-USD', notional: 20_000 },
      // The market opens at 17:05 in New York, which is 21:05 on this day and was 22:05 a week before.
      { minute: 960, do: 'BUY', symbol: 'EUR-USD', notional: 50_000 },
      { minute: 970, do: 'BUY', symbol: 'EUR-USD', notional: 50_000 },
      { minute: 1_439, do: 'CLOSE', symbol: 'BTC-USD' },
    ],
  },
  {
    name: 'dst-autumn',
    about: 'The Sunday on which clocks in New York show 01:30 twice, at which the trading day of this plan ends.',
    tape: calm(10, ['BTC-USD', 'EUR-USD'], '2026-11-01T04:00:00Z', 24, 20),
    reset: ['01:30', 'America/New_York'],
    steps: [
      { minute: 60, do: 'BUY', symbol: 'BTC-USD', notional: 50_000 },
      { minute: 120, do: 'SELL', symbol: 'BTC-USD', notional: 20_000 },
      { minute: 1_080, do: 'BUY', symbol: 'EUR-USD', notional: 50_000 },
      { minute: 1_090, do: 'BUY', symbol: 'EUR-USD', notional: 50_000 },
      { minute: 1_439, do: 'CLOSE', symbol: 'BTC-USD' },
    ],
  },
  {
    name: 'lunch-break',
    about: 'HSI-HKD is halted over noon in Hong Kong and comes back more than a percent higher.',
    tape: lunchBreak,
    steps: [
      { minute: 30, do: 'SELL', symbol: 'HSI-HKD', notional: 50_000 },
      { minute: 31, do: 'PROTECT', symbol: 'HSI-HKD', away: 0.006 },
      { minute: 90, do: 'CLOSE', symbol: 'HSI-HKD' },
      { minute: 150, do: 'SELL', symbol: 'HSI-HKD', notional: 10_000 },
      { minute: 175, do: 'CLOSE', symbol: 'HSI-HKD' },
    ],
  },
]

/** The moment of a step. */
export const slotOf = ({ minute }: LibraryStep): number => minute * MINUTE
