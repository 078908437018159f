/** Plays the phases of an attempt one after the other. */
import { createRandom, type Random } from '../tapes/xoshiro.js'
import type { AttemptOutcome, PhaseOutcome } from './sum-attempts.js'

/** Streams of random numbers of one attempt: one for each phase. */
const STREAMS = 16

export interface PlayedPhase {
  readonly outcome: PhaseOutcome
  /** In dollars. */
  readonly paid: number
}

/** Goes on to the first phase that is not passed. The same seed and number give `play` the same random numbers. */
export function playAttempt<Stage>(
  stages: readonly Stage[],
  { seed, attempt }: { readonly seed: number; readonly attempt: number },
  play: (stage: Stage, random: Random) => PlayedPhase,
): AttemptOutcome {
  const phases: PhaseOutcome[] = []
  let total = 0
  for (const [number, stage] of stages.entries()) {
    const { outcome, paid } = play(stage, createRandom(seed, attempt * STREAMS + number))
    total += paid
    phases.push(outcome)
    if (outcome.end !== 'PASSED') break
  }
  return { phases, paid: total }
}
