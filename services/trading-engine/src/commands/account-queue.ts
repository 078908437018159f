/**
 * Commands of one account run one after the other, accounts side by side. Both the whole queue and each account's part
 * of it are bounded: work that would wait too long is refused while it costs nothing.
 */
import { DependencyError } from '@ats/service-kit'

export interface AccountQueue {
  /**
   * Runs the task after those already queued for the account; rejects at once when the queue is full, and at its turn
   * when that comes later than `giveUpAt` (epoch milliseconds).
   */
  run<T>(accountId: string, giveUpAt: number, task: () => Promise<T>): Promise<T>
  readonly size: number
}

export interface QueueLimits {
  readonly total: number
  readonly perAccount: number
}

export function createAccountQueue(limits: QueueLimits): AccountQueue {
  const tails = new Map<string, { promise: Promise<unknown>; waiting: number }>()
  let total = 0

  return {
    get size() {
      return total
    },
    async run(accountId, giveUpAt, task) {
      const tail = tails.get(accountId) ?? { promise: Promise.resolve(), waiting: 0 }
      if (total >= limits.total || tail.waiting >= limits.perAccount) {
        throw overloaded()
      }
      const inTime = (): ReturnType<typeof task> => (Date.now() < giveUpAt ? task() : Promise.reject(overloaded()))
      total += 1
      tail.waiting += 1
      const mine = tail.promise.then(inTime, inTime)
      tail.promise = mine
      tails.set(accountId, tail)
      try {
        return await mine
      } finally {
        total -= 1
        tail.waiting -= 1
        if (tail.waiting === 0) tails.delete(accountId)
      }
    },
  }
}

const overloaded = (): DependencyError =>
  new DependencyError('command queue', 'too many commands are waiting; retry in a moment')
