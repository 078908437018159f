/** A column of a list: its name in a file, and the text of a row. */
export interface CsvColumn<Row> {
  readonly name: string
  readonly text: (row: Row) => string | number | boolean | null | undefined
  /** False for what no file needs, such as buttons. */
  readonly inFile?: boolean
}

const NEEDS_QUOTES = /[",\r\n]/
/** A spreadsheet would take such a text for a formula; numbers may begin with a minus. */
const IS_FORMULA = /^[=+\-@\t\r]/
const IS_NUMBER = /^-?\d+(?:\.\d+)?$/

/** The rows as RFC 4180 has them, with a line of names first. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ text }) => text(row)))]
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string | number | boolean | null | undefined): string {
  const raw = String(value ?? '')
  const text = IS_FORMULA.test(raw) && !IS_NUMBER.test(raw) ? `'${raw}` : raw
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
