import {
  averageDigits,
  digitsOf,
  formatDecimal,
  formatMoney,
  formatPercent,
  pixelMoney,
  signOf,
  toPixels,
} from './format.js'

describe('amounts', () => {
  it.each([
    ['100000', 'USD', '$100,000.00'],
    ['-1234.5', 'USD', '\u2212$1,234.50'],
    ['0.005', 'USD', '$0.01'],
    ['12345678901234567890.12', 'USD', '$12,345,678,901,234,567,890.12'],
    ['25', 'USDC', '25.00 USDC'],
  ])('%s %s is %s', (value, currency, shown) => expect(formatMoney(value, currency)).toBe(shown))

  it.each(['94270.745', '1.005', '-0.005', '0.0000001', '100000'])(
    'of %s are the same beside a line of a chart',
    (value) => expect(pixelMoney(toPixels(value), 'USD')).toBe(formatMoney(value)),
  )

  it('shows the sign of a result, and none of nothing', () => {
    expect(formatMoney('12.3', 'USD', true)).toBe('+$12.30')
    expect(formatMoney('0', 'USD', true)).toBe('$0.00')
  })

  it.each([
    ['97061.234567891', '97,061.23'],
    ['1.104358961234', '1.104359'],
    ['0.000012345678912', '0.00001234568'],
    ['123456789.5', '123,456,789.5'],
    ['20000', '20,000'],
    [null, '–'],
  ])('shows of an average price %s what matters: %s', (value, shown) =>
    expect(formatDecimal(value, { digitsMax: averageDigits(value) })).toBe(shown),
  )

  it('keeps every digit of a price or quantity', () => {
    expect(formatDecimal('0.000000012345678901')).toBe('0.000000012345678901')
    expect(formatDecimal('1234567.5')).toBe('1,234,567.5')
  })

  it('never shows a zero for what is not known', () => {
    expect([formatMoney(null), formatDecimal(undefined), formatPercent(null)]).toEqual(['–', '–', '–'])
  })

  it('tells gain from loss, and neither from zero', () => {
    expect(['0.01', '-0.01', '0', '-0.00', '', null].map(signOf)).toEqual([1, -1, 0, 0, 0, 0])
  })
})

describe('the digits of a step', () => {
  it.each([
    ['0.01', 2],
    ['1', 0],
    ['0.00001', 5],
  ])('%s has %d', (step, digits) => expect(digitsOf(step)).toBe(digits))
})
