/**
 * The equity an account must not fall under. Two floors, of which the stricter one is in force:
 *
 *   drawdown  STATIC             initial balance × (1 − pct)
 *             TRAILING_EOD       highest equity at the end of a day − pct × initial balance
 *             TRAILING_INTRADAY  highest equity ever − pct × initial balance
 *             both trailing ones at most the initial balance, where the plan locks them there
 *   daily     base × (1 − pct); the base is the initial balance, or what the day began with: its balance, its equity
 *             (floating PnL included), or the higher of the two
 *
 * Contract: accounts and risk.
 */
import { assertNever } from '../assert-never.js'
import type { Account } from '../account.js'
import { max, min, multiplyDivide, ONE, usd, type Rate, type Usd } from '../decimal.js'
import type { RiskConfig } from '../plan.js'

export type FloorRule = 'max_drawdown' | 'daily_loss_limit'

export interface Floor {
  readonly rule: FloorRule
  readonly equity: Usd
}

type Measured = Pick<Account, 'plan' | 'day' | 'highWaterMark'>

/** In the order of the rules. */
export const floorsOf = (account: Measured): readonly [Floor, Floor] => [
  { rule: 'max_drawdown', equity: drawdownFloor(account) },
  { rule: 'daily_loss_limit', equity: dailyFloor(account) },
]

/** The one in force; the drawdown's where they are the same, for it is final. */
export function strictestFloor(account: Measured): Floor {
  const [drawdown, daily] = floorsOf(account)
  return daily.equity > drawdown.equity ? daily : drawdown
}

export function drawdownFloor({ plan, highWaterMark }: Measured): Usd {
  const { mode, pct, lockAtInitial } = plan.risk.maxDrawdown
  const loss = percentOf(plan.initialBalance, pct)
  switch (mode) {
    case 'STATIC':
      return usd(plan.initialBalance - loss)
    case 'TRAILING_EOD':
    case 'TRAILING_INTRADAY': {
      const trailing = usd(highWaterMark - loss)
      return lockAtInitial ? min(trailing, plan.initialBalance) : trailing
    }
    default:
      return assertNever(mode)
  }
}

export function dailyFloor(account: Measured): Usd {
  const base = dailyBase(account)
  return usd(base - percentOf(base, account.plan.risk.dailyLoss.pct))
}

export const percentOf = (amount: Usd, pct: Rate): Usd => usd(multiplyDivide(amount, pct, 100n * ONE, 'HALF_EVEN'))

/** What the loss of the day is measured from. */
export function dailyBase({ plan, day }: Measured): Usd {
  const { base }: RiskConfig['dailyLoss'] = plan.risk.dailyLoss
  switch (base) {
    case 'INITIAL':
      return plan.initialBalance
    case 'BALANCE':
      return day.startBalance
    case 'EQUITY':
      return day.startEquity
    case 'HIGHER_OF':
      return max(day.startBalance, day.startEquity)
    default:
      return assertNever(base)
  }
}
