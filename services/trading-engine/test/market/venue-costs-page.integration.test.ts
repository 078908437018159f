/** docs/VENUE-COSTS.md says what the code does: its worked amounts, its rates, and the values it names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { carryPayment } from '../../src/core/margin/carry.js'
import { decimal, formatDecimal, rate, usd } from '../../src/core/values/decimal.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { borrowingRate } from '../../src/market/carry-figures.js'
import { timeOf } from '../support/market/scripted-world.js'

const PAGE = readFileSync(join(__dirname, '../../../../docs/VENUE-COSTS.md'), 'utf8')
const CATALOGUE = loadCatalogue()

/** The rows of the table whose head begins with these words. */
function rowsOf(...head: readonly string[]): readonly (readonly string[])[] {
  const cells = PAGE.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const first = cells.findIndex(([, ...found]) => head.every((word, index) => found[index] === word))
  const after = cells.slice(first + 2)
  return after.slice(
    0,
    after.findIndex(({ length }) => length < 3),
  )
}
const exact = (text: string): bigint => decimal(text.replace('−', '-'))

test('every worked charge', () => {
  const rows = rowsOf('Cost', 'Rate a year', 'From', 'Until')
  expect(rows).toHaveLength(5)
  for (const [, cost = '', yearly = '', from = '', until = '', worked = ''] of rows) {
    const span = { from: timeOf(from), until: timeOf(until) }
    const charged = carryPayment({ cost: usd(exact(cost)) }, rate(exact(yearly)), span)
    expect(formatDecimal(charged)).toBe(formatDecimal(exact(worked.split(' ').at(-1) ?? '')))
  }
})

test('the borrowing rates, with the catalogue’s terms', () => {
  const carry = CATALOGUE.find('BTC-USD')?.terms.GMX?.carry
  if (carry?.kind !== 'borrowing') throw new Error('GMX lends')
  const rows = rowsOf('Usage', 'Rate a year')
  expect(rows).toHaveLength(4)
  for (const [, usage = '', yearly = ''] of rows)
    expect(formatDecimal(borrowingRate(carry, rate(exact(usage))))).toBe(yearly)
  const { baseRate, optimalUsage, fullRate } = carry
  const [base, optimal, full] = [baseRate, optimalUsage, fullRate].map((share) => formatDecimal(share * 100n))
  expect(PAGE).toContain(`base ${base} %, optimal usage ${optimal} %, full ${full} %`)
})

test('the values that it names are the catalogue’s', () => {
  const stock = CATALOGUE.find('NVDA-USD')!
  const { oracleFee, carry } = stock.terms.OSTIUM!
  expect(PAGE).toContain(`${formatDecimal(oracleFee)}0 USDC for each price`)
  expect(carry.kind === 'rollover' && formatDecimal(carry.premiumRate * 100n)).toBe('1.5')
  expect(PAGE).toContain('premium 1.5 %')
  expect(stock.tradingHours).toMatchObject({ dayTrading: { fromMinute: 9 * 60 + 31, untilMinute: 15 * 60 + 45 } })
  expect(PAGE).toContain('from 9:31 to 15:45')
})
