import fc from 'fast-check'
import { createTickCheck, type FeedTick } from './tick-check.js'

const LIMITS = { jumpMax: 0.1, wickMax: 0.5 }
const toTick = (price: number, at: number): FeedTick => ({ at, open: price, high: price, low: price, close: price })

/** Feeds them one second apart. */
function offerAll(ticks: readonly FeedTick[]) {
  const rejected: FeedTick[] = []
  const check = createTickCheck(LIMITS, (_fault, tick) => rejected.push(tick))
  const accepted = ticks.flatMap((tick) => check.offer(tick, tick.at))
  check.end()
  return { accepted, rejected }
}

const anyTicks = fc
  .array(
    fc.tuple(fc.oneof(fc.constantFrom(1, 1.05, 2, 2.1, 50, 0, NaN, -3), fc.double()), fc.integer({ min: 0, max: 40 })),
  )
  .map((list) => list.map(([price, at]) => toTick(price, at)))

/** A market that moves by up to a tenth, less rounding, from tick to tick. */
const anyMarket = fc
  .array(fc.double({ min: -0.09, max: 0.09, noNaN: true }), { minLength: 1, maxLength: 50 })
  .map((moves) => {
    let price = 100
    return moves.map((move, at) => toTick((price *= 1 + move), at))
  })

it('every tick is accepted or rejected once, and what is accepted keeps its order', () => {
  fc.assert(
    fc.property(anyTicks, (ticks) => {
      const { accepted, rejected } = offerAll(ticks)
      expect(new Set([...accepted, ...rejected])).toEqual(new Set(ticks))
      expect(accepted.length + rejected.length).toBe(ticks.length)
      expect(accepted).toEqual(ticks.filter((tick) => accepted.includes(tick)))
      for (const { close } of accepted) expect(close > 0 && Number.isFinite(close)).toBe(true)
      accepted.slice(1).forEach(({ at }, position) => expect(at).toBeGreaterThanOrEqual(accepted[position]!.at))
    }),
  )
})

it('a market without jumps passes whole', () => {
  fc.assert(fc.property(anyMarket, (ticks) => expect(offerAll(ticks).accepted).toEqual(ticks)))
})

it('one or two bad prints in it are rejected, and nothing else', () => {
  fc.assert(
    fc.property(
      anyMarket,
      fc.nat(),
      fc.integer({ min: 1, max: 2 }),
      fc.constantFrom(0.01, 100),
      (ticks, where, count, factor) => {
        const position = 1 + (where % ticks.length)
        const before = ticks[position - 1]!
        const bad = Array.from({ length: count }, () => toTick(before.close * factor, before.at))
        const { accepted, rejected } = offerAll([...ticks.slice(0, position), ...bad, ...ticks.slice(position)])
        expect([accepted, rejected]).toEqual([ticks, bad])
      },
    ),
  )
})
