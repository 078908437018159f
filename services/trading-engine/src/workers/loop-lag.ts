import type { Micros } from '../core/values/time.js'
import { tickAt, TICK_MICROS } from '../market/tick.js'

/**
 * How far the loop is behind the market, in seconds: told after each look of the moment that it began with, it observes how long the
 * first tick that nobody had looked at yet has had to wait for it.
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
