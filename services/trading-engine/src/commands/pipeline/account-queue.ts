/**
 * Commands of one account run one after the other, accounts side by side. Both the whole queue and each account's part
 * of it are bounded: work that would wait too long is refused while it costs nothing.
 */
import { DependencyError } from '@ats/service-kit'

export interface AccountQueue {
  /**
   * Runs the task after those already queued for the account; rejects at once when the queue is full, and at `giveUpAt`
   * (epoch milliseconds) when its turn has not come by then.
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
      if (total >= limits.total || tail.waiting >= limits.perAccount) throw overloaded()
      let isRefused = false
      let timer: NodeJS.Timeout | undefined
      const begin = (): ReturnType<typeof task> => {
        clearTimeout(timer)
        return isRefused || Date.now() >= giveUpAt ? Promise.reject(overloaded()) : task()
      }
      const mine = tail.promise.then(begin, begin)
      // Those before it may be stuck: it is refused in time all the same.
      const refusal = new Promise<never>((_resolve, reject) => {
        if (tail.waiting === 0) return
        timer = setTimeout(() => {
          isRefused = true
          reject(overloaded())
        }, giveUpAt - Date.now())
      })
      total += 1
      tail.waiting += 1
      tail.promise = mine
      tails.set(accountId, tail)
      try {
        return await Promise.race([mine, refusal])
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
