/** The performance targets of the service, and whether a run met them. */
import { openLoopName } from '../sections/open-loop.js'
import { RATIO, type Ratio } from '../sections/section.js'
import { formatMs } from './format.js'
import type { Results } from './results.js'

interface Target {
  readonly name: string
  readonly required: number
  readonly aim: number
  readonly isBetter: 'higher' | 'lower'
  readonly unit: 'times' | 'ms' | 'µs' | 'a second'
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

const OPEN_LOOP_RATE = 1_000
const P99: Target = { ...lower('p99 at 1,000 orders/s, open loop', 30, 15), unit: 'ms' }

const TARGETS: readonly Target[] = [
  higher(RATIO.placeToPgbench, 0.7, 0.9),
  higher(RATIO.gatedToPgbench, 0.65, 0.85),
  higher(RATIO.wholeToPgbench, 0.6, 0.8),
  higher(RATIO.placeToBaseline, 5, 8),
  P99,
  higher(RATIO.cancelToPlace, 1.2, 1.5),
  lower(RATIO.batchToSingles, 0.45, 0.35),
  higher(RATIO.priceToExpress, 1.5, 2),
  higher(RATIO.accountToPrice, 0.6, 0.8),
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
    const found = target === P99 ? findP99(results) : findRatio(results, target.name)
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

function findP99({ sections }: Results): Found | undefined {
  const cells = sections.flatMap((section) => section.cells)
  const cell = cells.find(({ name }) => name === openLoopName(OPEN_LOOP_RATE))
  if (cell === undefined || cell.p99Ms === null) return undefined
  const { p99Ms, errors } = cell
  return { ratio: { median: p99Ms, min: p99Ms, max: p99Ms }, hasErrors: errors > 0 }
}

function verdictOf({ required, aim, isBetter }: Target, { median }: Found['ratio']): TargetResult['verdict'] {
  const reaches = (value: number): boolean => (isBetter === 'higher' ? median >= value : median <= value)
  return reaches(aim) ? 'aim' : reaches(required) ? 'yes' : 'NO'
}

const describe = ({ median, min, max }: Found['ratio'], { unit }: Target): string =>
  unit === 'ms' && min === max ? formatMs(median) : `${median.toFixed(2)} [${min.toFixed(2)}–${max.toFixed(2)}]`

const bound = ({ isBetter, unit }: Target, value: number): string =>
  `${isBetter === 'higher' ? '≥' : '≤'} ${value}${unit === 'times' ? '' : ` ${unit}`}`
