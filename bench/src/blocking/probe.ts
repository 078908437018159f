/**
 * Loaded before a service (`--require`): measures how long the service blocks its event loop, and its CPU time; read
 * over a listener of its own. While it measures, it schedules itself in every turn of the loop and records the longest
 * time between two turns: everything the service did in one turn, garbage collection included, delayed all others by as
 * much. Where the machine does other work, too, the CPU time of its thread in a turn is what it did itself.
 */
import { createServer } from 'node:http'
import { readThreadCpuMs } from '../engine/thread-cpu.js'

/** Measurements of a service since the previous request for them. */
export interface LoopMeasurement {
  /** The longest time between two turns of the loop; 0 where only CPU was measured. */
  readonly blockedMs: number
  /** The most CPU time that a turn took of the thread; 0 where only CPU was measured, and without Linux's /proc. */
  readonly turnCpuMs: number
  /** CPU time of all threads. */
  readonly cpuMs: number
}

let isLooking = false
let blockedMs = 0
let turnCpuMs = 0
let turnedAt = 0
let turnedAtCpu = 0
let cpuBefore = process.cpuUsage()

function turn(): void {
  if (!isLooking) return
  const now = performance.now()
  blockedMs = Math.max(blockedMs, now - turnedAt)
  turnedAt = now
  const cpu = readThreadCpuMs()
  turnCpuMs = Math.max(turnCpuMs, cpu - turnedAtCpu)
  turnedAtCpu = cpu
  setImmediate(turn)
}

const look = (): void => {
  isLooking = true
  blockedMs = turnCpuMs = 0
  turnedAt = performance.now()
  turnedAtCpu = readThreadCpuMs()
  setImmediate(turn)
}

function end(): LoopMeasurement {
  isLooking = false
  const { user, system } = process.cpuUsage(cpuBefore)
  return { blockedMs, turnCpuMs, cpuMs: (user + system) / 1_000 }
}

/** Asking takes CPU itself, and looking all of it: so it looks at one of the two. */
const server = createServer((request, response) => {
  const seen = end()
  response.end(JSON.stringify(seen), () => {
    cpuBefore = process.cpuUsage()
    blockedMs = turnCpuMs = 0
    if (request.url === '/turns') look()
  })
})
server.keepAliveTimeout = 600_000
server.listen(Number(process.env['PROBE_PORT']), '127.0.0.1').unref()
