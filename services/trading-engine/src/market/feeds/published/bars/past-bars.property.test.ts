import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { MINUTE_TICKS } from '../../../candles.js'
import { decodeBars, encodeBars, type PastBar } from './bar-block.js'
import { joinBars, type TickBar } from './bar-log.js'
import { BlockError } from '../byte-codec.js'
import { alignDown } from './history-reach.js'
import { joinPast } from './join-past.js'
import { DAY_TICKS, HOUR_TICKS } from './listing-history.js'
import { createPastBars } from './past-bars.js'

/** Twelve hours before midnight, minutes are counted from here. */
const START = alignDown(7_100_000_000, DAY_TICKS) - DAY_TICKS / 2
const MINUTES = 1_500
const LENGTHS = [1, 5, 15, 60, 240, 1_440].map((minutes) => minutes * MINUTE_TICKS)

/** By minute: whether ticks were published in it, and its bar. */
interface Minutes {
  readonly isPublished: readonly boolean[]
  readonly bars: readonly TickBar[]
  /** By length: how many of the newest bars of a gap the venue tells. */
  readonly told: readonly number[]
}

const anyMarket = fc
  .record({
    runs: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 }),
    moves: fc.array(fc.integer({ min: -5, max: 5 }), { minLength: MINUTES, maxLength: MINUTES }),
    told: fc.array(fc.integer({ min: 0, max: 600 }), { minLength: LENGTHS.length, maxLength: LENGTHS.length }),
  })
  .map(({ runs, moves, told }): Minutes => {
    const isPublished = runs.flatMap((length, index) => Array<boolean>(length).fill(index % 2 === 1))
    let price = 1_000
    const bars = moves.map((move): TickBar => {
      const open = price
      price += move
      return { open, high: Math.max(open, price) + 1, low: Math.min(open, price) - 2, close: price, trades: 1 }
    })
    return { isPublished: moves.map((_, minute) => isPublished[minute] ?? true), bars, told }
  })
const minuteTick = (minute: number): number => START + minute * MINUTE_TICKS

const joined = (bars: readonly TickBar[]): TickBar | undefined => bars.reduce<TickBar | undefined>(joinBars, undefined)

/** The venue tells the bars of each gap, some intervals less far back. */
function historyOf({ isPublished, bars, told }: Minutes) {
  const past = createPastBars()
  for (let from = 0; from < MINUTES; from++) {
    if (isPublished[from] === true || (from > 0 && isPublished[from - 1] === false)) continue
    let to = from
    while (to < MINUTES && isPublished[to] === false) to++
    const gap = { fromTick: from === 0 ? 0 : minuteTick(from), toTick: minuteTick(to) }
    for (const [index, length] of LENGTHS.entries()) {
      const whole: PastBar[] = []
      for (
        let start = alignDown(minuteTick(from) + length - 1, length);
        start + length <= gap.toTick;
        start += length
      ) {
        const first = (start - START) / MINUTE_TICKS
        const bar = joined(bars.slice(first, first + length / MINUTE_TICKS))
        if (bar !== undefined) whole.push({ start, open: bar.open, high: bar.high, low: bar.low, close: bar.close })
      }
      past.add(gap, length, whole.slice(whole.length - Math.min(whole.length, told[index] ?? 0)))
    }
  }
  return past
}

it('no minute is told twice, and none that was published', () => {
  fc.assert(
    fc.property(anyMarket, fc.nat(MINUTES - 1), fc.nat(MINUTES - 1), (minutesOf, a, b) => {
      const [from, to] = [minuteTick(Math.min(a, b)), minuteTick(Math.max(a, b) + 1)]
      const spans = historyOf(minutesOf).spans(from, to)
      const minutes = spans.flatMap(({ start, end }) =>
        Array.from({ length: (end - start) / MINUTE_TICKS }, (_, step) => (start - START) / MINUTE_TICKS + step),
      )
      expect(minutes).toEqual([...new Set(minutes)].sort((x, y) => x - y))
      for (const minute of minutes) expect(minutesOf.isPublished[minute]).toBe(false)
      expect(spans.every(({ start, end }) => start >= from && end <= to)).toBe(true)
    }),
    { numRuns: runs(100) },
  )
})

it('a bar of a time in which the venue told every minute is that of the minutes, published or not', () => {
  fc.assert(
    fc.property(anyMarket, fc.nat(), fc.constantFrom(...LENGTHS.slice(0, 4)), (minutesOf, at, length) => {
      const past = historyOf({
        ...minutesOf,
        told: minutesOf.told.map((count, index) => (index === 0 ? MINUTES : count)),
      })
      const start = alignDown(START + (at % (MINUTES * MINUTE_TICKS - HOUR_TICKS)), length)
      const first = (start - START) / MINUTE_TICKS
      const minutes = Array.from({ length: length / MINUTE_TICKS }, (_, step) => first + step)
      const own = joined(minutes.flatMap((minute) => (minutesOf.isPublished[minute] ? [minutesOf.bars[minute]!] : [])))
      const bar = joinPast(own, past, start, start + length)
      const all = joined(minutes.map((minute) => minutesOf.bars[minute]!))!
      const published = minutes.filter((minute) => minutesOf.isPublished[minute])
      const source = published.length === 0 ? 'venue' : published.length < minutes.length ? 'both' : undefined
      expect(bar && { ...bar, source: bar.source }).toEqual({ ...all, trades: published.length, source })
    }),
    { numRuns: runs(100) },
  )
})

it('the order in which histories are read makes no difference, nor does reading one again', () => {
  const bar = (start: number, price: number): PastBar => ({ start, open: price, high: price, low: price, close: price })
  const [early, late] = [
    { fromTick: 0, toTick: START },
    { fromTick: START + HOUR_TICKS, toTick: START + 2 * HOUR_TICKS },
  ]
  const bars = [bar(START - MINUTE_TICKS, 5), bar(START + HOUR_TICKS, 7)] as const
  const orders = [
    [0, 1],
    [1, 0, 1],
  ].map((order) => {
    const past = createPastBars()
    for (const index of order) past.add(index === 0 ? early : late, MINUTE_TICKS, [bars[index]!])
    past.add(late, MINUTE_TICKS, [bar(START + HOUR_TICKS, 999)])
    return past.spans(0, START + DAY_TICKS)
  })
  expect(orders[0]).toEqual(orders[1])
  expect(orders[0]?.map(({ close }) => close)).toEqual([5, 7])
})

it('the latest bar is the one that ends last by the end of a tick', () => {
  const past = createPastBars()
  const gap = { fromTick: 0, toTick: START + DAY_TICKS }
  const prices = { open: 1, high: 1, low: 1 }
  past.add(gap, HOUR_TICKS, [{ start: START, ...prices, close: 60 }])
  past.add(gap, MINUTE_TICKS, [{ start: START + 5 * MINUTE_TICKS, ...prices, close: 1 }])
  const closes = [START, START + 6 * MINUTE_TICKS - 2, START + 6 * MINUTE_TICKS - 1, START + HOUR_TICKS - 1].map(
    (tick) => past.lastBy(tick)?.close,
  )
  expect(closes).toEqual([undefined, undefined, 1, 60])
})

describe('the block of bars', () => {
  const anyBars = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 2, max: 2 ** 32 - 2 })))
    .map((steps) => {
      let start = 29_500_000
      return steps.map(([step, price]): PastBar => {
        start += step
        return { start: start * MINUTE_TICKS, open: price, high: price + 1, low: price - 1, close: price }
      })
    })

  it('is read as it was written, and refused with any byte changed or cut off', () => {
    fc.assert(
      fc.property(anyBars, fc.nat(), fc.integer({ min: 1, max: 255 }), (bars, at, by) => {
        const block = encodeBars(bars, MINUTE_TICKS)
        expect(decodeBars(block, MINUTE_TICKS)).toEqual(bars)
        const garbled = block.map((byte, place) => (place === at % block.length ? byte ^ by : byte))
        expect(() => decodeBars(garbled, MINUTE_TICKS)).toThrow(BlockError)
        expect(() => decodeBars(block.slice(0, at % block.length), MINUTE_TICKS)).toThrow(BlockError)
      }),
    )
  })
})
