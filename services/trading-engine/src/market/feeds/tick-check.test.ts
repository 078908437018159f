import { ASSET_CLASSES } from '../../core/model/market/instrument.js'
import { createTickCheck, TICK_LIMITS, type FeedTick, type TickFault } from './tick-check.js'

const SECOND = 1_000_000
const LIMITS = { jumpMax: 0.1, wickMax: 0.5 }

const tick = (second: number, price: number): FeedTick => ({
  ...{ at: second * SECOND, open: price, high: price, low: price, close: price },
})
const bar = (second: number, open: number, high: number, low: number, close: number): FeedTick => ({
  ...{ at: second * SECOND, open, high, low, close },
})

const isTick = (given: object): given is FeedTick => !Array.isArray(given)

/** The result of the ticks: closes in the order they were accepted, and faults in the order they were found. */
function check(...ticks: readonly (FeedTick | readonly [FeedTick, arrivedSecond: number])[]) {
  const faults: [TickFault, number][] = []
  const it = createTickCheck(LIMITS, (fault, { close }) => faults.push([fault, close]))
  const accepted = ticks.flatMap((each) => {
    const [one, arrivedAt] = isTick(each) ? [each, each.at] : [each[0], each[1] * SECOND]
    return it.offer(one, arrivedAt).map(({ close }) => close)
  })
  const before = faults.length
  it.end()
  return { accepted, faults: faults.slice(0, before), atTheEnd: faults.slice(before) }
}

const prices = (...list: readonly number[]) => check(...list.map((price, second) => tick(second, price)))

it.each([NaN, Infinity, -Infinity, 0, -0, -1])('%p is not a price', (price) => {
  expect(prices(100, price, 101)).toEqual({ accepted: [100, 101], faults: [['not_a_price', price]], atTheEnd: [] })
})

it('every price of a bar has to be one', () => {
  for (const broken of [bar(0, NaN, 1, 1, 1), bar(0, 1, NaN, 1, 1), bar(0, 1, 1, 0, 1), bar(0, 1, 1, 1, -1)]) {
    expect(check(broken).faults.map(([fault]) => fault)).toEqual(['not_a_price'])
  }
})

it('time does not go backwards, but may stand still', () => {
  expect(check(tick(5, 100), tick(5, 101), [tick(4, 102), 5], tick(5, 103))).toMatchObject({
    accepted: [100, 101, 103],
    faults: [['out_of_order', 102]],
  })
})

it('what is made after it arrives does not make all others late', () => {
  expect(check(tick(5, 100), [tick(1_000, 101), 6], tick(7, 102))).toMatchObject({
    accepted: [100, 102],
    faults: [['early', 101]],
  })
  expect(check([tick(6, 100), 5]).accepted).toEqual([100])
})

it('what was long under way is stale', () => {
  expect(check([tick(5, 100), 15], [tick(6, 101), 17]).faults).toEqual([['stale', 101]])
})

describe('a jump', () => {
  it.each([
    ['up to the limit is none', [100, 110, 100, 99], [100, 110, 100, 99], []],
    ['alone is rejected when the market is back', [100, 111, 100, 101], [100, 100, 101], [111]],
    ['down is one as up is', [100, 90, 100], [100, 100], [90]],
    ['of two in agreement is still rejected', [100, 200, 201, 100], [100, 100], [200, 201]],
    ['that two more agree with is accepted, whole and in order', [100, 200, 201, 199, 150], [100, 200, 201, 199], []],
    ['is not confirmed by another one elsewhere', [100, 200, 50, 199, 100], [100, 100], [200, 50, 199]],
    ['begins again with what does not agree', [100, 200, 50, 51, 50, 52], [100, 50, 51, 50, 52], [200]],
    ['may follow another', [100, 200, 200, 200, 400, 400, 400], [100, 200, 200, 200, 400, 400, 400], []],
    ['cannot happen to the first', [1, 100, 100, 100], [1, 100, 100, 100], []],
  ])('%s', (_what, given, accepted, rejected) => {
    const result = prices(...given)
    expect([result.accepted, result.faults]).toEqual([accepted, rejected.map((price) => ['jump', price])])
  })

  it('that nothing confirms before the end is rejected', () => {
    expect(prices(100, 200, 200)).toEqual({
      accepted: [100],
      faults: [],
      atTheEnd: [
        ['jump', 200],
        ['jump', 200],
      ],
    })
  })

  it('is one from a close to the next open, however far a bar goes by itself', () => {
    expect(check(bar(0, 100, 130, 95, 130), bar(1, 131, 131, 100, 100), bar(2, 131, 132, 130, 131)).accepted).toEqual([
      130, 100,
    ])
  })

  it('is a wick far beyond open and close: no later bar can confirm it', () => {
    expect(check(bar(0, 100, 151, 100, 100), bar(1, 100, 100, 66, 100), bar(2, 100, 150, 67, 100))).toMatchObject({
      accepted: [100],
      faults: [
        ['jump', 100],
        ['jump', 100],
      ],
    })
  })
})

it('there are limits for every asset class', () => {
  for (const each of ASSET_CLASSES) expect(TICK_LIMITS[each].wickMax).toBeGreaterThan(TICK_LIMITS[each].jumpMax)
})
