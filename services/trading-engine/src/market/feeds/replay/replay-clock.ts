import type { Micros } from '../../../core/values/time.js'
import { TICK_MICROS } from '../../../core/values/tick.js'

export interface ReplayClock {
  /** The tick in which something recorded at a moment shows: the first that is not before it. Never falls with time. */
  readonly tickOf: (recordedAt: Micros) => number
  /** Ticks that so much of the recording takes, not rounded. */
  readonly ticksIn: (recorded: Micros) => number
}

/** From `originTick` on, where the recording is at `startsAt`, it plays at `speed` recorded seconds a second (> 0). */
export function createReplayClock({
  originTick,
  startsAt,
  speed,
}: {
  readonly originTick: number
  readonly startsAt: Micros
  readonly speed: number
}): ReplayClock {
  const ticksIn = (recorded: Micros): number => recorded / (speed * TICK_MICROS)
  return { ticksIn, tickOf: (recordedAt) => originTick + Math.ceil(ticksIn(recordedAt - startsAt)) }
}
