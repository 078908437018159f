/**
 * Work that takes longer than an event loop may be held, done by a thread of its own, one task after the other. The
 * thread is started with the first of them and ends when it has had nothing to do for a while. A task that takes too
 * long fails, and the thread is replaced; more than may wait are refused.
 */
import { parentPort, Worker } from 'node:worker_threads'

export interface WorkThreadOptions {
  /** The compiled module that the thread runs; it calls `answerWork`. */
  readonly file: string
  readonly heapMb: number
  /** Tasks under way and waiting. */
  readonly waitingMax: number
  /** From its turn on. */
  readonly timeoutMs: number
  /** Without a task for so long the thread ends. */
  readonly idleMs: number
  /** The words for a task, and for its having been done: "document", "drawn". */
  readonly noun: string
  readonly done: string
  /** Makes the error of a task that was not done. */
  readonly failed: (message: string) => Error
}

export interface WorkThread<Task, Result> {
  /** `isGone`: whether nobody waits for it any more, asked when it is its turn. */
  readonly run: (task: Task, isGone?: () => boolean) => Promise<Result>
  readonly close: () => Promise<void>
}

interface Waiting<Task, Result> {
  readonly task: Task
  readonly isGone: () => boolean
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

type Answer<Result> = { readonly result: Result } | { readonly error: string }

export function createWorkThread<Task, Result>(options: WorkThreadOptions): WorkThread<Task, Result> {
  const { file, heapMb, waitingMax, timeoutMs, idleMs, noun, done, failed } = options
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  /** The first is under way. */
  let tasks: Waiting<Task, Result>[] = []

  const end = (): Promise<unknown> => {
    const ended = thread
    thread = undefined
    clearTimeout(idle)
    clearTimeout(late)
    ended?.removeAllListeners()
    return ended?.terminate() ?? Promise.resolve()
  }

  /** Gives up the task under way, and the thread with it: who waits gets another one. */
  const giveUp = (reason: string): void => {
    void end()
    tasks.shift()?.reject(failed(reason))
    next()
  }

  function settle(answer: Answer<Result>): void {
    clearTimeout(late)
    const first = tasks.shift()
    if ('result' in answer) first?.resolve(answer.result)
    else first?.reject(failed(`the ${noun} could not be ${done}: ${answer.error}`))
    next()
  }

  function start(): Worker {
    const fresh = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    fresh.unref()
    fresh.on('message', settle)
    fresh.once('error', (error) => giveUp(`the ${noun} could not be ${done}: ${error.message}`))
    fresh.once('exit', () => giveUp(`the ${noun} could not be ${done}: its thread has ended`))
    return fresh
  }

  function next(): void {
    while (tasks[0]?.isGone() === true) tasks.shift()?.reject(failed(`nobody waits for the ${noun} any more`))
    const first = tasks[0]
    clearTimeout(idle)
    if (first === undefined) {
      idle = setTimeout(() => void end(), idleMs).unref()
      return
    }
    thread ??= start()
    late = setTimeout(() => giveUp(`a ${noun} was not ${done} within ${timeoutMs} ms`), timeoutMs)
    thread.postMessage(first.task)
  }

  return {
    run: (task, isGone = () => false) => {
      if (tasks.length >= waitingMax)
        return Promise.reject(failed(`${tasks.length} ${noun}s are waiting to be ${done}`))
      return new Promise((resolve, reject) => {
        tasks.push({ task, isGone, resolve, reject })
        if (tasks.length === 1) next()
      })
    },
    async close() {
      const left = tasks
      tasks = []
      const ended = end()
      for (const { reject } of left) reject(failed('the service is stopping'))
      await ended
    },
  }
}

/** In the thread: does each task that comes, one at a time. */
export function answerWork<Task, Result>(work: (task: Task) => Promise<Result> | Result): void {
  const port = parentPort
  port?.on('message', (task: Task) => {
    const answer = (of: Answer<Result>): void => port.postMessage(of)
    const failed = (error: unknown): void => answer({ error: error instanceof Error ? error.message : String(error) })
    void (async () => answer({ result: await work(task) }))().catch(failed)
  })
}
