import type { Breach, HeldPosition } from '../../core/model/plan/breach.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { WriteDecimal } from '../decimals.js'

/** A crossing of a limit of the plan: `value` is the equity that crossed it, `equity` and `balance` what was left. */
export const breachBody = (breach: Breach, write: WriteDecimal): Record<string, unknown> => ({
  id: breach.id,
  rule: breach.rule,
  severity: breach.severity,
  message: breach.message,
  limit: write(breach.limit),
  value: write(breach.value),
  unit: 'USD',
  equity: write(breach.equity),
  balance: write(breach.balance),
  action: breach.action,
  order_id: breach.orderId,
  positions: breach.held?.map((held) => heldBody(held, write)) ?? null,
  tick: breach.tick,
  occurred_at: formatTimestamp(breach.at),
})

const heldBody = (held: HeldPosition, write: WriteDecimal): Record<string, unknown> => ({
  position_id: held.positionId,
  symbol: held.symbol,
  venue: held.venue,
  direction: held.direction,
  quantity: write(held.quantity),
  entry_price: write(held.entryPrice),
  mark_price: write(held.markPrice),
  unrealized_pnl: write(held.unrealizedPnl),
})
