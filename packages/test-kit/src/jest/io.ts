import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import net from 'node:net'

interface Call {
  (...parameters: unknown[]): unknown
  /** The original, which unit tests may not call. */
  readonly allowed?: Call
}

type Calls = Record<string, Call>

/** Everything that reaches another process or machine goes through one of these. */
const CALLS: readonly (readonly [object, readonly string[]])[] = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'send']],
  [childProcess, ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']],
]

function replaceCalls(replace: (call: Call, name: string) => Call): void {
  for (const [owner, names] of CALLS) {
    const calls = owner as Calls
    for (const name of names) calls[name] = replace(calls[name]!, name)
  }
}

/** Refuses processes and sockets, so that a file of unit tests needs no server and starts in seconds. */
export function refuseIo(): void {
  replaceCalls((call, name) => {
    const refuse = (): never => {
      throw new Error(`a unit test may not call ${name}: name the file *.integration.test.ts`)
    }
    return Object.assign(refuse, { allowed: call.allowed ?? call })
  })
}

/** The opposite. Node's own modules are shared with the files that the worker runs next. */
export function allowIo(): void {
  replaceCalls((call) => call.allowed ?? call)
}
