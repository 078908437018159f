/**
 * A run in a process of its own, seen from that of the laboratory. It is ended when it takes more memory or time than
 * it may have, and when it goes on without a word: it need not take part in that.
 */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { EndReason } from '../../lab/run/lab-run.js'
import { emptyLog, growLog, type RunLog } from '../../lab/run/run-log.js'
import type { RunAsk, RunMessage, RunReport, RunTold } from '../../lab/run/run-messages.js'
import { createTurns, type Turns } from '../../lab/run/turns.js'
import { forkProcess } from './fork-process.js'
import type { IdleProcesses } from './idle-processes.js'

export interface RunLimits {
  /** All that its process may hold. */
  readonly memoryBytesMax: number
  readonly ageMsMax: number
  /** How much processor time it may take without a word; where the system does not tell, time on the wall. */
  readonly silentCpuMsMax: number
  /** The lowest, unless told: traders come first. */
  readonly priority?: number
}

export interface RunProcess {
  /** @throws RunRefusal where the run refuses it; RunGone where it has ended, or ends before it has answered */
  readonly ask: <T>(ask: RunAsk) => Promise<T>
  /** As of its last sign of life. */
  readonly report: () => RunReport | null
  /** As far as it has told. */
  readonly log: () => RunLog
  /** Drops what it has told of its log. */
  readonly forget: () => void
  readonly end: (reason: EndReason) => void
  /** Ends the run for its owner, and leaves the process to the next one where processes are kept. */
  readonly vacate: () => Promise<void>
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
  /** The answer is newer than its last sign of life. */
  readonly isReport: boolean
}

const CHECK_MS = 250
/** Half of what it may hold is for its objects; the rest is its database, and what Node needs itself. */
const HEAP_SHARE = 0.5
const MEGABYTE = 1_048_576

/** With less than that at hand, a process is no good for another run. */
const FULL_SHARE = 0.75

const forkRun = (script: string, { memoryBytesMax, priority }: RunLimits): ChildProcess =>
  forkProcess(script, {
    heapMb: Math.floor((memoryBytesMax * HEAP_SHARE) / MEGABYTE),
    ...(priority !== undefined && { priority }),
  })

export interface RunPlace {
  /** Processes that are left; absent: each run has its own, which ends with it. */
  readonly idle?: IdleProcesses | null
  /** Absent: it computes whenever it has something to do. */
  readonly turns?: Turns
}

export function startRunProcess(
  script: string,
  limits: RunLimits,
  { idle = null, turns = createTurns(Infinity) }: RunPlace = {},
): RunProcess {
  const child = idle?.take() ?? forkRun(script, limits)
  const seat = turns.join((word) => {
    const message: RunMessage = { kind: 'turn', word }
    if (child.connected) child.send(message, () => undefined)
  })
  const { pid } = child
  const startedAt = performance.now()
  const waiting = new Map<number, Waiting>()
  let [asked, rssBytes] = [0, 0]
  /** How far its processor time was when it was last known to have spoken. */
  let [hasSpoken, spentMs] = [false, 0]
  let report: RunReport | null = null
  let log = emptyLog()
  let reason: EndReason | null = null

  const end = (why: EndReason): void => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const held = (): number => (pid === undefined ? rssBytes : (rssOf(pid) ?? rssBytes))
  const check = (): void => {
    const ageMs = performance.now() - startedAt
    // A process that gets no turn beside others is not stuck.
    const cpuMs = (pid === undefined ? null : cpuMsOf(pid)) ?? ageMs
    if (hasSpoken) [hasSpoken, spentMs] = [false, cpuMs]
    if (held() > limits.memoryBytesMax) end('MEMORY')
    else if (ageMs > limits.ageMsMax) end('AGE')
    else if (cpuMs - spentMs > limits.silentCpuMsMax) end('UNRESPONSIVE')
  }
  const checking = setInterval(check, CHECK_MS)

  const hear = (message: unknown): void => {
    const told = message as RunTold
    hasSpoken = true
    if (told.kind === 'beat') {
      rssBytes = told.rssBytes
      report = told.report ?? report
      return
    }
    if (told.kind === 'log') return growLog(log, told.log)
    if (told.kind === 'turn') return seat[told.ask]()
    const one = waiting.get(told.id)
    waiting.delete(told.id)
    if (told.kind === 'answer') {
      if (one?.isReport === true) report = told.value as RunReport
      one?.resolve(told.value as never)
    } else one?.reject(new RunRefusal(told.message, told.isBusy))
  }
  child.on('message', hear)
  let conclude: () => void = () => undefined
  const ended = new Promise<EndReason>((resolve) => {
    conclude = () => {
      clearInterval(checking)
      seat.leave()
      child.off('message', hear).off('exit', conclude).off('error', conclude)
      reason ??= 'DIED'
      for (const { reject } of waiting.values()) reject(new RunGone(`the run has ended: ${reason}`))
      waiting.clear()
      resolve(reason)
    }
    child.once('exit', conclude)
    child.once('error', conclude)
  })

  const ask = <T>(question: RunAsk): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!child.connected) return reject(new RunGone('the run has ended'))
      asked += 1
      waiting.set(asked, { resolve, reject, isReport: question.kind === 'report' })
      const task: RunMessage = { kind: 'task', id: asked, ask: question }
      child.send(task, (error) => {
        if (error !== null) reject(new RunGone('the run has ended'))
      })
    })
  return {
    ...{ ask, end, ended, report: () => report, log: () => log },
    forget() {
      log = emptyLog()
    },
    async vacate() {
      const mayStay = idle !== null && held() < limits.memoryBytesMax * FULL_SHARE
      const isEmpty = mayStay && (await ask({ kind: 'rest' }).then(isDone, isNotDone))
      if (!isEmpty || reason !== null) end('DELETED')
      else {
        reason = 'DELETED'
        conclude()
        idle.leave(child)
      }
      await ended
    },
  }
}

const isDone = (): boolean => true
const isNotDone = (): boolean => false

const PAGE = 4_096

/** The ticks of the times that Linux tells, on every architecture that Node runs on. */
const TICK_MS = 10

/** The processor time of a process and its threads, in milliseconds; null where the system does not tell. */
function cpuMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}

/** Null where the system does not tell; then the process itself has to. */
function rssOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
  } catch {
    return null
  }
}
