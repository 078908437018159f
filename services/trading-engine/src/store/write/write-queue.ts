/**
 * The writes that wait for a statement, in the order they came, and when the next one may begin. There are two queues.
 * A write in the `ordinary` one waits for the statement under way and no more. Those in the `patient` one, such as the
 * copies of a fill, which may be a thousand, keep out of the way of all others: few in a statement, one statement at a
 * time, so many a second, and after each a rest as long as it took. The queues know nothing of accounts: at most one
 * write of an account may be under way, in either of them.
 */
import type { TraceSpan } from '@ats/service-kit/process'
import type { WriteResult } from './execute-write.js'
import type { Write } from './write-statement.js'

export interface WaitingWrite {
  readonly write: Write
  /** Epoch milliseconds after which it is not begun. */
  readonly giveUpAt: number
  readonly resolve: (result: WriteResult) => void
  readonly reject: (error: unknown) => void
  readonly span: TraceSpan | null
}

export interface WriteQueueTerms {
  /** The most decisions in a statement; the first write goes out in any case, however many it has. */
  readonly batchMax: number
  /** With so many writes waiting a second statement begins beside the first; null: never. */
  readonly secondFrom: number | null
  /** The longest rest after a statement, in milliseconds; it is as long as the statement took. */
  readonly restMsMax: number
  /** The least time from the start of a statement to that of the next, in milliseconds a decision. */
  readonly everyMs: number
  /** Outcomes settled in one turn of the event loop: each is a response to be sent, or the next copy to be decided. */
  readonly toldAtATime: number
}

export const WRITE_QUEUES = {
  /**
   * One statement at a time, for two small ones cost Postgres more than one. Larger batches would hardly be faster, and
   * later writes wait for the whole batch.
   */
  ordinary: { batchMax: 64, secondFrom: 16, restMsMax: 0, everyMs: 0, toldAtATime: 8 },
  /** 400 decisions a second: a thousand in less than 3 s, and Postgres is free for others most of that time. */
  patient: { batchMax: 16, secondFrom: null, restMsMax: 100, everyMs: 2.5, toldAtATime: 2 },
} as const satisfies Readonly<Record<string, WriteQueueTerms>>

export type Patience = keyof typeof WRITE_QUEUES

export interface WriteQueueOptions {
  readonly terms: WriteQueueTerms
  /** Resolves once the outcomes are known and `tell` has them; never rejects. */
  readonly writeBatch: (batch: readonly WaitingWrite[], tell: Tell) => Promise<void>
  /** The error of a write that waits too long. */
  readonly refusal: () => Error
}

/** Tells outcomes in their order, a few in each turn of the event loop, once the next statement is on its way. */
export type Tell = (outcomes: readonly (() => void)[]) => void

export interface WriteQueue {
  readonly size: number
  readonly push: (waiting: WaitingWrite) => void
  /** Refuses in time what waits too long, and starts a second statement where one takes longer than a sweep. */
  readonly sweep: () => void
  /** Rests no more: what waits is written soon. */
  readonly stop: () => void
}

export function createWriteQueue({ terms, writeBatch, refusal }: WriteQueueOptions): WriteQueue {
  const waiting: WaitingWrite[] = []
  const tell = createTeller(terms.toldAtATime)
  let inFlight = 0
  let rest: NodeJS.Timeout | undefined
  let isStopped = false

  /** Refuses a write whose caller no longer waits, while it is still certain that it was not sent. */
  const isInTime = ({ giveUpAt, reject }: WaitingWrite): boolean => {
    if (Date.now() < giveUpAt) return true
    reject(refusal())
    return false
  }

  const mayBegin = (secondFrom: number | null): boolean => {
    if (waiting.length === 0 || rest !== undefined) return false
    return inFlight === 0 || (inFlight === 1 && secondFrom !== null && waiting.length >= secondFrom)
  }

  const run = async (batch: readonly WaitingWrite[]): Promise<void> => {
    const startedAt = performance.now()
    await writeBatch(batch, tell)
    inFlight -= 1
    const tookMs = performance.now() - startedAt
    const restMs = Math.max(Math.min(terms.restMsMax, tookMs), terms.everyMs * sizeOf(batch) - tookMs)
    if (restMs > 0 && !isStopped) rest = setTimeout(goOn, restMs)
    else pump()
  }

  const goOn = (): void => {
    rest = undefined
    pump()
  }

  const pump = (secondFrom: number | null = terms.secondFrom): void => {
    while (mayBegin(secondFrom)) {
      const batch = takeBatch(waiting, terms.batchMax).filter(isInTime)
      if (batch.length === 0) continue
      inFlight += 1
      void run(batch)
    }
  }

  return {
    get size() {
      return waiting.length
    },
    push(write) {
      waiting.push(write)
      pump()
    },
    sweep() {
      while (waiting[0] !== undefined && !isInTime(waiting[0])) waiting.shift()
      pump(terms.secondFrom === null ? null : 1)
    },
    stop() {
      isStopped = true
      clearTimeout(rest)
      goOn()
    },
  }
}

const sizeOf = (batch: readonly WaitingWrite[]): number =>
  batch.reduce((sum, { write }) => sum + write.decisions.length, 0)

/** Takes the first write at least, however many decisions it has. */
function takeBatch(waiting: WaitingWrite[], batchMax: number): readonly WaitingWrite[] {
  let [count, size] = [0, 0]
  for (const { write } of waiting) {
    size += write.decisions.length
    if (count > 0 && size > batchMax) break
    count += 1
  }
  return waiting.splice(0, count)
}

function createTeller(atATime: number): Tell {
  const untold: (() => void)[] = []
  const tellSome = (): void => {
    for (const tell of untold.splice(0, atATime)) tell()
    if (untold.length > 0) setImmediate(tellSome)
  }
  return (outcomes) => {
    if (untold.length === 0) setImmediate(tellSome)
    untold.push(...outcomes)
  }
}
