/**
 * The columns of every table a decision writes: name, SQL type and where the value comes from. The writer's statement
 * and its parameters are both made from these tables, so they cannot disagree.
 */
import { formatDecimal } from '../../core/values/decimal.js'
import type { Account, TradingDay } from '../../core/model/account.js'
import type { Breach } from '../../core/model/breach.js'
import type { StoredEvent } from '../../core/model/events.js'
import type { Fill } from '../../core/model/fill.js'
import type { Transfer } from '../../core/model/ledger.js'
import type { Order } from '../../core/model/order.js'
import type { Position } from '../../core/model/position.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'

export type SqlValue = string | number | boolean | null

export interface Column<T> {
  readonly name: string
  readonly type: string
  readonly value: (row: T) => SqlValue
  /** Rewritten when the row exists already. */
  readonly isMutable?: true
  /** Keeps the higher of what is there and what is written. */
  readonly isRising?: true
  /** The text is JSON itself: it goes into the statement's JSON as it is. */
  readonly isJson?: true
}

const decimalOrNull = (value: bigint | null): string | null => (value === null ? null : formatDecimal(value))
const timeOrNull = (at: Micros | null): string | null => (at === null ? null : formatTimestamp(at))

const uuid = <T>(name: string, value: (row: T) => string | null): Column<T> => ({ name, type: 'uuid', value })
const text = <T>(name: string, value: (row: T) => string | null): Column<T> => ({ name, type: 'text', value })
const flag = <T>(name: string, value: (row: T) => boolean): Column<T> => ({ name, type: 'boolean', value })
const int8 = <T>(name: string, value: (row: T) => number): Column<T> => ({ name, type: 'bigint', value })
const date = <T>(name: string, value: (row: T) => string): Column<T> => ({ name, type: 'date', value })
const time = <T>(name: string, value: (row: T) => Micros | null): Column<T> => ({
  name,
  type: 'timestamptz',
  value: (row) => timeOrNull(value(row)),
})
const numeric = <T>(name: string, value: (row: T) => bigint | null): Column<T> => ({
  name,
  type: 'numeric',
  value: (row) => decimalOrNull(value(row)),
})
const mutable = <T>(column: Column<T>): Column<T> => ({ ...column, isMutable: true })

/** Null, which costs nothing to write, for nearly every account. */
const leveragesText = (leverages: Account['leverages']): string | null =>
  leverages.size === 0
    ? null
    : JSON.stringify(Object.fromEntries([...leverages].map(([key, leverage]) => [key, formatDecimal(leverage)])))

/** What a decision may change of the account itself; `version` is the writer's own. */
export const ACCOUNT_COLUMNS: readonly Column<Account>[] = [
  text('state', (account) => account.state),
  text('state_reason', (account) => account.stateReason),
  time('locked_until', (account) => account.lockedUntil),
  numeric('balance', (account) => account.balance),
  numeric('capital', (account) => account.netDeposits),
  date('trading_day', (account) => account.day.date),
  time('day_ends_at', (account) => account.day.endsAt),
  numeric('day_start_balance', (account) => account.day.startBalance),
  numeric('day_start_equity', (account) => account.day.startEquity),
  numeric('day_start_capital', (account) => account.day.startNetDeposits),
  flag('day_warned', (account) => account.day.isWarned),
  flag('day_traded', (account) => account.day.isTraded),
  int8('traded_days', (account) => account.tradedDays),
  { ...numeric<Account>('high_water_mark', (account) => account.highWaterMark), isRising: true },
  { name: 'leverages', type: 'jsonb', value: ({ leverages }) => leveragesText(leverages) },
  time('clock', (account) => account.clock),
  int8('event_sequence', (account) => account.eventSequence),
]

export const ORDER_COLUMNS: readonly Column<Order>[] = [
  uuid('id', (order) => order.id),
  uuid('account_id', (order) => order.accountId),
  text('client_id', (order) => order.clientId),
  text('symbol', (order) => order.symbol),
  text('venue', (order) => order.venue),
  text('side', (order) => order.side),
  text('kind', (order) => order.kind),
  text('tif', (order) => order.tif),
  flag('post_only', (order) => order.flags.postOnly),
  mutable(flag('reduce_only', (order) => order.flags.reduceOnly)),
  mutable(flag('trigger_on_index', (order) => order.flags.triggerOnIndex)),
  mutable(flag('trigger_on_mark', (order) => order.flags.triggerOnMark)),
  mutable(numeric('quantity', (order) => order.quantity)),
  mutable(numeric('held_quantity', (order) => order.contingentQuantity)),
  mutable(numeric('limit_price', (order) => order.limitPrice)),
  mutable(numeric('trigger_price', (order) => order.triggerPrice)),
  mutable(text('trigger_state', (order) => order.triggerState)),
  mutable(numeric('requested_price', (order) => order.requestedPrice)),
  mutable(numeric('requested_trigger_price', (order) => order.requestedTriggerPrice)),
  mutable(numeric('filled_quantity', (order) => order.filledQuantity)),
  mutable(numeric('filled_notional', (order) => order.filledNotional)),
  mutable(numeric('fees', (order) => order.fees)),
  mutable(text('status', (order) => order.status)),
  mutable(text('reason', (order) => order.reason)),
  mutable(uuid('position_id', (order) => order.positionId)),
  uuid('parent_order_id', (order) => order.parentOrderId),
  uuid('bracket_id', (order) => order.bracketId),
  mutable(time('expires_at', (order) => order.expiresAt)),
  time('created_at', (order) => order.createdAt),
  mutable(time('updated_at', (order) => order.updatedAt)),
  mutable({ name: 'version', type: 'integer', value: (order) => order.version }),
]

export const POSITION_COLUMNS: readonly Column<Position>[] = [
  uuid('id', (position) => position.id),
  uuid('account_id', (position) => position.accountId),
  text('venue', (position) => position.venue),
  text('symbol', (position) => position.symbol),
  text('direction', (position) => position.direction),
  mutable(numeric('quantity', (position) => position.quantity)),
  mutable(numeric('cost', (position) => position.cost)),
  numeric('leverage', (position) => position.leverage),
  mutable(numeric('opened_quantity', (position) => position.openedQuantity)),
  mutable(numeric('opened_notional', (position) => position.openedNotional)),
  mutable(numeric('closed_notional', (position) => position.closedNotional)),
  mutable(numeric('realized_pnl', (position) => position.realizedPnl)),
  mutable(numeric('fees', (position) => position.fees)),
  mutable(numeric('funding', (position) => position.funding)),
  mutable(time('funded_until', (position) => position.fundedUntil)),
  mutable(numeric('initial_stop', (position) => position.initialStop)),
  time('opened_at', (position) => position.openedAt),
  mutable(time('closed_at', (position) => position.closedAt)),
  mutable(text('close_reason', (position) => position.closeReason)),
]

export const FILL_COLUMNS: readonly Column<Fill>[] = [
  uuid('id', (fill) => fill.id),
  uuid('order_id', (fill) => fill.orderId),
  uuid('position_id', (fill) => fill.positionId),
  uuid('account_id', (fill) => fill.accountId),
  text('client_id', (fill) => fill.clientId),
  text('symbol', (fill) => fill.symbol),
  text('venue', (fill) => fill.venue),
  text('side', (fill) => fill.side),
  numeric('quantity', (fill) => fill.quantity),
  numeric('price', (fill) => fill.price),
  numeric('fee', (fill) => fill.fee),
  text('liquidity', (fill) => fill.liquidity),
  numeric('realized_pnl', (fill) => fill.realizedPnl),
  int8('book_sequence', (fill) => fill.bookSequence),
  time('created_at', (fill) => fill.at),
]

/** A row together with the command that caused it. */
export interface Caused<T> {
  readonly commandId: string
  readonly row: T
}

export const TRANSFER_COLUMNS: readonly Column<Caused<Transfer>>[] = [
  uuid('id', ({ row }) => row.id),
  uuid('account_id', ({ row }) => row.accountId),
  uuid('command_id', ({ commandId }) => commandId),
  text('house', ({ row }) => row.house),
  text('direction', ({ row }) => row.direction),
  numeric('amount', ({ row }) => row.amount),
  uuid('fill_id', ({ row }) => row.fillId),
  uuid('position_id', ({ row }) => row.positionId),
  time('funding_at', ({ row }) => row.funding?.at ?? null),
  numeric('funding_rate', ({ row }) => row.funding?.rate ?? null),
  numeric('balance_after', ({ row }) => row.balanceAfter),
  time('created_at', ({ row }) => row.at),
]

export const EVENT_COLUMNS: readonly Column<StoredEvent>[] = [
  uuid('id', (event) => event.id),
  uuid('account_id', (event) => event.accountId),
  int8('sequence', (event) => event.sequence),
  text('type', (event) => event.type),
  { ...text('data', (event: StoredEvent) => event.data), isJson: true },
  time('created_at', (event) => event.at),
]

export const BREACH_COLUMNS: readonly Column<Breach>[] = [
  uuid('id', (breach) => breach.id),
  uuid('account_id', (breach) => breach.accountId),
  text('rule', (breach) => breach.rule),
  text('severity', (breach) => breach.severity),
  text('message', (breach) => breach.message),
  numeric('limit_value', (breach) => breach.limit),
  numeric('value', (breach) => breach.value),
  numeric('equity', (breach) => breach.equity),
  numeric('balance', (breach) => breach.balance),
  text('action', (breach) => breach.action),
  time('created_at', (breach) => breach.at),
]

export const TRADING_DAY_COLUMNS: readonly Column<{ account: Account; day: TradingDay }>[] = [
  uuid('account_id', ({ account }) => account.id),
  date('date', ({ day }) => day.date),
  numeric('start_balance', ({ day }) => day.startBalance),
  numeric('start_equity', ({ day }) => day.startEquity),
  time('created_at', ({ account }) => account.clock),
]
