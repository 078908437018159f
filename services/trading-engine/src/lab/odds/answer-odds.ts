/** The whole answer about the odds of a trader: odds, what changes them, what the record is worth, what is assumed. */
import type { OddsAnswer, OddsChange, OddsQuestion, TrackRecord } from '../../core/read/odds.js'
import { assumptionsOf } from './assumptions.js'
import { NO_SHIFT, type Shift } from './draw-days.js'
import { estimateOdds } from './estimate-odds.js'
import {
  bestOfWorthless,
  leastTrackRecord,
  momentsOf,
  overfittingProbability,
  probabilisticSharpe,
} from './track-record.js'

/** Changes are tried with fewer attempts, of the same days. */
const CHANGED_ATTEMPTS = 1_000

const risk = (percent: number): readonly [OddsChange['change'], number, Shift] => [
  'RISK',
  percent / 100,
  { ...NO_SHIFT, risk: { parts: BigInt(percent), of: 100n } },
]
const winRate = (points: number): readonly [OddsChange['change'], number, Shift] => [
  'WIN_RATE',
  points,
  { ...NO_SHIFT, winRate: points / 100 },
]

const CHANGES = [risk(50), risk(75), risk(125), risk(150), risk(200), winRate(-1), winRate(1)]

export function answerOdds(question: OddsQuestion): OddsAnswer {
  const { source, attempts, unmarked } = question
  const sampled = source.method === 'PARAMETRIC' ? [] : source.days
  const fewer = { ...question, attempts: Math.min(attempts, CHANGED_ATTEMPTS) }
  return {
    sampledDays: sampled.length,
    sampledTrades: sampled.flat().length,
    unmarked,
    ...estimateOdds(question),
    changes: CHANGES.map(([change, by, shift]): OddsChange => {
      const { passed, payouts } = estimateOdds(fewer, shift)
      return { change, by, passed, expectedValue: payouts?.expectedValue ?? null }
    }),
    record: recordOf(question),
    assumptions: assumptionsOf(question),
  }
}

/** Null of a model: there is no record. */
function recordOf({ results, variants, variantsTried }: OddsQuestion): TrackRecord | null {
  if (results.length === 0) return null
  const { sharpe, ...moments } = momentsOf(results)
  const overfitting = overfittingProbability(variants)
  const shape = { skewness: moments.skewness, kurtosis: moments.kurtosis }
  const record = { days: results.length, sharpe, ...shape, variantsTried, overfitting }
  if (sharpe === null) return { ...record, probabilisticSharpe: null, deflatedSharpe: null, leastDays: null }
  const benchmark = bestOfWorthless(variantsTried, varianceOfRatios(variants, results.length))
  const ratio = { sharpe, ...moments }
  return {
    ...record,
    probabilisticSharpe: probabilisticSharpe(ratio, 0),
    deflatedSharpe: probabilisticSharpe(ratio, benchmark),
    leastDays: leastTrackRecord(ratio, benchmark),
  }
}

/** One in the number of days, of worthless variants whose results are not told. */
function varianceOfRatios(variants: OddsQuestion['variants'], days: number): number {
  const ratios = variants.map((results) => momentsOf(results).sharpe).filter((sharpe) => sharpe !== null)
  if (ratios.length < 2) return 1 / days
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
  return ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / (ratios.length - 1)
}
