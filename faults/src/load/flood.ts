/**
 * Messages between a flood and its parent: the flood runs in a process of its own, so that it does not slow down the
 * measurement.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface FloodOptions {
  readonly port: number
  /** It comes from these addresses of the loopback in turn. */
  readonly addresses: readonly string[]
  /** Connections, each with one request under way at any time. */
  readonly concurrency: number
  readonly seconds: number
  /** A client without a response after this time hangs up and reconnects; null: it waits for as long as it takes. */
  readonly timeoutMs: number | null
  /** Whole HTTP requests, sent in turn. `RANDOM48` in one becomes 48 random hex digits each time. */
  readonly requests: readonly string[]
}

export interface FloodResult {
  /** Answers by status; `cut`: connections that ended without one, `given up`: those that the client left. */
  readonly answers: Readonly<Record<string, number>>
  /** Requests that were carried out, by key. */
  readonly counted: Readonly<Record<string, number>>
  /** CPU used by the flood, as a share of one core. */
  readonly cpu: number
}

const ENTRY = join(__dirname, 'flood-process.js')

export async function flood(options: FloodOptions): Promise<FloodResult> {
  const child = fork(ENTRY, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  child.send(options)
  const [result] = (await once(child, 'message')) as [FloodResult]
  await once(child, 'exit')
  return result
}
