import type { Account } from '../core/model/account.js'
import { divide } from '../core/values/decimal.js'
import type { LimitStanding, ObjectiveStanding, RiskStanding, SymbolFreeze } from '../core/risk/limit-utilisation.js'
import { formatTimestamp } from '../core/values/time.js'
import { orNull, type WriteDecimal } from './decimals.js'

/** Where the account stands against its rules (contract: accounts and risk). `headroom_pct`: of what the plan allows. */
export const riskBody = (account: Account, standing: RiskStanding, write: WriteDecimal): Record<string, unknown> => ({
  account_id: account.id,
  state: account.state,
  state_reason: account.stateReason,
  locked_until: account.lockedUntil === null ? null : formatTimestamp(account.lockedUntil),
  stale: !standing.isFresh,
  equity: write(standing.equity),
  balance: write(account.balance),
  floor: {
    rule: standing.floor.rule,
    equity: write(standing.floor.equity),
    headroom: write(standing.equity - standing.floor.equity),
  },
  rules: standing.limits.map((limit) => limitBody(limit, write)),
  daily_loss: {
    base: write(standing.dailyLoss.base),
    warn_at: write(standing.dailyLoss.warnAt),
    warned: account.day.isWarned,
    trading_day: account.day.date,
  },
  next_reset_at: formatTimestamp(account.day.endsAt),
  floors_after_reset: {
    max_drawdown: write(standing.afterReset.drawdown),
    daily_loss_limit: write(standing.afterReset.daily),
  },
  news_freezes: standing.freezes.map(freezeBody),
  objective: standing.objective === null ? null : objectiveBody(standing.objective, write),
})

const limitBody = (standing: LimitStanding, write: WriteDecimal): Record<string, unknown> => ({
  rule: standing.rule,
  symbol: standing.symbol,
  limit: write(standing.limit),
  value: orNull(standing.value, write),
  unit: standing.unit,
  headroom: orNull(standing.headroom, write),
  headroom_pct: orNull(shareOf(standing), write),
})

/** Rounded down: there is never more room than it says. */
const shareOf = ({ headroom, allowance }: LimitStanding): bigint | null =>
  headroom === null || allowance <= 0n ? null : divide(headroom * 100n, allowance, 'FLOOR')

const freezeBody = ({ symbol, isInForce, freeze }: SymbolFreeze): Record<string, unknown> => ({
  symbol,
  in_force: isInForce,
  starts_at: formatTimestamp(freeze.startsAt),
  ends_at: formatTimestamp(freeze.endsAt),
  event: {
    id: freeze.event.id,
    title: freeze.event.title,
    impact: freeze.event.impact,
    at: formatTimestamp(freeze.event.at),
  },
})

const objectiveBody = (objective: ObjectiveStanding, write: WriteDecimal): Record<string, unknown> => ({
  profit_target: write(objective.profitTarget),
  profit: write(objective.profit),
  trading_days: objective.tradedDays,
  min_trading_days: objective.tradingDaysMin,
})
