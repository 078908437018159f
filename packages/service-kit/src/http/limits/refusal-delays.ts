/** A client that retries on every response would keep the process busy with refusals: they are told after a delay. */
import { addTo } from './counts.js'

export interface RefusalDelay {
  /** Until the refused request should be told, at most 5,000. Null: there are too many to be told at all. */
  readonly ms: number | null
  /** Called when it was told. */
  readonly told: () => void
}

/** Refusals that wait to be told; beyond it they are not. */
const HELD_MAX = 8_000
/** So a group is told at most a hundred times a second, however often it asks. */
const HOLD_STEP_MS = 10
const HOLD_MAX_MS = 5_000

export function createRefusalDelays(): { hold(group: string): RefusalDelay } {
  const held = new Map<string, number>()
  let heldCount = 0
  return {
    hold(group) {
      if (heldCount >= HELD_MAX) return { ms: null, told: () => undefined }
      // The first one waits too: it would otherwise be gone before the next, and all of them be the first.
      addTo(held, group, 1)
      const count = held.get(group) ?? 1
      heldCount += 1
      const told = (): void => {
        addTo(held, group, -1)
        heldCount -= 1
      }
      return { ms: Math.min(HOLD_MAX_MS, count * HOLD_STEP_MS), told }
    },
  }
}
