import type { Micros } from '../core/values/time.js'
import { tickAt, TICK_MICROS } from '../core/values/tick.js'

/**
 * Measures how far the loop is behind the market, in seconds. Called after each look with the time at which the look
 * began; observes how long the first unprocessed tick had waited.
 */
export function createLoopLag(now: () => Micros, observe: (seconds: number) => void): (lookedFrom: Micros) => void {
  let latest: number | null = null
  return (lookedFrom) => {
    const tick = tickAt(lookedFrom)
    if (latest !== null && tick <= latest) return
    const first = latest === null ? tick : latest + 1
    latest = tick
    observe((now() - first * TICK_MICROS) / 1e6)
  }
}
