/** Starts a process of the laboratory's own, behind everything else of the machine. */
import { fork, spawnSync, type ChildProcess, type ForkOptions as NodeForkOptions } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { lazy } from '@ats/service-kit/process'

export interface ForkOptions {
  readonly heapMb: number
  /** The lowest, unless told: traders come first. */
  readonly priority?: number
}

const CHRT = '/usr/bin/chrt'
/**
 * Linux's policy for what has time: any other process that wakes has its turn, where one that is merely of the lowest
 * priority goes on to the end of its slice (sched(7), SCHED_IDLE).
 */
const WHEN_IDLE = ['--idle', '0']

/** The same where `chrt` is there and may do so, which is tried once. */
const idleArgs = lazy(() => {
  const isAllowed = spawnSync(CHRT, [...WHEN_IDLE, process.execPath, '-v']).status === 0
  return isAllowed ? WHEN_IDLE : []
})

export function forkProcess(script: string, { heapMb, priority }: ForkOptions): ChildProcess {
  const args = [...process.execArgv, `--max-old-space-size=${heapMb}`]
  const options: NodeForkOptions = {
    // None of the settings of the laboratory: what it starts has nothing to do with its secrets.
    env: { TZ: 'UTC', NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  }
  const idle = priority === undefined ? idleArgs() : []
  const child =
    idle.length > 0
      ? fork(script, [], { ...options, execPath: CHRT, execArgv: [...idle, process.execPath, ...args] })
      : fork(script, [], { ...options, execArgv: args })
  if (child.pid !== undefined) lowerPriority(child.pid, priority ?? constants.priority.PRIORITY_LOW)
  return child
}

function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // It has ended already, which is told by its exit.
  }
}
