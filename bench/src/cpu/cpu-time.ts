/** CPU time of processes, from Linux's /proc: what is left of a measurement when others use the machine too. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The processes of one engine and of what it works with; absent ones cost nothing. */
export interface Processes {
  /** Pid of the server that is asked: all of its threads count. */
  readonly engine?: number
  /** Pid of the postmaster: all of its processes count. */
  readonly postgres?: number
  readonly redis?: number
}

/** Milliseconds since each was started. */
export type CpuTimes = Readonly<Record<keyof Processes, number>>

export const CAN_READ_CPU = existsSync('/proc/self/task') && existsSync('/proc/self/schedstat')

/** Zeros where there is no /proc. */
export function readCpu({ engine, postgres, redis }: Processes): CpuTimes {
  return {
    engine: CAN_READ_CPU && engine !== undefined ? threadsMs(engine) : 0,
    postgres: CAN_READ_CPU && postgres !== undefined ? familyMs(postgres) : 0,
    redis: CAN_READ_CPU && redis !== undefined ? threadsMs(redis) : 0,
  }
}

/** The times since `before`. */
export function cpuSince(processes: Processes, before: CpuTimes): CpuTimes {
  const { engine, postgres, redis } = readCpu(processes)
  return { engine: engine - before.engine, postgres: postgres - before.postgres, redis: redis - before.redis }
}

const threadsMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => parseSchedstat(readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`)))
    .reduce((sum, ms) => sum + ms, 0)

/** With what children that have ended took: their parent inherits it. */
function familyMs(pid: number): number {
  const children = readOrEmpty(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((child) => child !== '')
  const living = children.map((child) => parseSchedstat(readOrEmpty(`/proc/${child}/schedstat`)))
  return living.reduce((sum, ms) => sum + ms, threadsMs(pid) + parseChildrenMs(readOrEmpty(`/proc/${pid}/stat`)))
}

/** Empty: it has ended since it was listed. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** "<ns on a CPU> <ns waiting> <slices>", in ms on a CPU. */
export const parseSchedstat = (text: string): number => (text === '' ? 0 : Number(text.split(' ')[0]) / 1e6)

/** Linux counts these in hundredths of a second, whatever its clock does. */
const TICK_MS = 10
const CUTIME_AT = 13

/** CPU of children that have ended, from /proc/PID/stat, in ms. */
export function parseChildrenMs(stat: string): number {
  // The name in parentheses may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[CUTIME_AT] ?? 0) + Number(fields[CUTIME_AT + 1] ?? 0)) * TICK_MS
}
