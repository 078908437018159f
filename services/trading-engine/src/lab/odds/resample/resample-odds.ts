/**
 * Attempts at the phases of a challenge with the core that trades: its orders, its floors at each tick, its calendar,
 * its costs. The same seed draws the same days for every plan, so the difference between two plans is theirs.
 */
import { DAY_MICROS } from '../../../core/execution/time-limits.js'
import type { OddsPhase } from '../../../core/read/odds.js'
import type { NewsEvent } from '../../../core/model/plan/news-event.js'
import type { Usd } from '../../../core/values/decimal.js'
import type { Catalogue } from '../../../market/catalogue.js'
import { seedBytes } from '../../run/recipe.js'
import { playAttempt, type PlayedPhase } from '../play-attempt.js'
import { isPaying, type AttemptOutcome } from '../sum-attempts.js'
import { createBlockDraw, drawDays, type BlockDraw, type DrawnDay, type Recording } from './draw-blocks.js'
import { playDays } from './play-days.js'
import { dayNumber } from './recorded-days.js'
import { spliceDays } from './splice-days.js'

/** A recording with what was announced on its days. */
export interface PlayedRecording extends Recording {
  readonly news: readonly NewsEvent[]
}

export interface ResampleTask {
  /** In their order; those that have an objective come first. */
  readonly phases: readonly OddsPhase[]
  /** The initial balance of the account that was recorded: sizes grow with that of the plan. */
  readonly balance: Usd
  readonly seed: number
  /** Days that an attempt has for each phase. */
  readonly days: number
  /** In days. */
  readonly meanBlock: number
}

export interface Resampling {
  readonly draw: BlockDraw
  /** Plays the attempt of a number. */
  readonly play: (attempt: number) => AttemptOutcome
}

export function createResampling(
  recordings: readonly PlayedRecording[],
  task: ResampleTask,
  catalogue: Catalogue,
): Resampling {
  const { phases, balance, seed, days, meanBlock } = task
  const draw = createBlockDraw(recordings, meanBlock, catalogue)
  const books = seedBytes(seed)
  const playPhase = (phase: OddsPhase, drawn: readonly DrawnDay[]): PlayedPhase =>
    playDays({
      ...{ plan: phase.plan, days: drawn, isPaying: isPaying(phase), catalogue, seed: books },
      tape: spliceDays(recordings, drawn, draw.begins),
      scale: { parts: phase.plan.initialBalance, of: balance },
      news: newsOf(recordings, drawn, draw.begins),
    })
  return {
    draw,
    play: (attempt) =>
      playAttempt(phases, { seed, attempt }, (phase, random) => playPhase(phase, drawDays(draw, days, random))),
  }
}

/** At its time of day, on each day on which its day is played. */
const newsOf = (
  recordings: readonly PlayedRecording[],
  drawn: readonly DrawnDay[],
  begins: number,
): readonly NewsEvent[] =>
  drawn.flatMap((day, number) => {
    if (day === null) return []
    const of = recordings[day.source]?.news ?? []
    return of
      .filter(({ at }) => dayNumber(at) === day.number)
      .map((event) => ({
        ...event,
        id: `${event.id} ${number}`,
        at: event.at + (begins + number - day.number) * DAY_MICROS,
      }))
  })
