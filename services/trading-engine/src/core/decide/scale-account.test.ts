/** The table of docs/PAYOUTS.md about scaling, row by row: each is a payout that is paid. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader } from '../../../test/support/trader.js'
import { addMonths } from '../calendar/months.js'
import { postPayout } from './decide-capital.js'
import { dailyFloor, drawdownFloor } from '../margin/floors.js'
import { scaledPlan, type Scaling } from '../model/account/scaling.js'
import { openDraft } from '../model/draft.js'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { scaleAccount } from './scale-account.js'

const page = readFileSync(resolve(__dirname, '../../../../../docs/PAYOUTS.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| +\d/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .filter((cells) => cells.length === 10)
  .map((cells) => cells.map((cell) => Number(cell)))

const money = (value: number) => usd(decimal(String(value)))
const pct = (text: string) => rate(decimal(text))
const OPENED = 100_000
const PLAN = aPlan({
  words: 'PRESENT',
  maxDrawdown: { mode: 'TRAILING_CLOSED', pct: pct('10'), onFirstPayout: 'KEEP' },
  dailyLoss: { pct: pct('5'), reference: 'BALANCE', amountBase: 'INITIAL' },
  payouts: {},
  scaling: [{ months: 4, profitPct: pct('5'), payouts: 2, growthPct: pct('25'), balanceMax: money(140_000) }],
})

test('the page has its rows', () => expect(rows).toHaveLength(5))

/** The account that a row begins with; the row before tells how large it is. */
function before(initial: number, balance: number, peak: number, earned: number) {
  const trader = aTrader({ plan: PLAN })
  const added = initial - OPENED
  const total = added === 0 ? earned : balance - initial + 10_000
  const at = trader.account.createdAt
  const scaling: Scaling | null =
    added === 0
      ? null
      : { steps: [{ at, initialBalance: money(initial) }], splitPct: null, profit: money(total - earned) }
  const netDeposits = money(balance - OPENED - total)
  const account = {
    ...{ ...trader.account, scaling, netDeposits, balance: money(balance), paidOut: usd(money(added) - netDeposits) },
    plan: scaling === null ? PLAN : scaledPlan(PLAN, scaling),
    highWaterMark: money(peak - added),
    day: { ...trader.account.day, startBalance: money(balance), startNetDeposits: netDeposits },
  }
  return { account, context: trader.script.context() }
}

test.each(rows.map((row, place) => [rows[place - 1]?.[6] ?? OPENED, ...row] as const))(
  'at %s, after %s months, %s earned and %s payouts, %s paid of %s under a peak of %s: %s, %s, %s, %s',
  (...cells) => {
    const [size, months, earned, payouts, paid, balance, peak, ...expected] = cells as unknown as number[]
    const { account, context } = before(size ?? 0, balance ?? 0, peak ?? 0, earned ?? 0)
    const draft = openDraft(account, context)
    postPayout(draft, money(paid ?? 0))
    const now = addMonths(account.createdAt, months ?? 0)
    scaleAccount(draft, { id: context.newId() }, payouts ?? 0, now)
    const after = draft.account
    const found = [after.plan.initialBalance, after.balance, drawdownFloor(after), dailyFloor(after) ?? usd(0n)]
    expect(found.map((value) => Number(formatDecimal(value)))).toEqual(expected)
  },
)
