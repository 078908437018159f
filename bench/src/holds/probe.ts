/**
 * Loaded before a service (`--require`): how long it holds its event loop, and what CPU it takes. Asked over a listener of
 * its own. While it looks on, it asks for a turn of the loop all the time and takes the longest there was between two:
 * whatever the service did in one, garbage collection in it too, is what everybody else had to wait for.
 */
import { createServer } from 'node:http'

/** Of a service since it was asked last. */
export interface Looked {
  /** The longest time between two turns of the loop; 0 where only CPU was looked at. */
  readonly holdMs: number
  /** Of all threads. */
  readonly cpuMs: number
}

let isLooking = false
let holdMs = 0
let turnedAt = 0
let cpuBefore = process.cpuUsage()

function turn(): void {
  if (!isLooking) return
  const now = performance.now()
  holdMs = Math.max(holdMs, now - turnedAt)
  turnedAt = now
  setImmediate(turn)
}

const look = (): void => {
  isLooking = true
  holdMs = 0
  turnedAt = performance.now()
  setImmediate(turn)
}

function end(): Looked {
  isLooking = false
  const { user, system } = process.cpuUsage(cpuBefore)
  return { holdMs, cpuMs: (user + system) / 1_000 }
}

/** Asking takes CPU itself, and looking all of it: so it looks at one of the two. */
const server = createServer((request, response) => {
  const seen = end()
  response.end(JSON.stringify(seen), () => {
    cpuBefore = process.cpuUsage()
    holdMs = 0
    if (request.url === '/hold') look()
  })
})
server.keepAliveTimeout = 600_000
server.listen(Number(process.env['PROBE_PORT']), '127.0.0.1').unref()
