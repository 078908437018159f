/** Many attempts at the phases of a challenge, and what became of them. The same seed gives the same figures. */
import type { Plan } from '../../core/model/plan/plan.js'
import { createRandom } from '../tapes/xoshiro.js'
import { createDrawDays, NO_SHIFT, type DaySource, type DrawDays, type Shift } from './draw-days.js'
import { createMarkAccount, openMarkAccount, type AttemptEnd, type OpenedAccount } from './mark-account.js'
import { dollars } from './sampled-day.js'
import { countedShare, type CountedShare } from './wilson.js'

/** A phase of a challenge; null: of an account outside programs. */
export interface OddsPhase {
  readonly phase: string | null
  readonly plan: Plan
}

export interface OddsTask {
  /** In their order; those that have an objective come first. */
  readonly phases: readonly OddsPhase[]
  readonly source: DaySource
  /** The initial balance of the account whose trades are drawn; null: sizes are taken as they are. */
  readonly balance: bigint | null
  readonly attempts: number
  readonly seed: number
  /** Days that an attempt has for each phase. */
  readonly days: number
  /** In dollars, of each attempt. */
  readonly fee: number
}

export interface PhaseOdds {
  readonly phase: string | null
  readonly planId: string
  readonly planVersion: number
  /** Of the attempts that have reached it; a phase without an objective is passed by nobody. */
  readonly passed: CountedShare
  /** What ended the others, the most frequent first; `unfinished`: neither passed nor failed within the days. */
  readonly ends: readonly { readonly end: Failure; readonly share: CountedShare }[]
  /** Days until it was passed; null where nobody has. */
  readonly daysToPass: Quantiles | null
}

type Failure = Exclude<AttemptEnd, 'PASSED'> | 'unfinished'

export interface Quantiles {
  readonly p50: number
  readonly p90: number
}

export interface PaidOdds {
  /** Attempts that were paid at least once. */
  readonly paid: CountedShare
  /** Mean of what the trader gets of an attempt, in dollars, with the half width of its 95 % interval. */
  readonly meanPaid: number
  readonly halfWidth: number
  /** Mean of that less the fee. */
  readonly expectedValue: number
}

export interface Odds {
  readonly phases: readonly PhaseOdds[]
  /** All phases that have an objective were passed. */
  readonly passed: CountedShare
  /** Null where the last phase has no terms of payouts. */
  readonly payouts: PaidOdds | null
}

interface Tally {
  readonly phase: OddsPhase
  readonly opened: OpenedAccount
  readonly draw: DrawDays
  readonly isPaying: boolean
  reached: number
  passed: number
  readonly ends: Map<Failure, number>
  readonly daysToPass: number[]
}

/** Streams of random numbers of one attempt: one for each phase. */
const STREAMS = 16

export function estimateOdds(task: OddsTask, shift: Shift = NO_SHIFT): Odds {
  const { attempts, seed, days } = task
  const tallies = task.phases.map((phase) => openTally(phase, task, shift))
  const paid = new Float64Array(attempts)
  let [passed, paidCount] = [0, 0]
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    let isPassed = true
    for (const [number, tally] of tallies.entries()) {
      const end = playPhase(tally, createRandom(seed, attempt * STREAMS + number), days, (amount) => {
        paid[attempt] = (paid[attempt] ?? 0) + dollars(amount)
      })
      if (end === 'PASSED') continue
      if (tally.phase.plan.risk.objective !== null) isPassed = false
      break
    }
    if (isPassed) passed += 1
    if ((paid[attempt] ?? 0) > 0) paidCount += 1
  }
  return {
    phases: tallies.map(oddsOf),
    passed: countedShare(passed, attempts),
    payouts: tallies.at(-1)?.isPaying === true ? paidOdds(paid, paidCount, task.fee) : null,
  }
}

function openTally(phase: OddsPhase, { source, balance }: OddsTask, shift: Shift): Tally {
  const { plan } = phase
  const scale = balance === null ? { parts: 1n, of: 1n } : { parts: plan.initialBalance, of: balance }
  return {
    phase,
    opened: openMarkAccount(plan, phase.phase),
    draw: createDrawDays(source, scale, shift),
    isPaying: plan.risk.objective === null && plan.risk.payouts !== undefined,
    ...{ reached: 0, passed: 0, ends: new Map<Failure, number>(), daysToPass: [] },
  }
}

function playPhase(
  tally: Tally,
  random: ReturnType<typeof createRandom>,
  days: number,
  onPaid: (amount: bigint) => void,
): AttemptEnd | null {
  const next = tally.draw(random)
  const account = createMarkAccount(tally.opened)
  tally.reached += 1
  for (let day = 1; day <= days; day += 1) {
    const end = account.playDay(next())
    if (end === 'PASSED') {
      tally.passed += 1
      tally.daysToPass.push(day)
      return end
    }
    if (end !== null) {
      tally.ends.set(end, (tally.ends.get(end) ?? 0) + 1)
      return end
    }
    const amount = tally.isPaying ? account.takePayout() : null
    if (amount !== null) onPaid(amount)
  }
  tally.ends.set('unfinished', (tally.ends.get('unfinished') ?? 0) + 1)
  return null
}

function oddsOf({ phase, reached, passed, ends, daysToPass }: Tally): PhaseOdds {
  return {
    phase: phase.phase,
    ...{ planId: phase.plan.id, planVersion: phase.plan.version },
    passed: countedShare(passed, reached),
    ends: [...ends]
      .map(([end, count]) => ({ end, share: countedShare(count, reached) }))
      .sort((a, b) => b.share.count - a.share.count || (a.end < b.end ? -1 : 1)),
    daysToPass: quantilesOf(daysToPass),
  }
}

/** Of the values themselves: the least that so many of them are no more than. */
function quantilesOf(values: readonly number[]): Quantiles | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { p50: at(0.5), p90: at(0.9) }
}

function paidOdds(paid: Float64Array, count: number, fee: number): PaidOdds {
  const { length } = paid
  const mean = paid.reduce((sum, amount) => sum + amount, 0) / length
  const variance = paid.reduce((sum, amount) => sum + (amount - mean) ** 2, 0) / Math.max(1, length - 1)
  return {
    paid: countedShare(count, length),
    ...{ meanPaid: mean, halfWidth: 1.959963984540054 * Math.sqrt(variance / length), expectedValue: mean - fee },
  }
}
