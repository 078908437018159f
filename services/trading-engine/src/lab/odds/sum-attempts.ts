/** Sums up what became of attempts, as shares with intervals: of those at mark level, and of those by orders. */
import type { AttemptEnd, AttemptFailure, Odds, OddsPhase, PaidOdds, PhaseOdds } from '../../core/read/odds.js'
import { countedShare, Z } from '../../core/read/wilson.js'

export interface PhaseOutcome {
  readonly end: AttemptEnd | 'unfinished'
  /** The day on which it ended, from 1. */
  readonly day: number
}

/** One attempt: the phases that it has come to, in their order, and what its trader was paid, in dollars. */
export interface AttemptOutcome {
  readonly phases: readonly PhaseOutcome[]
  readonly paid: number
}

export const hasObjective = ({ plan }: OddsPhase): boolean => plan.risk.objective !== null

/** A phase that is paid for as long as it lasts. */
export const isPaying = (phase: OddsPhase): boolean => !hasObjective(phase) && phase.plan.risk.payouts !== undefined

export function sumAttempts(phases: readonly OddsPhase[], outcomes: readonly AttemptOutcome[], fee: number): Odds {
  const last = phases.at(-1)
  const isPassed = ({ phases: of }: AttemptOutcome): boolean =>
    phases.every((phase, number) => !hasObjective(phase) || of[number]?.end === 'PASSED')
  return {
    phases: phases.map((phase, number) =>
      oddsOf(
        phase,
        outcomes.flatMap(({ phases: of }) => of[number] ?? []),
      ),
    ),
    passed: phases.some(hasObjective) ? countedShare(outcomes.filter(isPassed).length, outcomes.length) : null,
    payouts: last !== undefined && isPaying(last) ? paidOdds(outcomes, fee) : null,
  }
}

function oddsOf(phase: OddsPhase, outcomes: readonly PhaseOutcome[]): PhaseOdds {
  const reached = outcomes.length
  const ends = new Map<AttemptFailure, number>()
  const daysToPass: number[] = []
  for (const { end, day } of outcomes) {
    if (end === 'PASSED') daysToPass.push(day)
    else ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  return {
    ...phase,
    reached,
    passed: hasObjective(phase) ? countedShare(daysToPass.length, reached) : null,
    ends: [...ends]
      .map(([end, count]) => ({ end, share: countedShare(count, reached) }))
      .sort((a, b) => b.share.count - a.share.count || (a.end < b.end ? -1 : 1)),
    daysToPass: quantilesOf(daysToPass),
  }
}

/** The least of the values that so many of them are no more than. */
function quantilesOf(values: readonly number[]): PhaseOdds['daysToPass'] {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { p50: at(0.5), p90: at(0.9) }
}

function paidOdds(outcomes: readonly AttemptOutcome[], fee: number): PaidOdds {
  const { length } = outcomes
  const mean = outcomes.reduce((sum, { paid }) => sum + paid, 0) / length
  const variance = outcomes.reduce((sum, { paid }) => sum + (paid - mean) ** 2, 0) / Math.max(1, length - 1)
  const half = Z * Math.sqrt(variance / length)
  return {
    paid: countedShare(outcomes.filter(({ paid }) => paid > 0).length, length),
    meanPaid: { value: mean, low: Math.max(0, mean - half), high: mean + half },
    expectedValue: mean - fee,
  }
}
