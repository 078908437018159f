import type { AnswerOf, Operations } from '@ats/sdk/types'
import type { ChartLine } from '../ui/charts/line-chart.js'
import { text } from '../text/en/account.js'

export type Curve = AnswerOf<Operations['getEquityCurve']>
/** The floors in force. */
export interface FloorsNow {
  readonly max_drawdown: string | null
  readonly daily_loss_limit: string | null
}

/** The equity and both floors as lines; floors that no point tells are drawn as they are now. */
export function curveLines({ points }: Curve, now: FloorsNow): { lines: ChartLine[]; hasFloors: boolean } {
  const hasFloors = points.some(({ floors }) => floors.max_drawdown !== null || floors.daily_loss_limit !== null)
  const floor = (rule: keyof FloorsNow) =>
    points.map((point) => ({ at: point.timestamp, value: hasFloors ? point.floors[rule] : now[rule] }))
  return {
    hasFloors,
    lines: [
      {
        ...{ name: text.curve, color: '--ok-bar', style: 'solid' },
        points: points.map(({ timestamp, equity }) => ({ at: timestamp, value: equity })),
      },
      {
        ...{ name: text.curveDaily, color: '--warn-bar', style: 'dashed', isStepped: true },
        points: floor('daily_loss_limit'),
      },
      {
        ...{ name: text.curveDrawdown, color: '--danger-bar', style: 'dashed', isStepped: true },
        points: floor('max_drawdown'),
      },
    ],
  }
}
