import { decimal, formatDecimal, price, quantity, usd } from '../values/decimal.js'
import type { MarketView, Quote } from '../model/market/market-view.js'
import { computePastEquity, type Holding } from './past-equity.js'

const marketOf = (marks: Readonly<Record<string, string>>): Pick<MarketView, 'quote'> => ({
  quote: ({ symbol, venue }) => {
    const mark = marks[symbol]
    return mark === undefined ? undefined : ({ symbol, venue, mark: price(decimal(mark)) } as Quote)
  },
})

const holding = (symbol: string, direction: Holding['direction'], size: string, cost: string): Holding => ({
  ...{ id: symbol, symbol, venue: 'GMX', direction, quantity: quantity(decimal(size)), cost: usd(decimal(cost)) },
})

const equityOf = (holdings: readonly Holding[], marks: Readonly<Record<string, string>>): string | null => {
  const equity = computePastEquity(usd(decimal('1000')), holdings, marketOf(marks))
  return equity === null ? null : formatDecimal(equity)
}

const LONG = holding('BTC-USD', 'LONG', '0.5', '100')
const SHORT = holding('ETH-USD', 'SHORT', '2', '100')

test.each<[string, readonly Holding[], Readonly<Record<string, string>>, string | null]>([
  ['the balance when nothing is held', [], {}, '1000'],
  ['a long gains when the mark rises', [LONG], { 'BTC-USD': '220' }, '1010'],
  ['a short loses when it rises', [SHORT], { 'ETH-USD': '55' }, '990'],
  ['the sum over what is held', [LONG, SHORT], { 'BTC-USD': '220', 'ETH-USD': '55' }, '1000'],
  ['not known without the mark of one of them', [LONG, SHORT], { 'BTC-USD': '220' }, null],
  [
    'rounded against the trader where a mark is finer than any grid',
    [holding('A', 'LONG', '0.1', '0'), holding('B', 'SHORT', '0.1', '0')],
    { A: '0.000000000000000019', B: '0.000000000000000011' },
    // + 0.1 × 19 = 1 (of 10⁻¹⁸) and − 0.1 × 11 = −2
    '999.999999999999999999',
  ],
])('past equity is %s', (_, holdings, marks, expected) => {
  expect(equityOf(holdings, marks)).toBe(expected)
})
