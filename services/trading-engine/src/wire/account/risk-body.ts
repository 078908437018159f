import type { Account } from '../../core/model/account/account.js'
import { divide } from '../../core/values/decimal.js'
import type {
  LimitUtilisation,
  ObjectiveProgress,
  RiskUtilisation,
  SymbolFreeze,
} from '../../core/risk/limit-utilisation.js'
import { formatTimestamp } from '../../core/values/time.js'
import { orNull, type WriteDecimal } from '../decimals.js'

/** Limit utilisation of the account (contract: accounts and risk). `headroom_pct` is relative to the plan's limit. */
export const riskBody = (
  account: Account,
  utilisation: RiskUtilisation,
  write: WriteDecimal,
): Record<string, unknown> => ({
  account_id: account.id,
  state: account.state,
  state_reason: account.stateReason,
  locked_until: account.lockedUntil === null ? null : formatTimestamp(account.lockedUntil),
  stale: !utilisation.isFresh,
  equity: write(utilisation.equity),
  balance: write(account.balance),
  floor: {
    rule: utilisation.floor.rule,
    equity: write(utilisation.floor.equity),
    headroom: write(utilisation.equity - utilisation.floor.equity),
  },
  rules: utilisation.limits.map((limit) => limitBody(limit, write)),
  daily_loss: {
    base: write(utilisation.dailyLoss.base),
    warn_at: write(utilisation.dailyLoss.warnAt),
    warned: account.day.isWarned,
    trading_day: account.day.date,
  },
  next_reset_at: formatTimestamp(account.day.endsAt),
  floors_after_reset: {
    max_drawdown: write(utilisation.afterReset.drawdown),
    daily_loss_limit: write(utilisation.afterReset.daily),
  },
  news_freezes: utilisation.freezes.map(freezeBody),
  objective: utilisation.objective === null ? null : objectiveBody(utilisation.objective, write),
})

const limitBody = (utilisation: LimitUtilisation, write: WriteDecimal): Record<string, unknown> => ({
  rule: utilisation.rule,
  symbol: utilisation.symbol,
  limit: write(utilisation.limit),
  value: orNull(utilisation.value, write),
  unit: utilisation.unit,
  allowance: write(utilisation.allowance),
  used: orNull(utilisation.used, write),
  headroom: orNull(utilisation.headroom, write),
  headroom_pct: orNull(shareOf(utilisation), write),
})

/** Rounded down: there is never more room than it says. */
const shareOf = ({ headroom, allowance }: LimitUtilisation): bigint | null =>
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

const objectiveBody = (objective: ObjectiveProgress, write: WriteDecimal): Record<string, unknown> => ({
  profit_target: write(objective.profitTarget),
  profit: write(objective.profit),
  trading_days: objective.tradedDays,
  min_trading_days: objective.tradingDaysMin,
})
