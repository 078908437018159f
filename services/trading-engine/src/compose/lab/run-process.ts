/**
 * A run in a process of its own, seen from that of the laboratory. It is ended when it takes more memory or time than
 * it may have, and when it says nothing for too long: it need not take part in that.
 */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { EndReason } from '../../lab/run/lab-run.js'
import type { RunAsk, RunReport, RunTask, RunTold } from '../../lab/run/run-messages.js'

export interface RunLimits {
  /** All that its process may hold. */
  readonly memoryBytesMax: number
  readonly ageMsMax: number
  /** How long it may say nothing. */
  readonly silentMsMax: number
  /** The lowest, unless told: traders come first. */
  readonly priority?: number
}

export interface RunProcess {
  /** @throws RunRefusal where the run refuses it; RunGone where it has ended, or ends before it has answered */
  readonly ask: <T>(ask: RunAsk) => Promise<T>
  /** As of its last sign of life. */
  readonly report: () => RunReport | null
  readonly end: (reason: EndReason) => void
  readonly ended: Promise<EndReason>
}

export class RunRefusal extends Error {
  constructor(
    message: string,
    /** It does something else, and could do it later. */
    readonly isBusy: boolean,
  ) {
    super(message)
  }
}

export class RunGone extends Error {}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

const CHECK_MS = 250
/** Half of what it may hold is for its objects; the rest is its database, and what Node needs itself. */
const HEAP_SHARE = 0.5
const MEGABYTE = 1_048_576

export function startRunProcess(script: string, limits: RunLimits): RunProcess {
  const child = fork(script, [], {
    // None of the settings of the laboratory: a run has nothing to do with its secrets.
    env: { TZ: 'UTC', NODE_ENV: 'production' },
    execArgv: [`--max-old-space-size=${Math.floor((limits.memoryBytesMax * HEAP_SHARE) / MEGABYTE)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { pid } = child
  if (pid !== undefined) lowerPriority(pid, limits.priority ?? constants.priority.PRIORITY_LOW)
  const startedAt = performance.now()
  const waiting = new Map<number, Waiting>()
  let [asked, heardAt, rssBytes] = [0, startedAt, 0]
  let report: RunReport | null = null
  let reason: EndReason | null = null

  const end = (why: EndReason): void => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const check = (): void => {
    const now = performance.now()
    if ((pid === undefined ? rssBytes : (rssOf(pid) ?? rssBytes)) > limits.memoryBytesMax) end('MEMORY')
    else if (now - startedAt > limits.ageMsMax) end('AGE')
    else if (now - heardAt > limits.silentMsMax) end('UNRESPONSIVE')
  }
  const checking = setInterval(check, CHECK_MS)

  child.on('message', (message) => {
    const told = message as RunTold
    heardAt = performance.now()
    if (told.kind === 'beat') {
      rssBytes = told.rssBytes
      report = told.report ?? report
      return
    }
    const one = waiting.get(told.id)
    waiting.delete(told.id)
    if (told.kind === 'answer') one?.resolve(told.value as never)
    else one?.reject(new RunRefusal(told.message, told.isBusy))
  })
  const ended = new Promise<EndReason>((resolve) => {
    const conclude = (): void => {
      clearInterval(checking)
      reason ??= 'DIED'
      for (const { reject } of waiting.values()) reject(new RunGone(`the run has ended: ${reason}`))
      waiting.clear()
      resolve(reason)
    }
    child.once('exit', conclude)
    child.once('error', conclude)
  })

  return {
    ask: (ask) =>
      new Promise((resolve, reject) => {
        if (!child.connected) return reject(new RunGone('the run has ended'))
        asked += 1
        waiting.set(asked, { resolve, reject })
        const task: RunTask = { id: asked, ask }
        child.send(task, (error) => {
          if (error !== null) reject(new RunGone('the run has ended'))
        })
      }),
    report: () => report,
    end,
    ended,
  }
}

function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // It has ended already, which is told by its exit.
  }
}

const PAGE = 4_096

/** Null where the system does not tell; then the process itself has to. */
function rssOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
  } catch {
    return null
  }
}
