import { compare, type Decimal } from '@ats/sdk'
import { OUTCOMES, type Day, type Outcome, type SeedResult } from './seed-result.js'

/** A share that was counted, with the interval that holds the true one with 95 % (Wilson 1927). */
export interface Share {
  readonly value: number
  readonly low: number
  readonly high: number
}

export interface Summary {
  readonly seeds: number
  /** Passed, or survived where the plan has no target. */
  readonly passed: Share
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Rules that ended runs, the most frequent first. */
  readonly reasons: readonly { readonly rule: string; readonly runs: number }[]
  /** Profits at these shares of the runs: in a tenth of them it was at most the first one. */
  readonly profit: Readonly<Record<'p10' | 'p25' | 'p50' | 'p75' | 'p90', Decimal>>
  readonly worst_day: (Day & { readonly seed: number }) | null
}

const Z = 1.959963984540054

export function wilson(count: number, of: number): Share {
  if (of === 0) return { value: 0, low: 0, high: 1 }
  const value = count / of
  const square = (Z * Z) / of
  const middle = (value + square / 2) / (1 + square)
  const half = (Z / (1 + square)) * Math.sqrt((value * (1 - value)) / of + square / (4 * of))
  return { value, low: count === 0 ? 0 : middle - half, high: count === of ? 1 : middle + half }
}

export function summarize(results: readonly SeedResult[]): Summary {
  const count = (outcome: Outcome): number => results.filter((result) => result.outcome === outcome).length
  const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome)])) as Record<Outcome, number>
  const profits = results.map(({ profit }) => profit).sort(compare)
  const at = (share: number): Decimal => profits[Math.round(share * (profits.length - 1))] ?? '0'
  return {
    seeds: results.length,
    passed: wilson(outcomes.PASSED + outcomes.SURVIVED, results.length),
    outcomes,
    reasons: reasonsOf(results),
    profit: { p10: at(0.1), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9) },
    worst_day: worstOf(results),
  }
}

function reasonsOf(results: readonly SeedResult[]): Summary['reasons'] {
  const counted = new Map<string, number>()
  for (const { reason } of results) if (reason !== null) counted.set(reason, (counted.get(reason) ?? 0) + 1)
  return [...counted]
    .map(([rule, runs]) => ({ rule, runs }))
    .sort((a, b) => b.runs - a.runs || (a.rule < b.rule ? -1 : 1))
}

function worstOf(results: readonly SeedResult[]): Summary['worst_day'] {
  let worst: Summary['worst_day'] = null
  for (const { seed, worst_day: day } of results)
    if (day !== null && compare(day.change, worst?.change ?? '0') < 0) worst = { ...day, seed }
  return worst
}
