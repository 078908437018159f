import type { Row } from './api.js'

/** Heading and where a cell's value comes from: the field of that name, unless it says otherwise. */
export type Column = string | readonly [heading: string, value: (row: Row) => unknown]

/** Rows below their headings, each column as wide as its widest cell. */
export function table(rows: readonly Row[], columns: readonly Column[]): string {
  if (rows.length === 0) return 'none'
  const headings = columns.map((column) => (typeof column === 'string' ? column : column[0]))
  const cells = rows.map((row) =>
    columns.map((column) => cell(typeof column === 'string' ? row[column] : column[1](row))),
  )
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...cells.map((row) => row[index]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(headings), ...cells.map(line)].join('\n')
}

/** A record as a table of two columns. */
export const facts = (record: Row): string => {
  const names = Object.keys(record)
  const width = Math.max(...names.map((name) => name.length))
  return names.map((name) => `${name.padEnd(width)}  ${cell(record[name])}`.trimEnd()).join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
