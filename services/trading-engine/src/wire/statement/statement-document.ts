import type { PayoutStatement } from '../../core/model/account/payout-statement.js'
import { formatTimestamp } from '../../core/values/time.js'
import { statementSections, type StatementLine } from './statement-sections.js'

/** A document as it is to be drawn: titles and rows of text, in their order. */
export interface DocumentToDraw {
  readonly title: string
  readonly subtitle: string
  /** Milliseconds; it is in the file, which is the same whenever it is drawn. */
  readonly dated: number
  readonly sections: readonly DrawnSection[]
}

export interface DrawnSection {
  readonly title: string
  readonly rows: readonly { readonly label: string; readonly value: string; readonly note: string }[]
}

export function statementDocument(statement: PayoutStatement): DocumentToDraw {
  const { payout } = statement
  const at = payout.decidedAt ?? payout.proposedAt ?? payout.requestedAt
  return {
    title: 'Statement of a payout',
    subtitle: `${payout.status} · ${formatTimestamp(at)}`,
    dated: Math.floor(at / 1000),
    sections: statementSections(statement).map(({ title, lines }) => ({
      title,
      rows: lines.map((line) => ({ label: line.label, value: valueOf(line), note: line.note })),
    })),
  }
}

const valueOf = ({ value, unit }: StatementLine): string => {
  if (unit === '') return value
  return unit === '%' ? `${value} %` : `${grouped(value)} ${unit}`
}

/** With separators of thousands, and cents at least. */
function grouped(value: string): string {
  const [whole = '', digits = ''] = value.split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const groups = BigInt(whole.slice(sign.length)).toLocaleString('en-US')
  return `${sign}${groups}.${digits.padEnd(2, '0')}`
}
