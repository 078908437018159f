import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import net from 'node:net'
import { promisify } from 'node:util'

interface Call {
  (...parameters: unknown[]): unknown
  readonly guard?: Guard
  readonly [promisify.custom]?: Call
}

/** Shared by all files of a worker, as Node's own modules are. */
interface Guard {
  isRefusing: boolean
}

type Calls = Record<string, Call>

/** Everything that reaches another process or machine goes through one of these. */
const CALLS: readonly (readonly [object, readonly string[]])[] = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'send']],
  [childProcess, ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']],
]

/**
 * Sets whether the calls are refused. What a kept module holds is the guarded call itself, since it may have been
 * loaded by a unit test and be used by an integration test after it.
 */
function setRefusing(isRefusing: boolean): void {
  for (const [owner, names] of CALLS) {
    const calls = owner as Calls
    for (const name of names) {
      const call = calls[name]!
      if (call.guard !== undefined) call.guard.isRefusing = isRefusing
      else if (isRefusing) calls[name] = guarded(call, name)
    }
  }
}

function guarded(call: Call, name: string): Call {
  const guard = { isRefusing: true }
  const checked = (original: Call) =>
    function (this: unknown, ...parameters: unknown[]): unknown {
      if (guard.isRefusing) throw new Error(`a unit test may not call ${name}: name the file *.integration.test.ts`)
      return Reflect.apply(original, this, parameters)
    }
  const custom = call[promisify.custom]
  return Object.assign(checked(call), { guard }, custom && { [promisify.custom]: checked(custom) })
}

/** Refuses processes and sockets, so that a file of unit tests needs no server and starts in seconds. */
export const refuseIo = (): void => setRefusing(true)

/** The opposite. Node's own modules are shared with the files that the worker runs next. */
export const allowIo = (): void => setRefusing(false)
