import { decimal, formatDecimal, price, quantity, usd } from '../values/decimal.js'
import { EUR } from '../../../test/support/market/instruments.js'
import { nearestQuantities, sizeOnGrid, type SizeRules } from './order-size.js'

const size = (text: string) => quantity(decimal(text))
const terms = EUR.terms.OSTIUM ?? []
const lots = (lot: string, fields: Partial<Record<'filled' | 'reducible' | 'at', string>> = {}): SizeRules => ({
  lotSize: size(lot),
  filled: size(fields.filled ?? '0'),
  reducible: size(fields.reducible ?? '0'),
  // OSTIUM takes 5 USD and more
  minimum: fields.at === undefined || 'length' in terms ? null : { terms, at: price(decimal(fields.at)) },
})

test.each<[string, SizeRules, string[]]>([
  ['0.0015', lots('0.001'), ['0.001', '0.002']],
  ['0.0004', lots('0.001'), ['0.001']],
  ['150000', lots('100000'), ['100000', '200000']],
  // the venue's minimum
  ['1.5', lots('1', { at: '1' }), ['5']],
  ['1.5', lots('1', { at: '0.9' }), ['6']],
  ['5.5', lots('1', { at: '1' }), ['5', '6']],
  // beyond what it reduces it opens the other way, and has to be worth it as a whole
  ['1.5', lots('1', { at: '1', reducible: '3' }), ['1', '2']],
  ['2.5', lots('1', { at: '1', reducible: '3' }), ['2', '3']],
  ['3.5', lots('1', { at: '1', reducible: '3' }), ['3', '5']],
  ['4', lots('1', { at: '1', reducible: '3' }), ['3', '5']],
  // more than has filled
  ['1.5', lots('1', { filled: '3' }), ['4']],
  ['3.5', lots('1', { filled: '3' }), ['4']],
  ['4.5', lots('1', { filled: '3' }), ['4', '5']],
  // nothing above may be sent
  ['99999999999999999999.5', lots('1'), ['99999999999999999999']],
])('next to %s: %#', (value, rules, expected) => {
  expect(nearestQuantities(size(value), rules).map(formatDecimal)).toEqual(expected)
})

test('where no quantity is valid, none is named', () => {
  const dear = { ...lots('1', { at: '0.000000000000000001' }) }
  const rules = {
    ...dear,
    minimum: dear.minimum && { ...dear.minimum, terms: { ...dear.minimum.terms, notionalMin: usd(decimal('500')) } },
  }
  expect(sizeOnGrid(size('4'), rules)).toMatchObject({
    issues: [{ message: 'quantity must be worth at least 500 USD on OSTIUM' }],
  })
})
