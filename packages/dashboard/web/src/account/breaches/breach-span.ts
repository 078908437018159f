import type { Breach } from '@ats/sdk/types'
import { text as accountText } from '../../text/en/account.js'
import { text } from '../../text/en/breach.js'
import type { ChartLine } from '../../ui/charts/line-chart.js'
import type { Curve } from '../curve-lines.js'

const AROUND_MS = 15 * 60_000

/** The quarter of an hour before a moment, and the one after it. */
export function spanAround(at: string): { readonly from: string; readonly to: string } {
  const moment = Date.parse(at)
  return { from: new Date(moment - AROUND_MS).toISOString(), to: new Date(moment + AROUND_MS).toISOString() }
}

const secondOf = (at: string): number => Math.floor(Date.parse(at) / 1000)

/** The equity around a breach, with that which crossed the limit, and the limit if that is one of equity. */
export function breachLines({ points }: Curve, { occurred_at: at, value, limit, rule }: Breach): ChartLine[] {
  // The chart has one point a second: of that of the breach it shows the breach.
  const known = points
    .map((point) => ({ at: point.timestamp, value: point.equity }))
    .filter((point) => secondOf(point.at) !== secondOf(at))
  const curve = [...known, { at, value }].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const isFloor = rule === 'max_drawdown' || rule === 'daily_loss_limit'
  const line: ChartLine = { name: accountText.curve, color: '--ok-bar', style: 'solid', points: curve }
  if (!isFloor || limit === null) return [line]
  const floor = curve.map((point) => ({ at: point.at, value: limit }))
  return [line, { name: text.limitLine, color: '--danger-bar', style: 'dashed', points: floor }]
}
