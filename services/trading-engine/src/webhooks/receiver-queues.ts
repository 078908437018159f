/**
 * Queues by receiver, a key or a notification rule: each works on its own, so that a slow or dead receiver delays no
 * other. A queue is woken when something new is written for its receiver here, and by looking for what is due: retries,
 * deliveries requested again, and those of a worker that died. The rows alone say what is due, so nothing is handed
 * over, and what is known here of a receiver may be forgotten at any time.
 */
import { settleWithin, type Schedule } from '@ats/service-kit/async'

export interface ReceiverQueues {
  /** The receivers may have something due. */
  readonly wake: (ids: Iterable<string>) => void
  readonly start: () => void
  /** Begins nothing more; resolves once the work under way has ended, or in three seconds. */
  readonly stop: () => Promise<void>
}

export interface ReceiverQueue {
  /** Moment of `performance.now()` until which it is neither worked on nor looked for. */
  restsUntil: number
}

export interface ReceiverQueueOptions {
  /** Does some of what is due of a receiver; resolves with whether there may be more. It rests when this rejects. */
  readonly work: (id: string, queue: ReceiverQueue) => Promise<boolean>
  /** Lists receivers that have something due, but those that rest. */
  readonly listDue: (resting: readonly string[], limit: number) => Promise<readonly string[]>
  readonly lookMs: number
  /** When it looks. */
  readonly schedule: Schedule
  readonly onWorkFailed: (error: unknown, id: string) => void
  readonly onLookFailed: (error: unknown) => void
  readonly runningMax?: number
}

interface Queue extends ReceiverQueue {
  isRunning: boolean
  /** Something may have come due since it last looked. */
  isWoken: boolean
}

const REST_MS = 1_000
const STOP_MS = 3_000
/** A queue whose receiver does not answer uses little more than a timer and a socket. */
const RUNNING_MAX = 2_000

export function createReceiverQueues(options: ReceiverQueueOptions): ReceiverQueues {
  const { work, listDue, lookMs, schedule, onWorkFailed, onLookFailed, runningMax = RUNNING_MAX } = options
  /** The queues that run or rest, and until the next look those that did rest. */
  const queues = new Map<string, Queue>()
  const running = new Set<Promise<void>>()
  let isStopping = false

  const wake = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const queue = queues.get(id) ?? { restsUntil: 0, isRunning: false, isWoken: false }
      queue.isWoken = true
      if (queue.isRunning || running.size >= runningMax) continue
      queues.set(id, queue)
      queue.isRunning = true
      const run = runQueue(id, queue).finally(() => running.delete(run))
      running.add(run)
    }
  }

  async function runQueue(id: string, queue: Queue): Promise<void> {
    try {
      while (queue.isWoken && !rests(queue)) {
        queue.isWoken = false
        while (!isStopping && (await work(id, queue)));
      }
    } catch (error) {
      onWorkFailed(error, id)
      queue.restsUntil = performance.now() + REST_MS
    }
    queue.isRunning = false
    if (!rests(queue)) queues.delete(id)
  }

  const look = async (): Promise<void> => {
    for (const [id, queue] of queues) if (!queue.isRunning && !rests(queue)) queues.delete(id)
    const resting = [...queues].filter(([, queue]) => rests(queue)).map(([id]) => id)
    wake(await listDue(resting, runningMax))
  }
  const looking = schedule(look, { everyMs: lookMs, onError: onLookFailed })

  return {
    wake,
    start: looking.start,
    async stop() {
      isStopping = true
      await looking.stop()
      // What is not recorded by then is attempted again by the next worker.
      await settleWithin(Promise.all(running), STOP_MS)
    },
  }
}

const rests = ({ restsUntil }: ReceiverQueue): boolean => restsUntil > performance.now()
