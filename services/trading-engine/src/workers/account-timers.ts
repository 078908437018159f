/** Accounts by the moment at which time alone changes them, the next one on top of a heap. */
import type { Micros } from '../core/values/time.js'
import { createHeap, type HeapItem } from './heap.js'

export interface AccountTimers {
  /** Null forgets the account. */
  set(accountId: string, at: Micros | null): void
  /** Account ids whose timers are due; each is removed until it is set again. */
  take(now: Micros): readonly string[]
}

interface Timer extends HeapItem {
  readonly at: Micros
  readonly accountId: string
}

export function createAccountTimers(): AccountTimers {
  const timers = new Map<string, Timer>()
  const heap = createHeap<Timer>((a, b) => a.at < b.at)

  const remove = (timer: Timer): void => {
    timers.delete(timer.accountId)
    heap.remove(timer)
  }

  return {
    set(accountId, at) {
      const known = timers.get(accountId)
      if (known?.at === at) return
      if (known !== undefined) remove(known)
      if (at === null) return
      const timer = { at, accountId, place: -1 }
      timers.set(accountId, timer)
      heap.push(timer)
    },
    take(now) {
      const due: string[] = []
      for (let top = heap.top(); top !== undefined && top.at <= now; top = heap.top()) {
        remove(top)
        due.push(top.accountId)
      }
      return due
    },
  }
}
