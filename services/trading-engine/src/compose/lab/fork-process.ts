/** Starts a process of the laboratory's own, behind everything else of the machine. */
import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

export interface ForkOptions {
  readonly heapMb: number
  /** The lowest, unless told: traders come first. */
  readonly priority?: number
}

export function forkProcess(script: string, { heapMb, priority }: ForkOptions): ChildProcess {
  const child = fork(script, [], {
    // None of the settings of the laboratory: what it starts has nothing to do with its secrets.
    env: { TZ: 'UTC', NODE_ENV: 'production' },
    execArgv: [...process.execArgv, `--max-old-space-size=${heapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
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
