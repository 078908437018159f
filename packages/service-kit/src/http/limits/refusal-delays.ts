/** A client that retries on every response would keep the process busy with refusals: they are sent after a delay. */
import { addTo } from './counts.js'

export interface RefusalDelay {
  /** Until the refusal should be sent, at most 5,000. Null: too many wait already, close the connection. */
  readonly ms: number | null
  /** To be called when it was sent. */
  readonly sent: () => void
}

/** Refusals that may wait to be sent; further ones are not sent. */
const HELD_MAX = 8_000
/** So a group gets at most a hundred refusals a second, however often it asks. */
const HOLD_STEP_MS = 10
const HOLD_MAX_MS = 5_000

export function createRefusalDelays(): { hold(group: string): RefusalDelay } {
  const held = new Map<string, number>()
  let heldCount = 0
  return {
    hold(group) {
      if (heldCount >= HELD_MAX) return { ms: null, sent: () => undefined }
      // The first one waits too: otherwise it would be sent before the next comes, and each would be the first.
      addTo(held, group, 1)
      const count = held.get(group) ?? 1
      heldCount += 1
      const sent = (): void => {
        addTo(held, group, -1)
        heldCount -= 1
      }
      return { ms: Math.min(HOLD_MAX_MS, count * HOLD_STEP_MS), sent }
    },
  }
}
