import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import net from 'node:net'

type Calls = Record<string, unknown>

/** Everything that reaches another process or machine goes through one of these. */
const REFUSED: readonly (readonly [object, readonly string[]])[] = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'send']],
  [childProcess, ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']],
]

/**
 * Refuses processes and sockets in unit tests, so that one file of them needs no server and starts in seconds. Node's
 * own modules are shared with the other files of the worker: each file puts them back.
 */
const restores = REFUSED.flatMap(([owner, names]) =>
  names.map((name) => {
    const calls = owner as Calls
    const original = calls[name]
    calls[name] = () => {
      throw new Error(`a unit test may not call ${name}: name the file *.integration.test.ts`)
    }
    return () => void (calls[name] = original)
  }),
)

afterAll(() => restores.forEach((restore) => restore()))
