import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one that was given the same pid. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startedAt: string
}

/** The identity of a running process; undefined when no process (or only a zombie) has this pid. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startFromPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt
}

/** The command line of a running process, to identify a pid; empty when there is none. */
export function readCommandLine(pid: number): string {
  if (process.platform === 'linux') return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return ps(pid, 'command=')
}

/** The parent of a running process; undefined when there is no such process. */
export function readParentPid(pid: number): number | undefined {
  const text = process.platform === 'linux' ? statFields(pid)[1] : ps(pid, 'ppid=').trim()
  return text === undefined || text === '' ? undefined : Number(text)
}

// The start time counts clock ticks since boot, so the boot belongs to it.
function startOnLinux(pid: number): string | undefined {
  const fields = statFields(pid)
  const state = fields[0]
  const startTicks = fields[19]
  if (startTicks === undefined || state === 'Z' || state === 'X') return undefined
  return `${readOrEmpty('/proc/sys/kernel/random/boot_id').trim()}/${startTicks}`
}

/** Fields of /proc/<pid>/stat from the third on: the second, the command name, may hold blanks and parentheses. */
function statFields(pid: number): readonly string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function startFromPs(pid: number): string | undefined {
  const [state, ...start] = ps(pid, 'stat=,lstart=').trim().split(/\s+/)
  return state === undefined || state === '' || state.startsWith('Z') ? undefined : start.join(' ')
}

function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return '' // ps exits 1 when there is no such process
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // the process ended, or ended while we looked
  }
}
