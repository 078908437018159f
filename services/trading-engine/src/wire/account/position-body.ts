import { divide, usd } from '../../core/values/decimal.js'
import { CARRY_KINDS } from '../../core/model/market/instrument.js'
import type { Account } from '../../core/model/account/account.js'
import { markOf } from '../../core/margin/equity.js'
import {
  entryPrice,
  exitPrice,
  notionalOf,
  openingSide,
  rMultiple,
  unrealizedPnl,
  type Position,
} from '../../core/model/account/position.js'
import { nextExit, type Leg } from '../../core/execution/bracket.js'
import type { Prices } from '../../core/margin/cross-margin.js'
import { isLiquidating, liquidationMarksOf } from '../../core/margin/liquidation-marks.js'
import { liveQuantity } from '../../core/model/order/order.js'
import { triggerSource } from '../../core/model/order/trigger.js'
import { formatTimestamp } from '../../core/values/time.js'
import { orNull, type WriteDecimal } from '../decimals.js'

/** A row of the open positions (spec section 2). */
export const positionBody = (
  position: Position,
  account: Account,
  prices: Prices,
  write: WriteDecimal,
): Record<string, unknown> => rowOf(position, account.orders, liquidationStateOf(account, prices), prices, write)

interface LiquidationState {
  readonly liquidationOf: ReturnType<typeof liquidationMarksOf>
  readonly isLiquidating: boolean
}

const liquidationStateOf = (account: Account, prices: Prices): LiquidationState => ({
  liquidationOf: liquidationMarksOf(account, prices),
  isLiquidating: isLiquidating(account, prices),
})

function rowOf(
  position: Position,
  orders: Account['orders'],
  liquidation: LiquidationState,
  prices: Prices,
  write: WriteDecimal,
): Record<string, unknown> {
  const mark = markOf(position, prices.market)
  const notional = notionalOf(position.quantity, mark)
  return {
    id: position.id,
    account_id: position.accountId,
    symbol: position.symbol,
    side: openingSide(position.direction),
    direction: position.direction,
    quantity: write(position.quantity),
    entry_price: write(entryPrice(position)),
    mark_price: write(mark),
    unrealized_pnl: write(unrealizedPnl(position, mark)),
    leverage: write(position.leverage),
    venue: position.venue,
    notional: write(notional),
    margin: write(divide(notional, position.leverage, 'CEIL')),
    liquidation_price: orNull(liquidation.liquidationOf(position)?.price ?? null, write),
    realized_pnl: write(position.realizedPnl),
    fees: write(position.fees),
    funding: write(position.funding),
    ...carryBody(position, write),
    take_profit: exitBody(position, orders, 'TARGET', write),
    stop_loss: exitBody(position, orders, 'STOP', write),
    opened_at: formatTimestamp(position.openedAt),
    liquidating: liquidation.isLiquidating || position.flattenedBy !== null,
  }
}

/** Carry by the venue's name for it; amounts above 0 were received. */
const carryBody = ({ venue, carry }: Position, write: WriteDecimal): Record<string, unknown> => {
  const kind = CARRY_KINDS[venue]
  return { borrowing: write(kind === 'borrowing' ? carry : NONE), rollover: write(kind === 'rollover' ? carry : NONE) }
}

const NONE = usd(0n)

/** The exit the market would reach first; null without one. */
function exitBody(
  position: Position,
  orders: Account['orders'],
  leg: Leg,
  write: WriteDecimal,
): Record<string, unknown> | null {
  const exit = nextExit(orders.values(), position, leg)
  if (exit === null) return null
  return {
    order_id: exit.id,
    trigger_price: orNull(exit.triggerPrice, write),
    trigger_by: triggerSource(exit.flags),
    price: orNull(exit.limitPrice, write),
    quantity: write(liveQuantity(exit)),
  }
}

/** All open positions of an account, newest first. */
export function openPositionBodies(account: Account, prices: Prices, write: WriteDecimal): Record<string, unknown>[] {
  const liquidation = liquidationStateOf(account, prices)
  return [...account.positions.values()]
    .sort((a, b) => b.openedAt - a.openedAt)
    .map((position) => rowOf(position, account.orders, liquidation, prices, write))
}

/** A row of the closed positions. `realized_pnl` is gross; fees and funding stand beside it. */
export const closedPositionBody = (position: Position, write: WriteDecimal): Record<string, unknown> => ({
  id: position.id,
  account_id: position.accountId,
  symbol: position.symbol,
  side: openingSide(position.direction),
  direction: position.direction,
  quantity: write(position.openedQuantity),
  entry_price: write(entryPrice(position)),
  exit_price: write(exitPrice(position)),
  realized_pnl: write(position.realizedPnl),
  fees: write(position.fees),
  funding: write(position.funding),
  ...carryBody(position, write),
  leverage: write(position.leverage),
  venue: position.venue,
  opened_at: formatTimestamp(position.openedAt),
  closed_at: position.closedAt === null ? null : formatTimestamp(position.closedAt),
  close_reason: position.closeReason,
  liquidation_tick: position.liquidationTick,
  r_multiple: orNull(rMultiple(position), write),
})
