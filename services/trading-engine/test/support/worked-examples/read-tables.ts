/** The tables of a Markdown document, in its order. */
import { readFileSync } from 'node:fs'

export interface TableRow {
  /** Where it stands in the document, counted from 1. */
  readonly line: number
  /** One for each column of the table. */
  readonly cells: readonly string[]
}

export interface Table {
  /** The heading it stands under. */
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
}

/** Throws when a row has more or fewer cells than its table has columns. */
export function readTables(path: string): readonly Table[] {
  const tables: { title: string; columns: readonly string[]; rows: TableRow[] }[] = []
  let title = ''
  let isInTable = false
  for (const [index, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    const heading = /^#+ (.*)$/.exec(text)
    if (heading !== null) title = heading[1] ?? ''
    if (!text.startsWith('|')) {
      isInTable = false
      continue
    }
    const cells = text.split('|').slice(1, -1)
    const trimmed = cells.map((cell) => cell.trim())
    const table = tables.at(-1)
    if (!isInTable || table === undefined) tables.push({ title, columns: trimmed, rows: [] })
    else if (cells.length !== table.columns.length) throw new Error(`line ${index + 1}: ${cells.length} cells`)
    else if (!isRule(trimmed)) table.rows.push({ line: index + 1, cells: trimmed })
    isInTable = true
  }
  return tables
}

/** The line between the head of a table and its rows. */
const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell))

/** The sums in the prose: text between backticks, outside of tables, that has an `=`. */
export function readSums(path: string): readonly string[] {
  const prose = readFileSync(path, 'utf8').replace(/^\|.*$/gm, '')
  return [...prose.matchAll(/`([^`\n]* = [^`\n]*)`/g)].map(([, sum = '']) => sum)
}
