import { textOf, type Row } from './row.js'

interface Times {
  readonly timestamp: number | undefined
  readonly datetime: string | undefined
}

/** Milliseconds since the epoch of an RFC 3339 time, finer parts cut off. */
export function msOf(row: Row | undefined, field: string): number | undefined {
  const at = Date.parse(textOf(row, field) ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** A time as text to the millisecond. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

/** A time as ccxt has it: milliseconds since the epoch, and the same as text. */
export function timesOf(row: Row | undefined, field: string): Times {
  const timestamp = msOf(row, field)
  return { timestamp, datetime: timestamp === undefined ? undefined : isoOf(timestamp) }
}
