import { divide, usd, type Price, type Usd } from '../../core/values/decimal.js'
import { CARRY_KINDS } from '../../core/model/market/instrument.js'
import type { Account } from '../../core/model/account/account.js'
import { markOf } from '../../core/margin/equity.js'
import {
  CLOSE_REASONS,
  DIRECTIONS,
  entryPrice,
  exitPrice,
  notionalOf,
  openingSide,
  rMultiple,
  unrealizedPnl,
  type Position,
} from '../../core/model/account/position.js'
import { nextExit } from '../../core/execution/bracket.js'
import type { Prices } from '../../core/margin/cross-margin.js'
import { isLiquidating, liquidationMarksOf } from '../../core/margin/liquidation-marks.js'
import { liveQuantity, type Order } from '../../core/model/order/order.js'
import { TRIGGER_SOURCES, triggerSource } from '../../core/model/order/trigger.js'
import { shownTrail, trailCodec } from '../order/trail-codec.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { decimal, flag, oneOf, optional, orNull, present, side, text, tick, time, uuid, venue } from '../codec/kinds.js'

/** An open position at the marks of a moment. */
export interface OpenPosition {
  readonly position: Position
  readonly mark: Price
  readonly notional: Usd
  readonly liquidationPrice: Price | null
  readonly isLiquidating: boolean
  readonly orders: Account['orders']
}

/** Carry by the venue's name for it; amounts above 0 were received. */
const carryOf = ({ venue, carry }: Position, kind: 'borrowing' | 'rollover'): Usd =>
  CARRY_KINDS[venue] === kind ? carry : NONE

const NONE = usd(0n)

const exitCodec = codecOf<Order>('PositionExit')({
  order_id: field(uuid, (exit) => exit.id),
  trigger_price: field(orNull(decimal), (exit) => exit.triggerPrice),
  trigger_by: field(oneOf(TRIGGER_SOURCES), (exit) => triggerSource(exit.flags)),
  price: field(orNull(decimal), (exit) => exit.limitPrice),
  quantity: field(decimal, liveQuantity),
  trail: field(
    optional(trailCodec),
    shownTrail,
    'Of a stop whose trigger follows the market, what it keeps to. Absent of all others.',
  ),
})

/** A row of the open positions (spec section 2). Of several exits it shows the one that the market reaches first. */
export const positionFields = {
  id: field(uuid, ({ position }) => position.id),
  account_id: field(uuid, ({ position }) => position.accountId),
  symbol: field(text, ({ position }) => position.symbol),
  side: field(side, ({ position }) => openingSide(position.direction)),
  direction: field(oneOf(DIRECTIONS), ({ position }) => position.direction),
  quantity: field(decimal, ({ position }) => position.quantity),
  entry_price: field(decimal, ({ position }) => entryPrice(position)),
  mark_price: field(decimal, ({ mark }) => mark),
  unrealized_pnl: field(decimal, ({ position, mark }) => unrealizedPnl(position, mark)),
  leverage: field(decimal, ({ position }) => position.leverage),
  venue: field(venue, ({ position }) => position.venue),
  notional: field(decimal, ({ notional }) => notional),
  margin: field(decimal, ({ position, notional }) => divide(notional, position.leverage, 'CEIL')),
  liquidation_price: field(orNull(decimal), ({ liquidationPrice }) => liquidationPrice),
  realized_pnl: field(decimal, ({ position }) => position.realizedPnl),
  fees: field(decimal, ({ position }) => position.fees),
  funding: field(decimal, ({ position }) => position.funding),
  borrowing: field(decimal, ({ position }) => carryOf(position, 'borrowing')),
  rollover: field(decimal, ({ position }) => carryOf(position, 'rollover')),
  take_profit: field(orNull(exitCodec), ({ position, orders }) => nextExit(orders.values(), position, 'TARGET')),
  stop_loss: field(orNull(exitCodec), ({ position, orders }) => nextExit(orders.values(), position, 'STOP')),
  opened_at: field(time, ({ position }) => position.openedAt),
  liquidating: field(flag, ({ position, isLiquidating }) => isLiquidating || position.flattenedBy !== null),
} satisfies Fields<OpenPosition>

export const positionCodec = codecOf<OpenPosition>('Position')(positionFields)

export const valuedPosition = (position: Position, account: Account, prices: Prices): OpenPosition =>
  valuePositions(account, prices)(position)

/** All open positions of an account, newest first. */
export const valuedPositions = (account: Account, prices: Prices): readonly OpenPosition[] =>
  [...account.positions.values()].sort((a, b) => b.openedAt - a.openedAt).map(valuePositions(account, prices))

function valuePositions(account: Account, prices: Prices): (position: Position) => OpenPosition {
  const liquidationOf = liquidationMarksOf(account, prices)
  const isUnderLiquidation = isLiquidating(account, prices)
  return (position) => {
    const mark = markOf(position, prices.market)
    return {
      position,
      mark,
      notional: notionalOf(position.quantity, mark),
      liquidationPrice: liquidationOf(position)?.price ?? null,
      isLiquidating: isUnderLiquidation,
      orders: account.orders,
    }
  }
}

/** A row of the closed positions. `realized_pnl` is gross; fees and funding stand beside it. */
export const closedPositionCodec = codecOf<Position>('ClosedPosition')({
  id: field(uuid, (position) => position.id),
  account_id: field(uuid, (position) => position.accountId),
  symbol: field(text, (position) => position.symbol),
  side: field(side, (position) => openingSide(position.direction)),
  direction: field(oneOf(DIRECTIONS), (position) => position.direction),
  quantity: field(decimal, (position) => position.openedQuantity),
  entry_price: field(decimal, entryPrice),
  exit_price: field(decimal, exitPrice),
  realized_pnl: field(decimal, (position) => position.realizedPnl),
  fees: field(decimal, (position) => position.fees),
  funding: field(decimal, (position) => position.funding),
  borrowing: field(decimal, (position) => carryOf(position, 'borrowing')),
  rollover: field(decimal, (position) => carryOf(position, 'rollover')),
  leverage: field(decimal, (position) => position.leverage),
  venue: field(venue, (position) => position.venue),
  opened_at: field(time, (position) => position.openedAt),
  closed_at: field(present(time), (position) => position.closedAt),
  close_reason: field(present(oneOf(CLOSE_REASONS)), (position) => position.closeReason),
  liquidation_tick: field(
    tick('The tick at whose marks it was liquidated; null of one that was not'),
    (position) => position.liquidationTick,
  ),
  r_multiple: field(orNull(decimal), rMultiple),
})
