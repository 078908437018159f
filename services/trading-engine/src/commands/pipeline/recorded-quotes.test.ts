import type { Quote } from '../../core/model/market/market-view.js'
import { decimal, price } from '../../core/values/decimal.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import { quoteText, readQuote, slotKey } from './recorded-quotes.js'

const at = (text: string) => price(decimal(text))
const quote: Quote = {
  ...{ symbol: 'BTC-USD', venue: 'GMX', tick: 7_091_841_640, at: 7_091_841_645 * TICK_MICROS, staleReason: null },
  ...{ mark: at('60000.5'), last: at('60001'), index: at('59999.123456789'), bid: at('60000'), ask: at('60001.25') },
}

test.each<Quote>([
  quote,
  { ...quote, venue: 'OSTIUM', symbol: 'EUR-USD', staleReason: 'divergence', mark: at('0.000000000000000001') },
])('a quote comes back whole, under its listing and tick', (told) => {
  expect(readQuote(quoteText(told))).toEqual([slotKey(told, told.at), told])
})

test('it is short', () => {
  expect(quoteText(quote)).toBe(
    'GMX:BTC-USD 39ae2v1 5 60000.5 0.5 -1.376543211 -0.5 0.75'.replace('39ae2v1', (7_091_841_645).toString(36)),
  )
})
