/**
 * Loaded before a server (`--require`): how late its event loop is, how long a turn of it takes, and how long garbage
 * collections pause it. Asked over a listener of its own, it tells what there was since it was asked last.
 */
import { createServer } from 'node:http'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { readThreadCpuMs } from './thread-cpu.js'

export interface Spread {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface LoopSeen {
  /** The time by which a timer was late. */
  readonly delay: Spread
  /**
   * The CPU time of the loop's thread from one timer of TURN_MS to the next: that of one turn, or of several which
   * together take no longer than TURN_MS. Time in which the machine does other work is no part of it.
   */
  readonly turns: Spread
  /** The length of each collection on the main thread; zeros: there was none. */
  readonly pauses: Spread
}

/** Few enough wake-ups to cost nothing: a hundred a second. */
const RESOLUTION_MS = 10

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()

/** Often enough to tell turns apart, for half a percent of a core. */
const TURN_MS = 2
let turns: number[] = []
let turnedAtMs = readThreadCpuMs()
setInterval(() => {
  const nowMs = readThreadCpuMs()
  turns.push(nowMs - turnedAtMs)
  turnedAtMs = nowMs
}, TURN_MS).unref()

let pauses: number[] = []
const keep = (entries: readonly { readonly duration: number }[]): void => {
  for (const { duration } of entries) pauses.push(duration)
}
const observer = new PerformanceObserver((list) => keep(list.getEntries()))
observer.observe({ entryTypes: ['gc'] })

/** The monitor records the time between two of its timers, which is never less than its resolution. */
const delayMs = (nanos: number): number => Math.max(0, nanos / 1e6 - RESOLUTION_MS)

function seen(): LoopSeen {
  keep(observer.takeRecords())
  return {
    delay: { p50Ms: delayMs(delays.percentile(50)), p99Ms: delayMs(delays.percentile(99)), maxMs: delayMs(delays.max) },
    turns: spreadOf(turns),
    pauses: spreadOf(pauses),
  }
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

const server = createServer((_request, response) => {
  response.end(JSON.stringify(seen()), () => {
    pauses = []
    turns = []
    delays.reset()
  })
})
server.keepAliveTimeout = 600_000
server.listen(Number(process.env['LOOP_PROBE_PORT']), '127.0.0.1').unref()
