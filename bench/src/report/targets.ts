/** The performance targets of the service, and whether a run met them. */
import type { Cell, CostFigure } from '../cell.js'
import { PLACE } from '../sections/contenders.js'
import { openLoopName } from '../sections/open-loop.js'
import { RATIO, type Ratio } from '../sections/section.js'
import { TOLD_ORDERS } from '../sections/webhooks.js'
import { formatMs } from './format.js'
import type { Results } from './results.js'

interface Target {
  readonly name: string
  readonly required: number
  readonly aim: number
  readonly isBetter: 'higher' | 'lower'
  readonly unit: 'times' | 'ms' | 'µs' | 'a second'
  /** Set: it is a figure of a cell, and no ratio. */
  readonly of?: { readonly cell: string; readonly figure: 'p99Ms' | CostFigure }
}

const higher = (name: string, required: number, aim: number): Target => ({
  name,
  required,
  aim,
  isBetter: 'higher',
  unit: 'times',
})
const lower = (name: string, required: number, aim: number): Target => ({
  name,
  required,
  aim,
  isBetter: 'lower',
  unit: 'times',
})

const ofCell = (name: string, cell: string, figure: 'p99Ms' | CostFigure, required: number, aim: number): Target => ({
  ...lower(name, required, aim),
  unit: 'ms',
  of: { cell, figure },
})

const TARGETS: readonly Target[] = [
  higher(RATIO.placeToPgbench, 0.7, 0.9),
  higher(RATIO.gatedToPgbench, 0.8, 0.9),
  higher(RATIO.wholeToPgbench, 0.7, 0.8),
  higher(RATIO.gatedToWholeTexts, 0.8, 0.9),
  higher(RATIO.wholeToWholeTexts, 0.7, 0.8),
  higher(RATIO.placeToBaseline, 6, 8),
  ofCell('p99 at 1,000 orders/s, open loop', openLoopName(1_000), 'p99Ms', 30, 15),
  ofCell('p99 at 500 orders/s, with a webhook for every event', TOLD_ORDERS, 'p99Ms', 25, 12),
  ofCell('longest turn of the event loop with 64 connections, CPU time', PLACE, 'turnMax', 15, 10),
  ofCell('p99 of pauses for garbage with 64 connections', PLACE, 'pauseP99', 8, 5),
  higher(RATIO.cancelToPlace, 1.2, 1.5),
  lower(RATIO.batchToSingles, 0.45, 0.35),
  higher(RATIO.priceToExpress, 2.2, 2.5),
  higher(RATIO.accountToPrice, 0.65, 0.8),
  lower(RATIO.accountsGrowth, 1.25, 1.1),
  lower(RATIO.ordersGrowth, 1.5, 1.2),
  higher(RATIO.tickToScan, 50, 500),
  lower(RATIO.webhooksToPlain, 2, 1.5),
  lower(RATIO.streamsToNone, 1.06, 1.03),
  { ...lower(RATIO.streamLag, 50, 25), unit: 'ms' },
  { ...higher(RATIO.deliveries, 1_000, 2_000), unit: 'a second' },
  { ...lower(RATIO.arming, 250, 150), unit: 'ms' },
  { ...lower(RATIO.tick, 5, 1), unit: 'µs' },
  { ...lower(RATIO.remark, 20, 10), unit: 'ms' },
  { ...lower(RATIO.gateAdds, 0.5, 0.25), unit: 'ms' },
  lower(RATIO.redisHung, 3, 2),
  { ...lower(RATIO.rules, 20, 10), unit: 'µs' },
  higher(RATIO.rulesToNone, 0.9, 0.95),
]

export interface TargetResult {
  readonly name: string
  readonly measured: string
  readonly required: string
  readonly aim: string
  readonly verdict: 'aim' | 'yes' | 'NO' | 'not measured' | 'NO: errors'
}

export const evaluateTargets = (results: Results): readonly TargetResult[] =>
  TARGETS.map((target) => {
    const found = target.of === undefined ? findRatio(results, target.name) : findFigure(results, target.of)
    return {
      name: target.name,
      measured: found === undefined ? '' : describe(found.ratio, target),
      required: bound(target, target.required),
      aim: bound(target, target.aim),
      verdict: found === undefined ? 'not measured' : found.hasErrors ? 'NO: errors' : verdictOf(target, found.ratio),
    }
  })

interface Found {
  readonly ratio: Omit<Ratio, 'name'>
  /** Whether any cell behind it had errors. */
  readonly hasErrors: boolean
}

function findRatio({ sections }: Results, name: string): Found | undefined {
  for (const { cells, ratios } of sections) {
    const ratio = ratios.find((candidate) => candidate.name === name)
    if (ratio !== undefined) return { ratio, hasErrors: cells.some(({ errors }) => errors > 0) }
  }
  return undefined
}

/** The figure of the first cell of that name. */
function findFigure({ sections }: Results, { cell: name, figure }: NonNullable<Target['of']>): Found | undefined {
  const cell = sections.flatMap((section) => section.cells).find((candidate) => candidate.name === name)
  const value = cell === undefined ? null : figureOf(cell, figure)
  if (cell === undefined || value === null) return undefined
  return { ratio: { median: value, min: value, max: value }, hasErrors: cell.errors > 0 }
}

const figureOf = (cell: Cell, figure: 'p99Ms' | CostFigure): number | null =>
  figure === 'p99Ms' ? cell.p99Ms : (cell.cost?.[figure] ?? null)

function verdictOf({ required, aim, isBetter }: Target, { median }: Found['ratio']): TargetResult['verdict'] {
  const reaches = (value: number): boolean => (isBetter === 'higher' ? median >= value : median <= value)
  return reaches(aim) ? 'aim' : reaches(required) ? 'yes' : 'NO'
}

const describe = ({ median, min, max }: Found['ratio'], { unit }: Target): string =>
  unit === 'ms' && min === max ? formatMs(median) : `${median.toFixed(2)} [${min.toFixed(2)}–${max.toFixed(2)}]`

const bound = ({ isBetter, unit }: Target, value: number): string =>
  `${isBetter === 'higher' ? '≥' : '≤'} ${value}${unit === 'times' ? '' : ` ${unit}`}`
