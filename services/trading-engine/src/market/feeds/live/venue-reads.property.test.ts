import fc from 'fast-check'
import { ONE, price } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../catalogue.js'
import { candleMicros, CANDLE_INTERVALS } from '../../candles.js'
import { readGmxCandles } from './gmx/gmx-candles.js'
import { readGmxMarkets } from './gmx/gmx-markets.js'
import { listGmx } from './gmx/gmx-prices.js'
import { readOstiumCandles } from './ostium/ostium-candles.js'
import { createMessageReader } from './ostium/ostium-messages.js'
import { listOstium } from './ostium/ostium-pairs.js'
import { readOstiumSchedule } from './ostium/ostium-schedule.js'

const { all } = loadCatalogue()
const tokens = listGmx(all)
const pairs = listOstium(all)
const AT = 1_783_342_800
const numberLike = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.constantFrom(0, -1, '0', '-1', 'NaN', '9'.repeat(70), AT, AT * 1000, AT - 3_600, 100, 1e30),
)

it('whatever a venue answers, its bars are closed, in order, and lie within their low and high', () => {
  const near = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 99, max: 101 }) }, numberLike)
  const time = fc.oneof(
    numberLike,
    fc.integer({ min: 0, max: 9 }).map((hours) => AT - hours * 3_600),
  )
  const bar = fc.record({ time, open: near, high: near, low: near, close: near })
  const entries = fc.oneof(fc.array(fc.oneof(bar, fc.array(numberLike, { maxLength: 6 }))), fc.jsonValue())
  fc.assert(
    fc.property(entries, fc.constantFrom(...CANDLE_INTERVALS), (data, interval) => {
      const terms = { instrument: { typicalPrice: price(100n * ONE) }, interval, now: (AT + 60) * 1e6 }
      for (const read of [readGmxCandles({ candles: data }, terms), readOstiumCandles({ data }, terms)])
        if (!('fault' in read))
          read.bars.forEach(({ startsAt, open, high, low, close }, index) => {
            expect(startsAt).toBeGreaterThan(read.bars[index - 1]?.startsAt ?? 0)
            expect(startsAt + candleMicros(interval)).toBeLessThanOrEqual(terms.now)
            expect(0n < low && low <= open && low <= close && open <= high && close <= high).toBe(true)
          })
    }),
  )
})

it("whatever GMX answers, a market's open interest and borrowing rates are not negative, and its symbol is ours", () => {
  const units = fc.oneof(numberLike, fc.bigInt(-(10n ** 32n), 10n ** 42n).map(String))
  const side = (name: string) => [`openInterest${name}`, `fundingRate${name}`, `borrowingRate${name}`, `netRate${name}`]
  const market = fc.record(
    {
      indexToken: fc.constantFrom(...tokens.map(({ token }) => token.address)),
      isListed: fc.oneof(fc.boolean(), fc.jsonValue()),
      ...Object.fromEntries([...side('Long'), ...side('Short')].map((name) => [name, units])),
    },
    { requiredKeys: ['indexToken'] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.record({ markets: fc.array(market) }), fc.jsonValue()), (body) => {
      const { states, unreadable, missing } = readGmxMarkets(body, tokens)
      for (const { long, short } of states)
        for (const { openInterest, borrowingRate } of [long, short])
          expect(openInterest >= 0n && borrowingRate >= 0n).toBe(true)
      const symbols = [...states, ...unreadable].map(({ symbol }) => symbol).concat(missing)
      const isWhole = symbols.length === 1 && symbols[0] === null
      if (!isWhole) expect(symbols.sort()).toEqual(tokens.map(({ instrument }) => instrument.symbol).sort())
    }),
  )
})

it('whatever the stream says, every tick is of a listed pair, and every schedule has whole sessions', () => {
  const read = createMessageReader(pairs)
  const message = fc.record(
    {
      type: fc.constantFrom('snapshot', 'tick', 'error', 'other'),
      data: fc.oneof(
        fc.jsonValue(),
        fc.record({ from: fc.constantFrom(...pairs.map(({ base }) => base)), to: fc.constant('USD'), bid: numberLike }),
      ),
      message: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(message, fc.jsonValue()), fc.array(fc.string()), (body, openingHours) => {
      const found = read(body)
      if (found.type === 'prices')
        for (const { symbol } of found.prices.ticks) expect(pairs.some((pair) => pair.symbol === symbol)).toBe(true)
      const schedule = readOstiumSchedule({ timezone: 'UTC', openingHours, isOpenNow: true }, 0)
      if (!('fault' in schedule) && 'sessions' in schedule.hours)
        for (const { day, openMinute, closeMinute } of schedule.hours.sessions)
          expect(day >= 0 && day <= 6 && openMinute >= 0 && openMinute < closeMinute && closeMinute <= 1_440).toBe(true)
    }),
  )
})
