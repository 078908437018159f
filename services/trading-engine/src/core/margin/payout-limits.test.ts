/** The examples of docs/PAYOUTS.md, row by row. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader } from '../../../test/support/trader.js'
import { decimal, formatDecimal, usd } from '../values/decimal.js'
import { drawdownFloor } from './floors.js'
import { leastOf, payoutLimits } from './payout-limits.js'

const page = readFileSync(resolve(__dirname, '../../../../../docs/PAYOUTS.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| +-?\d/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter((cells) => cells.length === 7)

const amount = (text: string) => usd(decimal(text))

test('the page has its examples', () => expect(rows.length).toBeGreaterThan(5))

test.each(rows)('balance %s, open %s, adjustments %s: profit %s, floor %s, room %s, available %s', (...cells) => {
  const [balance, open, adjustments, profit, floor, room, available] = cells as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const plan = aPlan({
    ...{ words: 'PRESENT', dailyLoss: null },
    maxDrawdown: { mode: 'TRAILING_CLOSED', pct: null, amount: amount('6000'), onFirstPayout: 'KEEP' },
    payouts: { buffer: amount('250'), amountMax: amount('5000') },
  })
  const highWaterMark = usd(amount(floor) + amount('6000'))
  const account = { ...aTrader({ plan }).account, balance: amount(balance), highWaterMark }
  expect(formatDecimal(drawdownFloor(account))).toBe(floor)
  const equity = usd(amount(balance) + amount(open))
  const unrealizedPnl = amount(open)
  const figures = { ...aTrader().figures(), equity, unrealizedPnl, freeMargin: equity }
  const limits = payoutLimits(account, plan.risk.payouts!, amount(adjustments), figures)
  const of = (name: string) => formatDecimal(limits.find(({ limit }) => limit === name)!.amount)
  // The last figure of the sum, or the first before a remark.
  expect(profit).toContain(of('profit'))
  expect(of('floor')).toBe(room)
  expect(formatDecimal(leastOf(limits))).toBe(available)
})
