/** Accounts by the moment at which time alone changes them, the next one on top of a heap. */
import type { Micros } from '../core/values/time.js'
import { createHeap } from './heap.js'

export interface AccountTimers {
  /** Null forgets the account. */
  set(accountId: string, at: Micros | null): void
  /** Account ids whose timers are due; each is removed until it is set again. */
  take(now: Micros): readonly string[]
}

interface Entry {
  readonly at: Micros
  readonly accountId: string
}

/** Below this many, entries that are out of date are not worth clearing out. */
const CLEARED_FROM = 64

export function createAccountTimers(): AccountTimers {
  const current = new Map<string, Micros>()
  const heap = createHeap<Entry>((a, b) => a.at < b.at)
  const isCurrent = ({ at, accountId }: Entry): boolean => current.get(accountId) === at
  return {
    set(accountId, at) {
      if (at === null) current.delete(accountId)
      else if (current.get(accountId) !== at) {
        current.set(accountId, at)
        heap.push({ at, accountId })
        if (heap.size > 2 * current.size + CLEARED_FROM) heap.keep(isCurrent)
      }
    },
    take(now) {
      const due: string[] = []
      for (let top = heap.top(); top !== undefined && top.at <= now; top = heap.top()) {
        heap.pop()
        if (!isCurrent(top)) continue
        current.delete(top.accountId)
        due.push(top.accountId)
      }
      return due
    },
  }
}
