/** An object of the API after `parseJsonExactly`: its numbers are text. */
export type Row = Readonly<Record<string, unknown>>

/** A row that is being put together. */
export type Fields = Record<string, unknown>

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

/** A number that a caller gave or that is written as text. */
export function numberOf(row: Row | undefined, field: string): number | undefined {
  const text = textOf(row, field)
  return text === undefined ? undefined : Number(text)
}

/** The value of a header, in whatever case its name is written. */
export function headerOf(headers: Row | undefined, name: string): string | undefined {
  const found = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name.toLowerCase())
  return found === undefined ? undefined : textOf(headers, found)
}

export const withoutUndefined = (fields: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
