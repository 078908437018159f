import fc from 'fast-check'
import { formatDecimal, ONE, price, type Price } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../catalogue.js'
import { listGmx, readGmxTickers } from './gmx/gmx-prices.js'
import { listOstium } from './ostium/ostium-pairs.js'
import { readOstiumPrices } from './ostium/ostium-prices.js'
import { createVenueTickCheck } from './venue-tick-check.js'
import type { VenueTick } from './venue-tick.js'

const { all } = loadCatalogue()
const gmx = listGmx(all)
const ostium = listOstium(all)
const AT = 1_783_345_314

it('reads every price of GMX back to the last unit, and widens what is finer than a price', () => {
  fc.assert(
    fc.property(fc.constantFrom(...gmx), fc.bigInt(1n, 10n ** 6n), fc.bigInt(0n, 1000n), (listing, share, spread) => {
      const { instrument, token } = listing
      const bid = (instrument.typicalPrice * share) / 10n ** 5n
      const ask = bid + (bid * spread) / 10_000n
      const units = (value: bigint): string => ((value * 10n ** 12n) / 10n ** BigInt(token.decimals)).toString()
      const entry = { tokenAddress: token.address, minPrice: units(bid), maxPrice: units(ask), updatedAt: AT }
      const [tick] = readGmxTickers([entry], [listing]).ticks
      if (tick === undefined) return expect(share).toBeLessThan(10n ** 4n)
      const unit = 10n ** BigInt(Math.max(0, token.decimals - 12))
      expect(tick.bid).toBeLessThanOrEqual(bid)
      expect(bid - tick.bid).toBeLessThanOrEqual(unit)
      expect(ask - tick.ask).toBeLessThanOrEqual(unit)
      expect(tick.bid <= tick.mid && tick.mid <= tick.ask).toBe(true)
    }),
  )
})

it('reads every decimal of Ostium as it is written', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ostium), fc.integer({ min: 1, max: 999_999 }), (instrument, digits) => {
      const magnitude = 10n ** BigInt(instrument.typicalPrice.toString().length - 1)
      const written = formatDecimal((BigInt(digits) * magnitude) / 100_000n)
      const [from, to] = instrument.symbol.split('-')
      const body: unknown = JSON.parse(
        `[{"bid":${written},"mid":${written},"ask":${written},"isMarketOpen":true,"from":"${from}","to":"${to}","timestampSeconds":${AT}}]`,
      )
      const { ticks, unreadable } = readOstiumPrices(body, [instrument])
      if (ticks.length === 0) expect(unreadable).toMatchObject([{ fault: 'scale' }])
      else expect(formatDecimal(ticks[0]!.mid)).toBe(written)
    }),
  )
})

it('whatever a venue answers, every tick is a price in order, of a listed symbol', () => {
  const numberLike = fc.oneof(
    fc.jsonValue(),
    fc.double(),
    fc.constantFrom('0', '-1', 'NaN', '1e5', '1739495434083952', '9'.repeat(70), 1768547698, 1783345314888),
  )
  const entry = fc.record(
    {
      ...{ tokenAddress: fc.constantFrom(...gmx.map(({ token }) => token.address)), minPrice: numberLike },
      ...{ maxPrice: numberLike, updatedAt: numberLike, from: fc.constantFrom(...ostium.map(({ base }) => base)) },
      ...{ to: fc.constant('USD'), bid: numberLike, mid: numberLike, ask: numberLike },
      ...{ isMarketOpen: fc.oneof(fc.boolean(), fc.jsonValue()), timestampSeconds: numberLike },
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.array(entry), fc.jsonValue()), (body) => {
      for (const { ticks } of [readGmxTickers(body, gmx), readOstiumPrices(body, ostium)])
        for (const { bid, mid, ask, at } of ticks) {
          expect(0n < bid && bid <= mid && mid <= ask).toBe(true)
          expect(at).toBeGreaterThan(1e15)
        }
    }),
  )
})

const SECOND = 1_000_000
const tickOf = (mid: Price, at: number, isOpen: boolean | null = null): VenueTick => ({
  ...{ venue: 'GMX', symbol: 'BTC-USD', bid: mid, mid, ask: mid, at, isOpen },
})

function offerAll(ticks: readonly (readonly [VenueTick, number])[]) {
  const faults: string[] = []
  const check = createVenueTickCheck({ assetClass: 'crypto' }, (fault) => faults.push(fault))
  return { accepted: ticks.flatMap(([tick, arrivedAt]) => check.offer(tick, arrivedAt)), faults }
}
const dollars = (amount: number): Price => price(BigInt(amount) * ONE)
const prompt = (ticks: readonly VenueTick[]) => offerAll(ticks.map((tick) => [tick, tick.at] as const))

it.each<readonly [string, readonly (readonly [VenueTick, number])[], number, readonly string[]]>([
  ['a clock five minutes slow', [[tickOf(dollars(1), 0), 300 * SECOND]], 0, ['stale']],
  ['a clock five minutes fast', [[tickOf(dollars(1), 300 * SECOND), 0]], 0, ['early']],
  ['the same tick twice', [1, 2].map((second) => [tickOf(dollars(1), 0), second * SECOND] as const), 1, []],
  [
    'an older tick',
    [2, 1]
      .map((second) => [tickOf(dollars(second), second * SECOND), 0] as const)
      .map(([tick]) => [tick, 2 * SECOND] as const),
    1,
    ['out_of_order'],
  ],
  ['the last price of a closed market', [[tickOf(dollars(1), 0, false), 3_600 * SECOND]], 1, []],
  [
    'a market that closes on its last price',
    [true, false, false].map((isOpen, second) => [tickOf(dollars(1), 0, isOpen), second * SECOND] as const),
    2,
    [],
  ],
  [
    'a market that opens at the price it closed at',
    [
      [tickOf(dollars(1), 0, false), 0],
      [tickOf(dollars(1), 3_600 * SECOND, true), 3_600 * SECOND],
    ],
    2,
    [],
  ],
])('%s', (_title, ticks, accepted, faults) => {
  const result = offerAll(ticks)
  expect([result.accepted.length, result.faults]).toEqual([accepted, faults])
})

it('a price that stays the same for a minute while its times go on is frozen, until it moves', () => {
  const still = Array.from({ length: 64 }, (_, second) => tickOf(dollars(100), second * SECOND))
  const { accepted, faults } = prompt([...still, tickOf(dollars(101), 64 * SECOND)])
  expect(accepted).toHaveLength(61 + 1)
  expect(faults).toEqual(['frozen', 'frozen', 'frozen'])
  expect(prompt(still.map((tick) => ({ ...tick, isOpen: false }))).faults).toEqual([])
})
