import type { Micros } from './time.js'

/** The market moves in ticks of 250 ms, aligned to the Unix epoch. */
export const TICK_MICROS = 250_000
export const TICKS_PER_DAY = 345_600

/** The number of the tick an instant belongs to. */
export const tickAt = (at: Micros): number => Math.floor(at / TICK_MICROS)

/** The last moment of a tick: what was committed within it was there. */
export const endOfTick = (tick: number): Micros => (tick + 1) * TICK_MICROS - 1
