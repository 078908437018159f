/** Rows as Postgres gives them (numerics, bigints and times as text) and the domain values they stand for. */
import {
  parseDecimal,
  price,
  quantity,
  rate,
  usd,
  type Price,
  type Quantity,
  type Rate,
  type Usd,
} from '../../core/values/decimal.js'
import type { Account, AccountState, ConsumedDepth } from '../../core/model/account.js'
import type { Breach } from '../../core/model/breach.js'
import type { Fill, Liquidity } from '../../core/model/fill.js'
import type { VenueId } from '../../core/model/instrument.js'
import { assertInvariant } from '../../core/values/invariant.js'
import type { HouseAccount, Transfer } from '../../core/model/ledger.js'
import type { Order, OrderKind, OrderReason, Side, TimeInForce, TriggerState } from '../../core/model/order.js'
import type { OrderStatus } from '../../core/model/order-status.js'
import type { Holding } from '../../core/read/past-equity.js'
import type { Plan } from '../../core/model/plan.js'
import { positionKey, type CloseReason, type Direction, type Position } from '../../core/model/position.js'
import { parseTimestamp, type Micros } from '../../core/values/time.js'

type Row<K extends string> = Readonly<Record<K, unknown>>

const textOf = (value: unknown): string => {
  assertInvariant(typeof value === 'string', 'the column holds text')
  return value
}
const optional = <T>(value: unknown, of: (value: unknown) => T): T | null => (value === null ? null : of(value))

const scaledOf = (value: unknown): bigint => {
  const scaled = parseDecimal(textOf(value))
  assertInvariant(scaled !== null, 'the column holds a decimal')
  return scaled
}
export const usdOf = (value: unknown): Usd => usd(scaledOf(value))
const priceOf = (value: unknown): Price => price(scaledOf(value))
export const quantityOf = (value: unknown): Quantity => quantity(scaledOf(value))
const rateOf = (value: unknown): Rate => rate(scaledOf(value))

/** Postgres writes `YYYY-MM-DD HH:MM:SS[.ffffff]` and the session's offset, whole hours without their minutes. */
export const microsOf = (value: unknown): Micros => {
  const text = textOf(value)
  const at = parseTimestamp(/[+-]\d{2}$/.test(text) ? `${text}:00` : text)
  assertInvariant(at !== null, 'the column holds a timestamp')
  return at
}

export type OrderRow = Row<
  | 'id'
  | 'account_id'
  | 'client_id'
  | 'symbol'
  | 'venue'
  | 'side'
  | 'kind'
  | 'tif'
  | 'post_only'
  | 'reduce_only'
  | 'trigger_on_index'
  | 'trigger_on_mark'
  | 'quantity'
  | 'held_quantity'
  | 'limit_price'
  | 'trigger_price'
  | 'trigger_state'
  | 'requested_price'
  | 'requested_trigger_price'
  | 'filled_quantity'
  | 'filled_notional'
  | 'fees'
  | 'status'
  | 'reason'
  | 'position_id'
  | 'parent_order_id'
  | 'bracket_id'
  | 'expires_at'
  | 'created_at'
  | 'updated_at'
  | 'version'
>

/** Before its trigger had a column of its own, an order without a limit kept what was asked for it in the limit's. */
function requestedOf(row: OrderRow): Pick<Order, 'requestedPrice' | 'requestedTriggerPrice'> {
  const isOfLimit = row.limit_price !== null
  return {
    requestedPrice: isOfLimit ? optional(row.requested_price, priceOf) : null,
    requestedTriggerPrice: optional(row.requested_trigger_price ?? (isOfLimit ? null : row.requested_price), priceOf),
  }
}

export const orderOf = (row: OrderRow): Order => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  clientId: optional(row.client_id, textOf),
  symbol: textOf(row.symbol),
  venue: row.venue as VenueId,
  side: row.side as Side,
  kind: row.kind as OrderKind,
  tif: row.tif as TimeInForce,
  flags: {
    postOnly: row.post_only === true,
    reduceOnly: row.reduce_only === true,
    triggerOnIndex: row.trigger_on_index === true,
    triggerOnMark: row.trigger_on_mark === true,
  },
  quantity: quantityOf(row.quantity),
  contingentQuantity: quantityOf(row.held_quantity),
  limitPrice: optional(row.limit_price, priceOf),
  triggerPrice: optional(row.trigger_price, priceOf),
  triggerState: row.trigger_state as TriggerState | null,
  ...requestedOf(row),
  filledQuantity: quantityOf(row.filled_quantity),
  filledNotional: usdOf(row.filled_notional),
  fees: usdOf(row.fees),
  status: row.status as OrderStatus,
  reason: row.reason as OrderReason | null,
  positionId: optional(row.position_id, textOf),
  parentOrderId: optional(row.parent_order_id, textOf),
  bracketId: optional(row.bracket_id, textOf),
  expiresAt: optional(row.expires_at, microsOf),
  createdAt: microsOf(row.created_at),
  updatedAt: microsOf(row.updated_at),
  version: Number(row.version),
})

export type PositionRow = Row<
  | 'id'
  | 'account_id'
  | 'venue'
  | 'symbol'
  | 'direction'
  | 'quantity'
  | 'cost'
  | 'leverage'
  | 'opened_quantity'
  | 'opened_notional'
  | 'closed_notional'
  | 'realized_pnl'
  | 'fees'
  | 'funding'
  | 'funded_until'
  | 'initial_stop'
  | 'opened_at'
  | 'closed_at'
  | 'close_reason'
>

export const positionOf = (row: PositionRow): Position => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  venue: row.venue as VenueId,
  symbol: textOf(row.symbol),
  direction: row.direction as Direction,
  quantity: quantityOf(row.quantity),
  cost: usdOf(row.cost),
  leverage: rateOf(row.leverage),
  openedQuantity: quantityOf(row.opened_quantity),
  openedNotional: usdOf(row.opened_notional),
  closedNotional: usdOf(row.closed_notional),
  realizedPnl: usdOf(row.realized_pnl),
  fees: usdOf(row.fees),
  funding: usdOf(row.funding),
  fundedUntil: microsOf(row.funded_until),
  initialStop: optional(row.initial_stop, priceOf),
  openedAt: microsOf(row.opened_at),
  closedAt: optional(row.closed_at, microsOf),
  closeReason: row.close_reason as CloseReason | null,
})

export type HoldingRow = Row<'id' | 'symbol' | 'direction' | 'quantity' | 'cost'>

export const holdingOf = (row: HoldingRow): Holding => ({
  id: textOf(row.id),
  symbol: textOf(row.symbol),
  direction: row.direction as Direction,
  quantity: quantityOf(row.quantity),
  cost: usdOf(row.cost),
})

export type FillRow = Row<
  | 'id'
  | 'order_id'
  | 'position_id'
  | 'account_id'
  | 'client_id'
  | 'symbol'
  | 'venue'
  | 'side'
  | 'quantity'
  | 'price'
  | 'fee'
  | 'liquidity'
  | 'realized_pnl'
  | 'book_sequence'
  | 'created_at'
>

export const fillOf = (row: FillRow): Fill => ({
  id: textOf(row.id),
  orderId: textOf(row.order_id),
  positionId: textOf(row.position_id),
  accountId: textOf(row.account_id),
  clientId: optional(row.client_id, textOf),
  symbol: textOf(row.symbol),
  venue: row.venue as VenueId,
  side: row.side as Side,
  quantity: quantityOf(row.quantity),
  price: priceOf(row.price),
  fee: usdOf(row.fee),
  liquidity: row.liquidity as Liquidity,
  realizedPnl: usdOf(row.realized_pnl),
  bookSequence: Number(row.book_sequence),
  at: microsOf(row.created_at),
})

export type TransferRow = Row<
  | 'id'
  | 'account_id'
  | 'house'
  | 'direction'
  | 'amount'
  | 'fill_id'
  | 'position_id'
  | 'funding_at'
  | 'funding_rate'
  | 'balance_after'
  | 'created_at'
>

export const transferOf = (row: TransferRow): Transfer => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  house: row.house as HouseAccount,
  direction: row.direction as Transfer['direction'],
  amount: usdOf(row.amount),
  fillId: optional(row.fill_id, textOf),
  positionId: optional(row.position_id, textOf),
  funding: row.funding_at === null ? null : { at: microsOf(row.funding_at), rate: rateOf(row.funding_rate) },
  balanceAfter: usdOf(row.balance_after),
  at: microsOf(row.created_at),
})

export type BreachRow = Row<
  | 'id'
  | 'account_id'
  | 'rule'
  | 'severity'
  | 'message'
  | 'limit_value'
  | 'value'
  | 'equity'
  | 'balance'
  | 'action'
  | 'created_at'
>

export const breachOf = (row: BreachRow): Breach => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  rule: row.rule as Breach['rule'],
  severity: row.severity as Breach['severity'],
  message: textOf(row.message),
  limit: usdOf(row.limit_value),
  value: usdOf(row.value),
  equity: usdOf(row.equity),
  balance: usdOf(row.balance),
  action: row.action as Breach['action'],
  at: microsOf(row.created_at),
})

export type AccountRow = Row<
  | 'id'
  | 'user_id'
  | 'challenge_id'
  | 'name'
  | 'state'
  | 'state_reason'
  | 'locked_until'
  | 'default_venue'
  | 'balance'
  | 'capital'
  | 'trading_day'
  | 'day_ends_at'
  | 'day_start_balance'
  | 'day_start_equity'
  | 'day_start_capital'
  | 'day_warned'
  | 'day_traded'
  | 'traded_days'
  | 'high_water_mark'
  | 'leverages'
  | 'created_at'
  | 'clock'
  | 'event_sequence'
  | 'version'
>

export interface AccountParts {
  readonly plan: Plan
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
  readonly consumedDepth: readonly ConsumedDepth[]
}

export const accountOf = (row: AccountRow, parts: AccountParts): Account => ({
  id: textOf(row.id),
  userId: textOf(row.user_id),
  plan: parts.plan,
  challengeId: optional(row.challenge_id, textOf),
  name: textOf(row.name),
  state: row.state as AccountState,
  stateReason: optional(row.state_reason, textOf),
  lockedUntil: optional(row.locked_until, microsOf),
  defaultVenue: row.default_venue as VenueId | null,
  balance: usdOf(row.balance),
  netDeposits: usdOf(row.capital),
  day: {
    date: textOf(row.trading_day),
    endsAt: microsOf(row.day_ends_at),
    startBalance: usdOf(row.day_start_balance),
    startEquity: usdOf(row.day_start_equity),
    startNetDeposits: usdOf(row.day_start_capital),
    isWarned: row.day_warned === true,
    isTraded: row.day_traded === true,
  },
  tradedDays: Number(row.traded_days),
  highWaterMark: usdOf(row.high_water_mark),
  createdAt: microsOf(row.created_at),
  clock: microsOf(row.clock),
  eventSequence: Number(row.event_sequence),
  version: Number(row.version),
  leverages: new Map(Object.entries(row.leverages ?? {}).map(([key, leverage]) => [key, rateOf(leverage)])),
  positions: new Map(parts.positions.map((position) => [positionKey(position.venue, position.symbol), position])),
  orders: new Map(parts.orders.map((order) => [order.id, order])),
  consumedDepth: parts.consumedDepth,
})
