import { csvLine } from '../csv.js'
import type { StatementSection } from './statement-sections.js'

const NAMES = ['section', 'item', 'label', 'value', 'unit', 'note'] as const

/** The lines of a statement, with a line of names first. */
export function statementCsv(sections: readonly StatementSection[]): string {
  const lines = sections.flatMap(({ name, lines: own }) =>
    own.map(({ item, label, value, unit, note }) => [name, item, label, value, unit, note]),
  )
  return [NAMES, ...lines].map(csvLine).join('')
}
