/**
 * The guardian: parent of the databases and services, in a session of its own.
 *
 * A Ctrl-C in a terminal signals the whole foreground process group; the guardian and its children are outside it, so
 * services stop before their databases and nothing is torn down at random. And when the process that started the
 * guardian ends in any way, kill -9 included, the channel between them closes and the guardian stops everything and
 * ends: nothing is left running.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChildSpec, GuardianReport, GuardianRequest } from './guardian-messages.js'
import { identifyProcess } from './process-identity.js'

interface Child {
  readonly spec: ChildSpec
  readonly process: ChildProcess
  readonly ended: Promise<unknown>
}

const children: Child[] = []
const pathsToRemove: string[] = []
const hurrying = new EventEmitter()
let stopping = false

process.on('message', (request: GuardianRequest) => handle(request))
process.on('disconnect', () => void stopEverything())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopEverything())
process.on('uncaughtException', () => void stopEverything()) // a defect here must not leave the children behind

function handle(request: GuardianRequest): void {
  switch (request.type) {
    case 'run':
      return run(request.child)
    case 'remove-at-end':
      pathsToRemove.push(request.path)
      return
    case 'stop':
      void stopEverything()
      return
    case 'hurry':
      hurrying.emit('hurry')
  }
}

function run(spec: ChildSpec): void {
  if (stopping) return report({ type: 'not-started', name: spec.name, message: 'already stopping' })
  let started: ChildProcess
  try {
    started = spawnLogged(spec)
  } catch (error) {
    return report({ type: 'not-started', name: spec.name, message: messageOf(error) })
  }
  const ended = new Promise((resolve) => started.once('exit', resolve).once('error', resolve))
  const child: Child = { spec, process: started, ended }
  children.push(child)
  started.once('spawn', () => reportStarted(child))
  started.once('error', (error) => {
    forget(child)
    report({ type: 'not-started', name: spec.name, message: messageOf(error) })
  })
  started.once('exit', (code, signal) => {
    forget(child)
    report({ type: 'exited', name: spec.name, exit: { code, signal } })
  })
  if (spec.stdin !== undefined) {
    started.stdin?.on('error', () => undefined) // it ended before reading; its exit is what gets reported
    started.stdin?.end(spec.stdin)
  }
}

function spawnLogged(spec: ChildSpec): ChildProcess {
  const log = openSync(spec.logFile, 'a', 0o600)
  const errors = spec.errorFile === undefined ? log : openSync(spec.errorFile, 'a', 0o600)
  try {
    return spawn(spec.command, [...spec.args], {
      cwd: spec.cwd,
      env: { ...spec.env },
      stdio: [spec.stdin === undefined ? 'ignore' : 'pipe', log, errors],
      ...spec.user,
    })
  } finally {
    for (const file of new Set([log, errors])) closeSync(file)
  }
}

function reportStarted({ spec, process: started }: Child): void {
  const identity = started.pid === undefined ? undefined : identifyProcess(started.pid)
  // One that ended immediately has no identity any more; its exit is reported right after.
  if (identity !== undefined) report({ type: 'started', name: spec.name, process: identity })
}

function forget(child: Child): void {
  const index = children.indexOf(child)
  if (index >= 0) children.splice(index, 1)
}

async function stopEverything(): Promise<void> {
  if (stopping) return
  stopping = true
  try {
    for (const child of [...children].reverse()) await stopChild(child)
    for (const path of pathsToRemove) rmSync(path, { recursive: true, force: true })
  } finally {
    process.exit()
  }
}

async function stopChild(child: Child): Promise<void> {
  for (const { signal, waitMs } of child.spec.stop) {
    if (!children.includes(child)) return
    child.process.kill(signal)
    await Promise.race([child.ended, once(hurrying, 'hurry'), sleep(waitMs)])
  }
}

function report(message: GuardianReport): void {
  // the reader may be gone: that is what we are for
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
