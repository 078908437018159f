import type { Paint, Style } from './paint.js'

export type Cell = string | { readonly text: string; readonly style: Style }

export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => Cell
  readonly align?: 'right'
  /** Where there is no room for all, those with a rank go, the highest first. */
  readonly rank?: number
  /** A shorter text, tried before any column goes. */
  readonly short?: (row: Row) => Cell
}

export interface TableSpace {
  /** Absent: as wide as it gets. */
  readonly columns: number | undefined
  readonly paint: Paint
}

const GAP = 2

/** Rows below their headings, each column as wide as its widest cell, in the lines of a terminal. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { columns: width, paint }: TableSpace,
): readonly string[] {
  if (rows.length === 0) return [paint('dim', 'none')]
  let shown = columns.map((column) => fill(rows, column, column.cell))
  if (widthOf(shown) > (width ?? Infinity))
    shown = columns.map((column) => fill(rows, column, column.short ?? column.cell))
  while (widthOf(shown) > (width ?? Infinity)) {
    const last = Math.max(...shown.map(({ rank }) => rank))
    if (last === 0) break
    shown = shown.filter(({ rank }) => rank !== last)
  }
  const headings = shown.map(({ heading, width: wide, isRight }) => paint('dim', pad(heading, wide, isRight)))
  const lines = rows.map((_row, index) =>
    shown.map(({ cells, width: wide, isRight }) => painted(cells[index] ?? '', wide, isRight, paint)),
  )
  return [headings, ...lines].map((line) => line.join(' '.repeat(GAP)).trimEnd())
}

/** A record as a table of two columns. */
export function facts(entries: readonly (readonly [string, Cell])[], paint: Paint): readonly string[] {
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, cell]) =>
    `${paint('dim', name.padEnd(width))}${' '.repeat(GAP)}${styled(cell, paint)}`.trimEnd(),
  )
}

interface Filled {
  readonly heading: string
  readonly cells: readonly Cell[]
  readonly width: number
  readonly rank: number
  readonly isRight: boolean
}

function fill<Row>(rows: readonly Row[], column: Column<Row>, cellOf: (row: Row) => Cell): Filled {
  const cells = rows.map(cellOf)
  const width = Math.max(column.heading.length, ...cells.map((cell) => textOf(cell).length))
  const { heading, rank = 0, align } = column
  return { heading, cells, width, rank, isRight: align === 'right' }
}

const widthOf = (columns: readonly Filled[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0) + GAP * (columns.length - 1)

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)

const pad = (text: string, width: number, isRight: boolean): string =>
  isRight ? text.padStart(width) : text.padEnd(width)

const styled = (cell: Cell, paint: Paint): string => (typeof cell === 'string' ? cell : paint(cell.style, cell.text))

/** The blanks stay outside the colours. */
function painted(cell: Cell, width: number, isRight: boolean, paint: Paint): string {
  const blanks = ' '.repeat(Math.max(0, width - textOf(cell).length))
  return isRight ? blanks + styled(cell, paint) : styled(cell, paint) + blanks
}
