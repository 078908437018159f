import { periodic } from '../async/periodic.js'

/** How late the event loop is: about the time that a request which arrives now waits before it is read. */
export interface LoopLag {
  readonly ms: () => number
}

const LOOK_EVERY_MS = 20
/** The part kept of the last measurement, so that one pause is soon over and steady lateness is not. */
const FADE = 0.7

export function watchLoopLag(): LoopLag & { readonly stop: () => void } {
  let lagMs = 0
  let expected = performance.now() + LOOK_EVERY_MS
  const measure = (): void => {
    const now = performance.now()
    lagMs = Math.max(now - expected, lagMs * FADE)
    expected = now + LOOK_EVERY_MS
  }
  const measuring = periodic(measure, { everyMs: LOOK_EVERY_MS })
  measuring.start()
  return { ms: () => lagMs, stop: () => void measuring.stop() }
}
