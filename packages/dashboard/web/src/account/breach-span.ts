import type { Breach } from '@ats/sdk/types'
import { text as accountText } from '../text/en/account.js'
import { text } from '../text/en/breach.js'
import type { ChartLine } from '../ui/line-chart.js'
import type { Curve } from './curve-lines.js'

const AROUND_MS = 15 * 60_000

/** The quarter of an hour before a moment, and the one after it. */
export function spanAround(at: string): { readonly from: string; readonly to: string } {
  const moment = Date.parse(at)
  return { from: new Date(moment - AROUND_MS).toISOString(), to: new Date(moment + AROUND_MS).toISOString() }
}

/** The equity around a breach, with what it was at the moment itself, and the limit if that is one of equity. */
export function breachLines({ points }: Curve, { occurred_at: at, equity, limit, rule }: Breach): ChartLine[] {
  const known = points.map((point) => ({ at: point.timestamp, value: point.equity }))
  const atBreach = known.some((point) => point.at === at) ? [] : [{ at, value: equity }]
  const curve = [...known, ...atBreach].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const isFloor = rule === 'max_drawdown' || rule === 'daily_loss_limit'
  const line: ChartLine = { name: accountText.curve, color: '--ok-bar', style: 'solid', points: curve }
  if (!isFloor || limit === null) return [line]
  const floor = curve.map((point) => ({ at: point.at, value: limit }))
  return [line, { name: text.limitLine, color: '--danger-bar', style: 'dashed', points: floor }]
}
