import type { Decimal } from '@ats/sdk'
import type { Style } from './paint.js'
import type { Cell } from './table.js'

/** A bar of that many characters, fuller the less is left, 0 to 100; empty where nothing is known. */
export function gauge(leftPct: Decimal | null, width: number): Cell {
  if (leftPct === null) return '·'.repeat(width)
  const left = Math.min(100, Math.max(0, Number(leftPct)))
  // Never full before the limit, never empty once something is used.
  const exact = ((100 - left) / 100) * width
  const used = left <= 0 ? width : Math.min(width - 1, left >= 100 ? 0 : Math.max(1, Math.round(exact)))
  return { text: '█'.repeat(used) + '░'.repeat(width - used), style: styleOf(left) }
}

function styleOf(left: number): Style {
  if (left <= 10) return 'red'
  return left <= 30 ? 'yellow' : 'green'
}
