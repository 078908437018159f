/** The fields that only LIVE accounts have, as JSON: a column of orders, positions and fills, null of all PAPER. */
import type { LiveFill, LivePosition } from '../../core/model/live/live-order.js'
import { formatDecimal, parseDecimal } from '../../core/values/decimal.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { columnsOf, mutable, type Column } from './column.js'

/** A decimal as an object of one field: no other object in these columns looks like it. */
const asWritten = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { decimal: formatDecimal(value) } : value

export const writeLive = (value: object): string => JSON.stringify(value, asWritten)

export function readLive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readLive)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [first] = entries
  if (first !== undefined && entries.length === 1 && first[0] === 'decimal') {
    const scaled = parseDecimal(String(first[1]))
    assertInvariant(scaled !== null, 'the column holds a decimal')
    return scaled
  }
  return Object.fromEntries(entries.map(([name, field]) => [name, readLive(field)]))
}

interface Live {
  readonly live?: object | undefined
}

const column = columnsOf<Live>()
const live = column.jsonb('live', (row) => (row.live === undefined ? null : writeLive(row.live)))

/** A column of the statement for LIVE accounts; that of PAPER ones does not know it. */
export const LIVE_POSITION_COLUMN: Column<Live> = mutable(live)
export const LIVE_FILL_COLUMN: Column<Live> = live

/** A row as it is read: without the column where only some are selected. */
export interface LiveRow {
  readonly live?: unknown
}

const fieldOf = <T>(row: LiveRow): { readonly live?: T } =>
  row.live === null || row.live === undefined ? NOTHING : { live: readLive(row.live) as T }
const NOTHING = {}

export const livePositionOf = (row: LiveRow): { readonly live?: LivePosition } => fieldOf(row)
export const liveFillOf = (row: LiveRow): { readonly live?: LiveFill } => fieldOf(row)
