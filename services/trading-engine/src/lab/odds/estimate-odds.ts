/** Many attempts at the phases of a challenge, and what became of them. The same seed gives the same figures. */
import type {
  AttemptEnd,
  AttemptFailure,
  Odds,
  OddsPhase,
  OddsTask,
  PaidOdds,
  PhaseOdds,
} from '../../core/read/odds.js'
import { createRandom } from '../tapes/xoshiro.js'
import { createDrawDays, NO_SHIFT, type DrawDays, type Shift } from './draw-days.js'
import { createMarkAccount, openMarkAccount, type OpenedAccount } from './mark-account.js'
import { dollars } from './sampled-day.js'
import { countedShare, Z } from '../../core/read/wilson.js'

interface Tally {
  readonly phase: OddsPhase
  readonly opened: OpenedAccount
  readonly draw: DrawDays
  readonly isPaying: boolean
  reached: number
  passed: number
  readonly ends: Map<AttemptFailure, number>
  readonly daysToPass: number[]
}

const hasObjective = ({ plan }: OddsPhase): boolean => plan.risk.objective !== null

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
      if (hasObjective(tally.phase)) isPassed = false
      break
    }
    if (isPassed) passed += 1
    if ((paid[attempt] ?? 0) > 0) paidCount += 1
  }
  return {
    phases: tallies.map(oddsOf),
    passed: task.phases.some(hasObjective) ? countedShare(passed, attempts) : null,
    payouts: tallies.at(-1)?.isPaying === true ? paidOdds(paid, paidCount, dollars(task.fee)) : null,
  }
}

function openTally(phase: OddsPhase, { source, balance }: OddsTask, shift: Shift): Tally {
  const { plan } = phase
  const scale = balance === null ? { parts: 1n, of: 1n } : { parts: plan.initialBalance, of: balance }
  return {
    phase,
    opened: openMarkAccount(plan, phase.phase),
    draw: createDrawDays(source, scale, shift),
    isPaying: !hasObjective(phase) && plan.risk.payouts !== undefined,
    ...{ reached: 0, passed: 0, ends: new Map<AttemptFailure, number>(), daysToPass: [] },
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
    ...phase,
    reached,
    passed: hasObjective(phase) ? countedShare(passed, reached) : null,
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

function paidOdds(paid: Float64Array, count: number, fee: number): PaidOdds {
  const { length } = paid
  const mean = paid.reduce((sum, amount) => sum + amount, 0) / length
  const variance = paid.reduce((sum, amount) => sum + (amount - mean) ** 2, 0) / Math.max(1, length - 1)
  const half = Z * Math.sqrt(variance / length)
  return {
    paid: countedShare(count, length),
    meanPaid: { value: mean, low: Math.max(0, mean - half), high: mean + half },
    expectedValue: mean - fee,
  }
}
