/** Many attempts at the phases of a challenge, and what became of them. The same seed gives the same figures. */
import type { Odds, OddsPhase, OddsTask, Standing } from '../../core/read/odds.js'
import type { Random } from '../tapes/xoshiro.js'
import { createDrawDays, NO_SHIFT, type DrawDays, type Shift } from './draw-days.js'
import { createMarkAccount, createStandingAccount, openMarkAccount, type OpenedAccount } from './mark-account.js'
import { playAttempt, type PlayedPhase } from './play-attempt.js'
import { dollars, IDLE_DAY } from './sampled-day.js'
import { isPaying, sumAttempts } from './sum-attempts.js'

interface Staged {
  readonly opened: OpenedAccount
  readonly draw: DrawDays
  readonly isPaying: boolean
  readonly standing: Standing | null
}

export function estimateOdds(task: OddsTask, shift: Shift = NO_SHIFT): Odds {
  const { attempts, seed, days, phases, standing = null } = task
  const staged = phases.map((phase, number) => ({
    ...stagePhase(phase, task, shift),
    standing: number === 0 ? standing : null,
  }))
  const outcomes = Array.from({ length: attempts }, (_, attempt) =>
    playAttempt(staged, { seed, attempt }, (stage, random) => playPhase(stage, random, days)),
  )
  return sumAttempts(phases, outcomes, dollars(task.fee))
}

function stagePhase(phase: OddsPhase, { source, balance }: OddsTask, shift: Shift): Omit<Staged, 'standing'> {
  const { plan } = phase
  const scale = balance === null ? { parts: 1n, of: 1n } : { parts: plan.initialBalance, of: balance }
  return {
    opened: openMarkAccount(plan, phase.phase),
    draw: createDrawDays(source, scale, shift),
    isPaying: isPaying(phase),
  }
}

function playPhase(stage: Staged, random: Random, days: number): PlayedPhase {
  const next = stage.draw(random)
  const { opened, standing } = stage
  const account = standing === null ? createMarkAccount(opened) : createStandingAccount(standing)
  let paid = 0
  for (let day = 1; day <= days; day += 1) {
    const end = account.playDay(standing !== null && day === 1 ? IDLE_DAY : next())
    if (end !== null) return { outcome: { end, day }, paid }
    const amount = stage.isPaying ? account.takePayout() : null
    if (amount !== null) paid += dollars(amount)
  }
  return { outcome: { end: 'unfinished', day: days }, paid }
}
