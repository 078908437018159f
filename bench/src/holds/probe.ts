/**
 * Loaded before a service (`--require`): measures how long the service blocks its event loop, and its CPU time; read
 * over a listener of its own. While it measures, it schedules itself in every turn of the loop and records the longest
 * time between two turns: everything the service did in one turn, garbage collection included, delayed all others by as
 * much.
 */
import { createServer } from 'node:http'

/** Measurements of a service since the previous request for them. */
export interface LoopMeasurement {
  /** The longest time between two turns of the loop; 0 where only CPU was looked at. */
  readonly holdMs: number
  /** CPU time of all threads. */
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

function end(): LoopMeasurement {
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
