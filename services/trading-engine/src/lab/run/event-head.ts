import { createHash } from 'node:crypto'
import type { StoredEvent } from '../../core/model/events.js'

/** The events of a run as one hash: equal for two runs exactly where all their events are, byte by byte. */
export interface EventHead {
  readonly add: (events: readonly StoredEvent[]) => void
  readonly count: () => number
  /** SHA-256 over all events so far, in their order. */
  readonly hash: () => string
}

export function createEventHead(): EventHead {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(events) {
      for (const { id, accountId, sequence, type, at, data } of events)
        hash.update(`${JSON.stringify([id, accountId, sequence, type, at])}${data}\n`)
      count += events.length
    },
    count: () => count,
    hash: () => hash.copy().digest('hex'),
  }
}
