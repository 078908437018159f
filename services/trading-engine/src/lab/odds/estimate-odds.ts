/** Many attempts at the phases of a challenge, and what became of them. The same seed gives the same figures. */
import type { Odds, OddsPhase, OddsTask } from '../../core/read/odds.js'
import { createRandom } from '../tapes/xoshiro.js'
import { createDrawDays, NO_SHIFT, type DrawDays, type Shift } from './draw-days.js'
import { createMarkAccount, openMarkAccount, type OpenedAccount } from './mark-account.js'
import { dollars } from './sampled-day.js'
import { isPaying, sumAttempts, type AttemptOutcome, type PhaseOutcome } from './sum-attempts.js'

interface Staged {
  readonly opened: OpenedAccount
  readonly draw: DrawDays
  readonly isPaying: boolean
}

/** Streams of random numbers of one attempt: one for each phase. */
export const STREAMS = 16

export function estimateOdds(task: OddsTask, shift: Shift = NO_SHIFT): Odds {
  const { attempts, seed, days, phases } = task
  const staged = phases.map((phase) => stagePhase(phase, task, shift))
  const outcomes = Array.from({ length: attempts }, (_, attempt): AttemptOutcome => {
    const ended: PhaseOutcome[] = []
    let paid = 0
    for (const [number, stage] of staged.entries()) {
      const outcome = playPhase(stage, createRandom(seed, attempt * STREAMS + number), days, (amount) => {
        paid += dollars(amount)
      })
      ended.push(outcome)
      if (outcome.end !== 'PASSED') break
    }
    return { phases: ended, paid }
  })
  return sumAttempts(phases, outcomes, dollars(task.fee))
}

function stagePhase(phase: OddsPhase, { source, balance }: OddsTask, shift: Shift): Staged {
  const { plan } = phase
  const scale = balance === null ? { parts: 1n, of: 1n } : { parts: plan.initialBalance, of: balance }
  return {
    opened: openMarkAccount(plan, phase.phase),
    draw: createDrawDays(source, scale, shift),
    isPaying: isPaying(phase),
  }
}

function playPhase(
  stage: Staged,
  random: ReturnType<typeof createRandom>,
  days: number,
  onPaid: (amount: bigint) => void,
): PhaseOutcome {
  const next = stage.draw(random)
  const account = createMarkAccount(stage.opened)
  for (let day = 1; day <= days; day += 1) {
    const end = account.playDay(next())
    if (end !== null) return { end, day }
    const amount = stage.isPaying ? account.takePayout() : null
    if (amount !== null) onPaid(amount)
  }
  return { end: 'unfinished', day: days }
}
