/** Lines as RFC 4180 has them. */
const NEEDS_QUOTES = /[",\r\n]/
/** A spreadsheet would take such a text for a formula; numbers may begin with a minus. */
const IS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const IS_NUMBER = /^-?\d+(?:\.\d+)?$/

export const csvLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`

function toCell(raw: string): string {
  const text = IS_FORMULA.test(raw) && !IS_NUMBER.test(raw) ? `'${raw}` : raw
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
