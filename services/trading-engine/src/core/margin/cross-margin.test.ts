import fc from 'fast-check'
import type { Account } from '../model/account/account.js'
import { crossLiquidationMarks, isMaintenanceDue, maintenanceHeadroom, type LiquidationMark } from './cross-margin.js'
import { decimal, formatDecimal, price, quantity, rate, usd } from '../values/decimal.js'
import { VENUE_IDS } from '../model/market/instrument.js'
import { listingKey, type Listing } from '../model/market/listing.js'
import { notionalOf, type Direction, type Position } from '../model/account/position.js'
import { market } from '../../../test/support/commands.js'
import { BTC, EUR, SOL, TEST_CATALOGUE } from '../../../test/support/market/instruments.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { scriptContext } from '../../../test/support/market/scripted-world.js'
import { aTrader } from '../../../test/support/trader.js'

interface Holding {
  readonly symbol: string
  readonly venue: Position['venue']
  readonly direction: Direction
  readonly quantity: string
  readonly entry: string
}

const template = (() => {
  const trader = aTrader({ plan: aPlan({ marginMode: 'CROSS' }) })
  trader.placed(market('BUY', '1'))
  return { account: trader.account, position: trader.position() }
})()

const positionOf = ({ quantity: size, entry, ...where }: Holding, id: string): Position => {
  const held = quantity(decimal(size))
  return { ...template.position, ...where, id, quantity: held, cost: notionalOf(held, price(decimal(entry))) }
}

const accountOf = (balance: string, holdings: readonly Holding[]): Account => ({
  ...template.account,
  balance: usd(decimal(balance)),
  positions: new Map(holdings.map((each, index) => [listingKey(each), positionOf(each, `p${index}`)])),
})

/** The market of the test catalogue with these marks; everything else at its typical price. */
const marketAt = (marks: Readonly<Record<string, string>>) => {
  const script = scriptContext()
  for (const [symbol, mark] of Object.entries(marks)) script.setMark(symbol, mark)
  return script.context()
}

const shown = (marks: ReadonlyMap<string, LiquidationMark | null>) =>
  Object.fromEntries([...marks].map(([symbol, at]) => [symbol, at === null ? null : formatDecimal(at.price)]))

const BTC_LONG: Holding = { symbol: 'BTC-USD', venue: 'GMX', direction: 'LONG', quantity: '2', entry: '20000' }
const BTC_SHORT: Holding = { ...BTC_LONG, venue: 'OSTIUM', direction: 'SHORT' }
const EUR_SHORT: Holding = { symbol: 'EUR-USD', venue: 'OSTIUM', direction: 'SHORT', quantity: '10000', entry: '1.1' }

test.each<[string, string, readonly Holding[], Record<string, string | null>]>([
  // maintenance is 1 % everywhere: (2 × 20000 − 10000) ÷ (2 × 0.99)
  ['a long', '10000', [BTC_LONG], { 'GMX:BTC-USD': '15151.515151515151515151' }],
  // (40000 + 10000) ÷ (2 × 1.01), rounded to where it is due
  ['a short', '10000', [{ ...BTC_LONG, direction: 'SHORT' }], { 'GMX:BTC-USD': '24752.475247524752475248' }],
  // what it may lose is less than what is there: 1,690 of 100,000
  ['a small long', '100000', [{ ...BTC_LONG, quantity: '0.0845' }], { 'GMX:BTC-USD': null }],
  // of both: (40000 − 11000 − 10000 + 0.01 × 11000 + 11000) ÷ 1.98; (11000 + 10000 − 0.01 × 40000) ÷ (10000 × 1.01)
  [
    'two symbols',
    '10000',
    [BTC_LONG, EUR_SHORT],
    { 'GMX:BTC-USD': '15207.070707070707070707', 'OSTIUM:EUR-USD': '2.039603960396039604' },
  ],
  // long 2 and short 3: the short is the larger, and both get its price
  [
    'two venues',
    '10000',
    [BTC_LONG, { ...BTC_SHORT, quantity: '3' }],
    { 'GMX:BTC-USD': '28571.428571428571428572', 'OSTIUM:BTC-USD': '28571.428571428571428572' },
  ],
  // even: only maintenance grows with the mark, (10000) ÷ (4 × 0.01)
  ['a hedge', '10000', [BTC_LONG, BTC_SHORT], { 'GMX:BTC-USD': '250000', 'OSTIUM:BTC-USD': '250000' }],
  // nothing left to lose: no price begins it
  ['a short under water', '-50000', [{ ...BTC_LONG, direction: 'SHORT' }], { 'GMX:BTC-USD': null }],
  ['nothing', '10000', [], {}],
])('%s', (_, balance, holdings, expected) => {
  expect(shown(crossLiquidationMarks(accountOf(balance, holdings), marketAt({})))).toEqual(expected)
})

test('an instrument that the catalogue does not have is maintained with 1 %', () => {
  const account = accountOf('1000', [{ ...BTC_LONG, quantity: '1' }])
  const prices = { market: marketAt({ 'BTC-USD': '19191' }).market, instruments: { find: () => undefined } }
  // 1000 − 809 − 191.91
  expect(formatDecimal(maintenanceHeadroom(account, prices) ?? usd(0n))).toBe('-0.91')
})

test.each([
  ['is stale', (script: ReturnType<typeof scriptContext>) => script.setStale('EUR-USD', true)],
  ['was never seen', (script: ReturnType<typeof scriptContext>) => script.forget('EUR-USD')],
])('no liquidation is due while a mark %s', (_, hide) => {
  const script = scriptContext()
  const account = accountOf('-1000000', [BTC_LONG, EUR_SHORT])
  expect(isMaintenanceDue(account, script.context())).toBe(true)
  hide(script)
  expect(isMaintenanceDue(account, script.context())).toBe(false)
})

test('maintenance is due only of CROSS accounts with positions', () => {
  const account = accountOf('-1', [BTC_LONG])
  const context = marketAt({ 'BTC-USD': '20000' })
  expect(isMaintenanceDue(account, context)).toBe(true)
  expect(isMaintenanceDue({ ...account, positions: new Map() }, context)).toBe(false)
  expect(isMaintenanceDue({ ...account, plan: aPlan({ marginMode: 'ISOLATED' }) }, context)).toBe(false)
})

const SYMBOLS = [BTC, SOL, EUR].map((instrument) => ({ ...instrument, terms: BTC.terms }))
const EVERYWHERE = {
  ...TEST_CATALOGUE,
  all: SYMBOLS,
  find: (symbol: string) => SYMBOLS.find((instrument) => instrument.symbol === symbol),
}
const HOLDING = fc.record({
  instrument: fc.constantFrom(...SYMBOLS),
  venue: fc.constantFrom(...VENUE_IDS),
  direction: fc.constantFrom<Direction>('LONG', 'SHORT'),
  lots: fc.integer({ min: 1, max: 1_000_000 }),
  ticks: fc.integer({ min: 1, max: 100_000 }),
})
const RATES = fc.constantFrom('0.0005', '0.004', '0.01', '0.5')

test('at the price it is due, a tick before it is not', () => {
  const seen = { above: 0, below: 0, none: 0 }
  const cases = fc.record({
    balance: fc.bigInt({ min: -(10n ** 23n), max: 10n ** 25n }).map(usd),
    holdings: fc.array(HOLDING, { minLength: 1, maxLength: 6 }),
    apart: fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 3 }),
    rates: fc.array(RATES, { minLength: 6, maxLength: 6 }),
  })
  fc.assert(
    fc.property(cases, ({ balance, holdings, rates, apart }) => {
      const positions = new Map<string, Position>()
      holdings.forEach(({ instrument, venue, direction, lots, ticks }, index) => {
        const held = quantity(BigInt(lots) * instrument.lotSize)
        const cost = notionalOf(held, price(BigInt(ticks) * instrument.tickSize))
        const fields = { symbol: instrument.symbol, venue, direction, quantity: held, cost, id: `p${index}` }
        positions.set(listingKey({ venue, symbol: instrument.symbol }), { ...template.position, ...fields })
      })
      const keys = [...positions.keys()]
      const instruments = {
        find: (symbol: string) => {
          const instrument = TEST_CATALOGUE.find(symbol)
          if (instrument === undefined) return undefined
          const terms = Object.fromEntries(
            VENUE_IDS.map((venue) => [
              venue,
              {
                ...BTC.terms.GMX!,
                maintenanceMarginRate: rate(decimal(rates[keys.indexOf(listingKey({ venue, symbol }))] ?? '0.01')),
              },
            ]),
          )
          return { ...instrument, terms }
        },
      }
      const account: Account = { ...template.account, balance, positions }
      const script = scriptContext(EVERYWHERE)
      apart.forEach((ticks, index) => {
        const { symbol, typicalPrice, tickSize } = SYMBOLS[index]!
        script.setMark({ symbol, venue: 'OSTIUM' }, formatDecimal(price(typicalPrice + BigInt(ticks) * tickSize)))
      })
      const base = script.context().market
      const isDueAt = (listing: Listing, mark: bigint): boolean => {
        const moved = mark - base.quote(listing)!.mark
        const quote = (requested: Listing) => {
          const found = base.quote(requested)!
          return requested.symbol === listing.symbol ? { ...found, mark: price(found.mark + moved) } : found
        }
        return isMaintenanceDue(account, { market: { quote }, instruments })
      }
      for (const [key, found] of crossLiquidationMarks(account, { market: base, instruments })) {
        const listing = positions.get(key)!
        const tick = TEST_CATALOGUE.find(listing.symbol)?.tickSize ?? 1n
        if (found === null) {
          seen.none += 1
          // Whatever it is, it is the same at every price.
          expect(isDueAt(listing, tick)).toBe(isDueAt(listing, 10n ** 36n))
          continue
        }
        const { price: at, isAbove: isDueAbove } = found
        expect(isDueAt(listing, at)).toBe(true)
        const isBelow = isDueAt(listing, at > tick ? at - tick : 1n)
        const isAbove = isDueAt(listing, at + tick)
        expect(isAbove).toBe(isDueAbove)
        if (at > tick) expect(isBelow).not.toBe(isAbove)
        if (isBelow) seen.below += 1
        if (isAbove) seen.above += 1
      }
    }),
    { numRuns: 300 },
  )
  expect(Math.min(seen.above, seen.below, seen.none)).toBeGreaterThan(20)
})
