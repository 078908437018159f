/**
 * Commands of one account run one after the other, accounts side by side. What the market and the operator do to an
 * account goes before all that its trader has waiting. The whole queue and each account's part of it are bounded, for
 * the trader's commands and the urgent ones apart: work that would wait too long is refused while it costs nothing.
 */
import { abortAfter, createSemaphore, type Semaphore, type Urgency } from '@ats/service-kit/async'
import { DependencyError } from '@ats/service-kit/process'

export interface AccountQueue {
  /**
   * Runs the task after those of the account that are under way, or wait and are at least as urgent. Rejects
   * immediately when there is no room for one more of its urgency, and at `giveUpAt` (epoch milliseconds) when its
   * turn has not come.
   */
  run<T>(accountId: string, place: QueuePlace, task: () => Promise<T>): Promise<T>
  readonly size: number
}

export interface QueuePlace {
  readonly giveUpAt: number
  readonly urgency: Urgency
  /** How many commands it is; one when absent. */
  readonly size?: number
}

/** The most commands of one urgency, under way or waiting. */
export interface QueueLimits {
  readonly total: number
  readonly perAccount: number
}

type Counts = Record<Urgency, number>

export function createAccountQueue(limits: QueueLimits): AccountQueue {
  const accounts = new Map<string, { readonly turns: Semaphore; readonly counts: Counts }>()
  const totals: Counts = { urgent: 0, ordinary: 0 }

  return {
    get size() {
      return totals.urgent + totals.ordinary
    },
    async run(accountId, { giveUpAt, urgency, size = 1 }, task) {
      const account = accounts.get(accountId) ?? { turns: createSemaphore(1), counts: { urgent: 0, ordinary: 0 } }
      const { turns, counts } = account
      if (totals[urgency] + size > limits.total || counts[urgency] + size > limits.perAccount) throw overloaded()
      accounts.set(accountId, account)
      totals[urgency] += size
      counts[urgency] += size
      try {
        // A signal and its timer cost as much as the rest of this: the usual command has nothing to wait for.
        const immediate = turns.useNow(task)
        if (immediate !== null) return await immediate
        return await abortAfter(giveUpAt - Date.now(), (signal) => turns.use(signal, task, urgency), overloaded)
      } finally {
        totals[urgency] -= size
        counts[urgency] -= size
        if (counts.urgent + counts.ordinary === 0) accounts.delete(accountId)
      }
    },
  }
}

const overloaded = (): DependencyError =>
  new DependencyError('command queue', 'too many commands are waiting; retry in a moment')
