/** An object of the API after `parseJsonExactly`: its numbers are text. */
export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list; anything else in it is left out. */
export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : [])

/** The text of a field, of a number too; undefined where it is absent, null or empty. */
export function textOf(row: Row | undefined, field: string): string | undefined {
  const value = row?.[field]
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const rowOf = (row: Row | undefined, field: string): Row | undefined => {
  const value = row?.[field]
  return isRow(value) ? value : undefined
}

/** The value of a switch; undefined where it is neither on nor off. */
export const flagOf = (row: Row | undefined, field: string): boolean | undefined => {
  const value = row?.[field]
  return typeof value === 'boolean' ? value : undefined
}

/** Milliseconds since the epoch of an RFC 3339 time, finer parts cut off. */
export function msOf(row: Row | undefined, field: string): number | undefined {
  const at = Date.parse(textOf(row, field) ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** A time as ccxt has it: milliseconds since the epoch, and the same as text to the millisecond. */
export function timesOf(
  row: Row | undefined,
  field: string,
): { timestamp: number | undefined; datetime: string | undefined } {
  const timestamp = msOf(row, field)
  return { timestamp, datetime: timestamp === undefined ? undefined : new Date(timestamp).toISOString() }
}
