import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.js'
import type { ChildExit, ChildSpec, GuardianReport, GuardianRequest } from './guardian-messages.js'
import { identifyProcess, type ProcessIdentity } from './process-identity.js'

export interface RunningChild {
  readonly name: string
  readonly process: ProcessIdentity
  readonly exited: Promise<ChildExit>
}

/** The parent of everything a launcher starts; see guardian-process.ts for why there is one. */
export interface Guardian {
  readonly process: ProcessIdentity
  /** Resolves when the process runs; a StartError when it cannot be run. */
  run(child: ChildSpec): Promise<RunningChild>
  /** Removes a temporary directory once everything has stopped. */
  removeAtEnd(path: string): void
  /** Stops all children one by one, the last started first; resolves when they and the guardian have ended. */
  stop(): Promise<void>
  /** Cuts the current waits of a running `stop` short. */
  hurry(): void
  readonly ended: Promise<void>
}

interface Watch {
  started(process: ProcessIdentity): void
  notStarted(message: string): void
  exited(exit: ChildExit): void
}

// Built by tsc: a child process cannot run the TypeScript source.
const ENTRY = join(__dirname, '..', '..', 'dist', 'processes', 'guardian-process.js')

export async function startGuardian(): Promise<Guardian> {
  if (!existsSync(ENTRY)) throw new StartError(`${ENTRY} is missing: run "npm run build" first`)
  const guardian = fork(ENTRY, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [], cwd: '/' })
  await once(guardian, 'spawn')
  const identity = identifyProcess(guardian.pid ?? 0)
  if (identity === undefined) throw new StartError('the guardian process ended immediately')
  return control(guardian, identity)
}

function control(guardian: ChildProcess, identity: ProcessIdentity): Guardian {
  const watches = new Map<string, Watch>()
  const ended = new Promise<void>((resolve) => guardian.once('exit', () => resolve()))
  guardian.on('message', (report: GuardianReport) => dispatch(watches, report))
  // a message that could not be sent: only the end of the guardian matters, and `ended` reports it
  guardian.on('error', () => undefined)
  void ended.then(() => watches.forEach((watch) => watch.notStarted('the guardian process has ended')))
  const send = (request: GuardianRequest) => {
    if (guardian.connected) guardian.send(request)
  }
  return {
    process: identity,
    ended,
    run: (child) => run(child, watches, send),
    removeAtEnd: (path) => send({ type: 'remove-at-end', path }),
    stop: () => {
      send({ type: 'stop' })
      return ended
    },
    hurry: () => send({ type: 'hurry' }),
  }
}

function run(
  child: ChildSpec,
  watches: Map<string, Watch>,
  send: (request: GuardianRequest) => void,
): Promise<RunningChild> {
  return new Promise((resolve, reject) => {
    const exited = new Promise<ChildExit>((resolveExit) => {
      watches.set(child.name, {
        started: (process) => resolve({ name: child.name, process, exited }),
        notStarted: (message) => reject(new StartError(`${child.name} could not be started: ${message}`)),
        exited: (exit) => {
          resolveExit(exit)
          // no effect once it was seen running
          reject(new StartError(`${child.name} ended immediately; see ${child.logFile}`))
        },
      })
    })
    send({ type: 'run', child })
  })
}

function dispatch(watches: Map<string, Watch>, report: GuardianReport): void {
  const watch = watches.get(report.name)
  switch (report.type) {
    case 'started':
      return watch?.started(report.process)
    case 'not-started':
      return watch?.notStarted(report.message)
    case 'exited':
      return watch?.exited(report.exit)
  }
}
