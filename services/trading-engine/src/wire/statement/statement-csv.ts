import type { StatementSection } from './statement-sections.js'

const NEEDS_QUOTES = /[",\r\n]/
/** A spreadsheet would take such a text for a formula; numbers may begin with a minus. */
const IS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const IS_NUMBER = /^-?\d+(?:\.\d+)?$/

const NAMES = ['section', 'item', 'label', 'value', 'unit', 'note'] as const

/** The lines of a statement as RFC 4180 has them, with a line of names first. */
export function statementCsv(sections: readonly StatementSection[]): string {
  const lines = sections.flatMap(({ name, lines: own }) =>
    own.map(({ item, label, value, unit, note }) => [name, item, label, value, unit, note]),
  )
  return [NAMES, ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(raw: string): string {
  const text = IS_FORMULA.test(raw) && !IS_NUMBER.test(raw) ? `'${raw}` : raw
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
