/**
 * Processes whose run has ended, for the next ones of the same person: to load the engine, and to compile it once it is
 * used, takes longer than most runs. A laboratory of several people keeps none: who has a run has its process alone.
 */
import type { ChildProcess } from 'node:child_process'

export interface IdleProcesses {
  readonly take: () => ChildProcess | undefined
  /** It has no run, and nobody listens to it. */
  readonly leave: (process: ChildProcess) => void
  readonly close: () => void
}

export function createIdleProcesses(max: number): IdleProcesses {
  const idle = new Set<ChildProcess>()
  return {
    take() {
      const [first] = idle
      if (first === undefined) return undefined
      idle.delete(first)
      first.removeAllListeners('exit')
      return first
    },
    leave(process) {
      if (idle.size >= max || !process.connected) return void process.kill('SIGKILL')
      idle.add(process)
      process.once('exit', () => idle.delete(process))
    },
    close() {
      for (const process of idle) process.kill('SIGKILL')
      idle.clear()
    },
  }
}
