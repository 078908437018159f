/**
 * One run per data directory. The lock names processes by pid and start time, so one left by a kill -9 never blocks a
 * start, not even when its pid was given to another program; and what such a run left running is stopped before the
 * next one begins.
 */
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../error-code.js'
import type { ChildSpec, StopStep } from '../processes/guardian-messages.js'
import type { Guardian, RunningChild } from '../processes/guardian.js'
import { identifyProcess, isRunning, type ProcessIdentity } from '../processes/process-identity.js'
import { waitUntil } from '../processes/wait-until.js'
import { StartError } from '../start-error.js'
import { writePrivateFile } from './secrets.js'

interface LockedChild {
  readonly name: string
  readonly process: ProcessIdentity
  readonly stop: readonly StopStep[]
}

interface LockRecord {
  readonly launcher: ProcessIdentity
  readonly guardian?: ProcessIdentity
  /** In the order they were started. */
  readonly children: readonly LockedChild[]
  readonly enginePort: number
  readonly walletPort: number
}

export interface InstanceLock {
  /** The same guardian, but it records what it runs, to be found by a later start if the guardian is killed too. */
  recording(guardian: Guardian): Guardian
  /** Stops recorded children that outlived their guardian. */
  stopLeftovers(): Promise<void>
  release(): void
}

const GUARDIAN_STOP_MS = 60_000
const SETTLE_MS = 100

/** StartError naming the running pid and its ports when a run holds the lock. Waits for one that is just stopping. */
export async function acquireLock(
  file: string,
  ports: { readonly enginePort: number; readonly walletPort: number },
  report: (line: string) => void,
): Promise<InstanceLock> {
  const launcher = identifyProcess(process.pid)
  if (launcher === undefined) throw new Error('this process cannot see itself')
  const own: LockRecord = { launcher, children: [], ...ports }
  while (!tryCreate(file, own)) {
    const holder = readRecord(file)
    if (holder !== undefined && isRunning(holder.launcher)) throw new StartError(describeHolder(holder))
    if (holder !== undefined) await endPreviousRun(holder, report)
    await takeOver(file, holder)
  }
  return control(file, own)
}

function control(file: string, own: LockRecord): InstanceLock {
  let record = own
  const write = (next: LockRecord) => {
    record = next
    writePrivateFile(file, record)
  }
  const recordChild = (spec: ChildSpec) => (child: RunningChild) => {
    write({ ...record, children: [...record.children, { name: child.name, process: child.process, stop: spec.stop }] })
    return child
  }
  return {
    recording: (guardian) => {
      write({ ...record, guardian: guardian.process })
      return { ...guardian, run: (spec) => guardian.run(spec).then(recordChild(spec)) }
    },
    stopLeftovers: () => stopChildren(record.children),
    release: () => rmSync(file, { force: true }),
  }
}

/** A link fails when the name is taken, and its content is complete from the first moment. */
function tryCreate(file: string, record: LockRecord): boolean {
  const candidate = `${file}.${process.pid}`
  writePrivateFile(candidate, record)
  try {
    linkSync(candidate, file)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(candidate, { force: true })
  }
}

// Two starts may find the same stale lock. Each looks again before moving it, puts back one that turns out to be alive,
// and waits a moment before the next try to create its own, so that the slower one never moves the faster one's new
// lock away.
async function takeOver(file: string, stale: LockRecord | undefined): Promise<void> {
  const moved = `${file}.stale-${process.pid}`
  if (readRecord(file)?.launcher.startedAt !== stale?.launcher.startedAt) return
  try {
    renameSync(file, moved)
  } catch {
    return // another start was faster: the loop looks again
  }
  const record = readRecord(moved)
  if (record !== undefined && isRunning(record.launcher)) renameSync(moved, file)
  rmSync(moved, { force: true })
  await sleep(SETTLE_MS)
}

async function endPreviousRun(holder: LockRecord, report: (line: string) => void): Promise<void> {
  const { guardian } = holder
  if (guardian !== undefined && isRunning(guardian)) {
    report('Waiting for the previous run to finish stopping')
    if (!(await waitUntil(() => !isRunning(guardian), { timeoutMs: GUARDIAN_STOP_MS }))) signal(guardian, 'SIGKILL')
  }
  await stopChildren(holder.children)
}

async function stopChildren(children: readonly LockedChild[]): Promise<void> {
  for (const child of children.toReversed()) {
    for (const step of child.stop) {
      if (!isRunning(child.process)) break
      signal(child.process, step.signal)
      await waitUntil(() => !isRunning(child.process), { timeoutMs: step.waitMs })
    }
  }
}

function signal(target: ProcessIdentity, name: NodeJS.Signals): void {
  try {
    process.kill(target.pid, name)
  } catch {
    // ended in the meantime
  }
}

function describeHolder({ launcher, enginePort, walletPort }: LockRecord): string {
  return `already running on this data directory: pid ${launcher.pid}, engine on port ${enginePort}, wallet on port ${walletPort} (another DATA_DIR gives a second installation)`
}

function readRecord(file: string): LockRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<LockRecord>
    return record.launcher !== undefined && Array.isArray(record.children) ? (record as LockRecord) : undefined
  } catch {
    return undefined // gone by now, or not a lock: nothing holds it
  }
}
