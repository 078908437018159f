/** Rows that decisions made again would have written, until they are compared with those that are stored. */
import type { Changes } from '../core/model/draft.js'
import type { StoredEvent } from '../core/model/events.js'
import { isWorking } from '../core/model/order/order-status.js'
import { compareRows, findOtherRow, type ComparedTable } from '../store/read/compare-rows.js'
import type { Queryable } from '../store/read/queryable.js'
import { BREACH_COLUMNS } from '../store/tables/breaches.js'
import { EVENT_COLUMNS } from '../store/tables/events.js'
import { FILL_COLUMNS } from '../store/tables/fills.js'
import { ORDER_COLUMNS } from '../store/tables/orders.js'
import { POSITION_COLUMNS } from '../store/tables/positions.js'
import { PROFIT_ADJUSTMENT_COLUMNS } from '../store/tables/profit-adjustments.js'
import { STRIKE_COLUMNS } from '../store/tables/strikes.js'
import { TRADING_DAY_COLUMNS } from '../store/tables/trading-days.js'
import { TRANSFER_COLUMNS } from '../store/tables/transfers.js'
import type { Difference } from './replay-command.js'

/** By the place of the command in the order of decisions. */
export interface PlacedDifference extends Difference {
  readonly place: number
}

export interface ComparedRows {
  /** Adds those of the decision of a command. */
  add(place: number, commandId: string, changes: Changes, events: readonly StoredEvent[]): void
  /** Compares rows that no later decision changes; the first difference of them. */
  compareEnded(db: Queryable): Promise<PlacedDifference | null>
  /** Compares all that is left, and looks for rows that no decision has written. */
  compareRest(db: Queryable): Promise<PlacedDifference | null>
  readonly size: number
}

interface Waiting<T> {
  readonly row: T
  readonly place: number
  readonly isEnded: boolean
}

interface Collector {
  compare(db: Queryable, all: boolean): Promise<PlacedDifference | null>
  findOther(db: Queryable): Promise<PlacedDifference | null>
  size(): number
}

export function collectRows(accountId: string): ComparedRows {
  const collectors: Collector[] = []
  const collect = <T>(compared: ComparedTable<T>, keyOf: (row: T) => string) => {
    const collector = createCollector(accountId, compared, keyOf)
    collectors.push(collector)
    return collector.put
  }
  const idOf = ({ id }: { readonly id: string }): string => id
  const put = {
    orders: collect({ table: 'orders', columns: ORDER_COLUMNS, key: 'id' }, idOf),
    positions: collect({ table: 'positions', columns: POSITION_COLUMNS, key: 'id' }, idOf),
    fills: collect({ table: 'fills', columns: FILL_COLUMNS, key: 'id' }, idOf),
    transfers: collect({ table: 'transfers', columns: TRANSFER_COLUMNS, key: 'id' }, ({ row }) => row.id),
    events: collect({ table: 'whole_events', columns: EVENT_COLUMNS, key: 'id' }, idOf),
    breaches: collect({ table: 'breaches', columns: BREACH_COLUMNS, key: 'id' }, idOf),
    days: collect({ table: 'trading_days', columns: TRADING_DAY_COLUMNS, key: 'date' }, ({ day }) => day.date),
    adjustments: collect({ table: 'profit_adjustments', columns: PROFIT_ADJUSTMENT_COLUMNS, key: 'id' }, idOf),
    strikes: collect({ table: 'strikes', columns: STRIKE_COLUMNS, key: 'id' }, idOf),
  }
  const first = async (look: (collector: Collector) => Promise<PlacedDifference | null>) => {
    const found: PlacedDifference[] = []
    for (const collector of collectors) {
      const difference = await look(collector)
      if (difference !== null) found.push(difference)
    }
    return found.sort((a, b) => a.place - b.place)[0] ?? null
  }
  return {
    add(place, commandId, { orders, positions, fills, transfers, breaches, tradingDay, ...rare }, events) {
      for (const row of orders) put.orders({ row, place, isEnded: !isWorking(row.status) })
      for (const row of positions) put.positions({ row, place, isEnded: row.closedAt !== null })
      const ended = { place, isEnded: true }
      for (const row of fills) put.fills({ row, ...ended })
      for (const row of transfers) put.transfers({ row: { commandId, row }, ...ended })
      for (const row of events) put.events({ row, ...ended })
      // A breach may be reversed later.
      for (const row of breaches) put.breaches({ row, place, isEnded: false })
      if (tradingDay !== null) put.days({ row: { accountId, day: tradingDay }, ...ended })
      for (const row of rare.adjustments ?? []) put.adjustments({ row, ...ended })
      for (const row of rare.strikes ?? []) put.strikes({ row, ...ended })
    },
    compareEnded: (db) => first((collector) => collector.compare(db, false)),
    compareRest: async (db) =>
      (await first((collector) => collector.compare(db, true))) ??
      (await first((collector) => collector.findOther(db))),
    get size() {
      return collectors.reduce((sum, collector) => sum + collector.size(), 0)
    },
  }
}

function createCollector<T>(accountId: string, compared: ComparedTable<T>, keyOf: (row: T) => string) {
  const { table } = compared
  const waiting = new Map<string, Waiting<T>>()
  const keys = new Set<string>()
  return {
    put(this: void, one: Waiting<T>): void {
      const key = keyOf(one.row)
      keys.add(key)
      waiting.set(key, one)
    },
    async compare(db: Queryable, all: boolean): Promise<PlacedDifference | null> {
      const due = [...waiting].filter(([, { isEnded }]) => all || isEnded)
      const rows = due.map(([, { row }]) => row)
      const found = await compareRows(db, compared, accountId, rows)
      const placed = found.map(({ key, field, stored, decided }) => ({
        ...{ subject: `${table} ${key}`, field, stored: stored ?? 'nothing', decided: decided ?? 'nothing' },
        place: waiting.get(key)?.place ?? Infinity,
      }))
      for (const [key] of due) waiting.delete(key)
      return placed.sort((a, b) => a.place - b.place)[0] ?? null
    },
    async findOther(db: Queryable): Promise<PlacedDifference | null> {
      const key = await findOtherRow(db, compared, accountId, [...keys])
      return key === null
        ? null
        : { subject: `${table} ${key}`, field: 'row', stored: 'a row', decided: 'nothing', place: Infinity }
    },
    size: () => keys.size,
  }
}
