import { formatDecimal, usd } from '../../core/values/decimal.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { CloseReason, Direction, OpenedParts, Position, Uncovered } from '../../core/model/account/position.js'
import type { SwitchKind } from '../../core/model/account/trader-switch.js'
import type { Holding } from '../../core/read/past-equity.js'
import {
  columnsOf,
  mutable,
  textOf,
  optional,
  usdOf,
  priceOf,
  quantityOf,
  rateOf,
  microsOf,
  type RowOf,
} from './column.js'
import { livePositionOf } from './live.js'

const column = columnsOf<Position>()

interface StoredParts {
  readonly in_news: string
  readonly recent: string
  readonly last_at: number
}

function partsText({ inNews, recent, lastAt }: OpenedParts): string {
  const stored: StoredParts = { in_news: formatDecimal(inNews), recent: formatDecimal(recent), last_at: lastAt }
  return JSON.stringify(stored)
}

function partsOf(value: unknown): OpenedParts | undefined {
  if (value === null || value === undefined) return undefined
  const { in_news, recent, last_at: lastAt } = value as StoredParts
  return { inNews: quantityOf(in_news), recent: quantityOf(recent), lastAt }
}

export const POSITION_COLUMNS = [
  column.uuid('id', (position) => position.id),
  column.uuid('account_id', (position) => position.accountId),
  column.text('venue', (position) => position.venue),
  column.text('symbol', (position) => position.symbol),
  column.text('direction', (position) => position.direction),
  mutable(column.numeric('quantity', (position) => position.quantity)),
  mutable(column.numeric('cost', (position) => position.cost)),
  mutable(column.numeric('leverage', (position) => position.leverage)),
  mutable(column.numeric('opened_quantity', (position) => position.openedQuantity)),
  mutable(column.numeric('opened_notional', (position) => position.openedNotional)),
  mutable(column.numeric('closed_notional', (position) => position.closedNotional)),
  mutable(column.numeric('realized_pnl', (position) => position.realizedPnl)),
  mutable(column.numeric('fees', (position) => position.fees)),
  mutable(column.numeric('funding', (position) => position.funding)),
  mutable(column.numeric('carry', ({ carry }) => (carry === 0n ? null : carry))),
  mutable(column.time('funded_until', (position) => position.fundedUntil)),
  mutable(column.numeric('initial_stop', (position) => position.initialStop)),
  column.time('opened_at', (position) => position.openedAt),
  mutable(column.time('closed_at', (position) => position.closedAt)),
  mutable(column.text('close_reason', (position) => position.closeReason)),
  mutable(column.int8('liquidation_tick', (position) => position.liquidationTick)),
  mutable(column.text('flattened_by', (position) => position.flattenedBy)),
  mutable(column.jsonb('uncovered', ({ uncovered }) => (uncovered === undefined ? null : JSON.stringify(uncovered)))),
  mutable(column.time('flat_warned_at', ({ flatWarnedAt }) => flatWarnedAt ?? null)),
  mutable(column.jsonb('parts', ({ parts }) => (parts === undefined ? null : partsText(parts)))),
]

export type PositionRow = { readonly live?: unknown } & RowOf<typeof POSITION_COLUMNS>

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
  carry: row.carry === null ? usd(0n) : usdOf(row.carry),
  fundedUntil: microsOf(row.funded_until),
  initialStop: optional(row.initial_stop, priceOf),
  openedAt: microsOf(row.opened_at),
  closedAt: optional(row.closed_at, microsOf),
  closeReason: row.close_reason as CloseReason | null,
  liquidationTick: optional(row.liquidation_tick, Number),
  flattenedBy: row.flattened_by as SwitchKind | null,
  // All of them are there, if undefined: such a position is copied faster.
  uncovered: uncoveredOf(row.uncovered),
  flatWarnedAt: optional(row.flat_warned_at ?? null, microsOf) ?? undefined,
  parts: partsOf(row.parts),
  live: livePositionOf(row).live,
})

/** Microseconds, as decisions count them. */
const uncoveredOf = (stored: unknown): Uncovered | undefined => (stored ?? undefined) as Uncovered | undefined

export type HoldingRow = Pick<PositionRow, 'id' | 'venue' | 'symbol' | 'direction' | 'quantity' | 'cost'>

export const holdingOf = (row: HoldingRow): Holding => ({
  id: textOf(row.id),
  venue: row.venue as VenueId,
  symbol: textOf(row.symbol),
  direction: row.direction as Direction,
  quantity: quantityOf(row.quantity),
  cost: usdOf(row.cost),
})
