import { hash } from 'node:crypto'
import type { NewsEvent } from './news-event.js'

const known = new WeakMap<readonly NewsEvent[], string>()

/** The text of a calendar, whose digest names it. */
export const calendarText = (events: readonly NewsEvent[]): string => JSON.stringify(events)

/** Names a calendar by what it says; made once for each list. */
export function newsDigest(events: readonly NewsEvent[]): string {
  const digest = known.get(events) ?? hash('sha256', calendarText(events)).slice(0, 16)
  known.set(events, digest)
  return digest
}
