import { createHash } from 'node:crypto'
import type { StoredEvent } from '../../core/model/events.js'
import type { Micros } from '../../core/values/time.js'

/** Tells which event it is, and whether another one is the same, byte by byte. */
export interface EventTrace {
  readonly accountId: string
  readonly sequence: number
  readonly type: string
  readonly at: Micros
  /** The first 16 digits of the SHA-256 of all of it. */
  readonly hash: string
}

/** The events of a run as one hash: equal for two runs exactly where all their events are, byte by byte. */
export interface EventHead {
  readonly add: (events: readonly StoredEvent[]) => void
  readonly count: () => number
  /** SHA-256 over all events so far, in their order. */
  readonly hash: () => string
}

const DIGITS = 16

/** @param onTrace told of each event */
export function createEventHead(onTrace: (trace: EventTrace) => void = () => undefined): EventHead {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(events) {
      for (const { id, accountId, sequence, type, at, data } of events) {
        const text = `${JSON.stringify([id, accountId, sequence, type, at])}${data}\n`
        hash.update(text)
        const own = createHash('sha256').update(text).digest('hex').slice(0, DIGITS)
        onTrace({ accountId, sequence, type, at, hash: own })
      }
      count += events.length
    },
    count: () => count,
    hash: () => hash.copy().digest('hex'),
  }
}
