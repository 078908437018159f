/**
 * The equity an account must not fall under. Two floors, of which the stricter one is in force:
 *
 *   drawdown  STATIC             initial balance − pct × initial balance
 *             TRAILING_EOD       highest equity at the end of a day − pct × initial balance
 *             TRAILING_INTRADAY  highest equity ever − pct × initial balance
 *             both trailing ones at most the initial balance, where the plan locks them there
 *   daily     base − pct × base; the base is the initial balance, or what the day began with: its balance, its equity
 *             (floating PnL included), or the higher of the two
 *
 * What the operator adds or pays out moves both floors, and all they are measured from, by the same amount; the losses
 * that are allowed stay as they were. Contract: accounts and risk.
 */
import { assertNever } from '../values/assert-never.js'
import type { Account, TradingDay } from '../model/account/account.js'
import { max, min, multiplyDivide, ONE, usd, type Rate, type Usd } from '../values/decimal.js'
import type { FloorRule } from '../model/plan/breach.js'
import type { Plan, RiskConfig } from '../model/plan/plan.js'

export interface Floor {
  readonly rule: FloorRule
  readonly equity: Usd
}

type Measured = Pick<Account, 'plan' | 'day' | 'highWaterMark' | 'netDeposits'>

/** The one in force; the drawdown's where they are the same, for it is final. */
export function strictestFloor(account: Measured): Floor {
  const drawdown = drawdownFloor(account)
  const daily = dailyFloor(account)
  return daily > drawdown ? { rule: 'daily_loss_limit', equity: daily } : { rule: 'max_drawdown', equity: drawdown }
}

/** The loss a plan allows: in money, and the same on every day. */
export const drawdownAllowed = ({ initialBalance, risk }: Plan): Usd => percentOf(initialBalance, risk.maxDrawdown.pct)

export function drawdownFloor({ plan, highWaterMark, netDeposits }: Measured): Usd {
  const { mode, lockAtInitial } = plan.risk.maxDrawdown
  const loss = drawdownAllowed(plan)
  switch (mode) {
    case 'STATIC':
      return usd(plan.initialBalance - loss + netDeposits)
    case 'TRAILING_EOD':
    case 'TRAILING_INTRADAY': {
      const trailing = usd(highWaterMark - loss)
      return usd((lockAtInitial ? min(trailing, plan.initialBalance) : trailing) + netDeposits)
    }
    default:
      return assertNever(mode)
  }
}

/** The reference of the daily loss, and its limits. */
export interface DailyLoss {
  readonly base: Usd
  readonly floor: Usd
  /** Equity at or under this is near the floor. */
  readonly warnAt: Usd
}

export function dailyLossOf({ plan, day, netDeposits }: Measured): DailyLoss {
  const { base: action, pct, warnAtPct }: RiskConfig['dailyLoss'] = plan.risk.dailyLoss
  const began = baseOf(action, plan.initialBalance, day)
  const moved = action === 'INITIAL' ? netDeposits : netDeposits - day.startNetDeposits
  const loss = percentOf(began, pct)
  const base = usd(began + moved)
  return { base, floor: usd(base - loss), warnAt: usd(base - percentOf(loss, warnAtPct)) }
}

export const dailyFloor = (account: Measured): Usd => dailyLossOf(account).floor

export const percentOf = (amount: Usd, pct: Rate): Usd => usd(multiplyDivide(amount, pct, 100n * ONE, 'HALF_EVEN'))

function baseOf(base: RiskConfig['dailyLoss']['base'], initialBalance: Usd, day: TradingDay): Usd {
  switch (base) {
    case 'INITIAL':
      return initialBalance
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
