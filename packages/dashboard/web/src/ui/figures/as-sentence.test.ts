import { asSentence, withMoney } from './as-sentence.js'
import { formatMoney } from './format.js'

test.each([
  [
    'equity of 94208.21 USD reached the floor of the trading day of 95000 USD',
    'Equity of $94,208.21 reached the floor of the trading day of $95,000.00.',
  ],
  ['equity of -3.5 USD, at a stale price', 'Equity of −$3.50, at a stale price.'],
  ['a loss (of -5 USD), then 1.2.3 USD', 'A loss (of −$5.00), then 1.2.3 USD.'],
  ['it needs (5000 USD) more', 'It needs ($5,000.00) more.'],
  ['The market is closed.', 'The market is closed.'],
  ['BTC-USD is not listed', 'BTC-USD is not listed.'],
])('%s', (message, sentence) => expect(asSentence(message)).toBe(sentence))

test.each(['94270.745', '94270.744999999999999999', '94999.995', '-0.005', '0'])(
  'an amount of %s reads as in its field',
  (amount) => expect(withMoney(`${amount} USD is free`)).toBe(`${formatMoney(amount)} is free`),
)
