import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack as Services } from '@ats/local-stack'
import { probeDisk } from '../load/disk-probe.js'
import { flood, type FloodResult } from '../load/flood.js'
import { sendOne, openFlood, openTrader, WRONG_KEYS, type Trader } from '../load/traders.js'
import { startServices } from '../stack/stack.js'
import { openLoop, percentile } from './open-loop.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

/** Five requests a second each, from addresses of their own. */
const OTHER_USERS = 8
const OTHERS_PER_SECOND = 40
/** Number of them that open a connection for each request. */
const RECONNECTING = 2
const CONCURRENCY = 1_500
const KEYS = 5
const ACCOUNTS = 20
const PER_KEY_PER_MINUTE = 1_200
const RATIO_MAX = 5
/** A machine that does nothing else answers in less than this; a p95 of five times as much harms nobody. */
const IDLE_FLOOR_MS = 10
/** An order that waits for the database for 700 ms is refused: a disk that stands still so long explains a refusal. */
const DISK_STOOD_STILL_MS = 350
const WARM_UP_SECONDS = 4
const PAUSE_MS = 2_000

interface Variant {
  readonly name: string
  readonly addresses: readonly string[]
  readonly concurrency: number
  readonly timeoutMs: number | null
  /** Null: wrong keys. */
  readonly keys: number | null
  /** Long enough for its budget to be spent. */
  readonly isSpent?: boolean
}

const NEAR = ['127.0.0.2']
const BOTH = ['127.0.0.2', '127.0.0.3']

const VARIANTS: readonly Variant[] = [
  { name: 'kept connections', addresses: BOTH, concurrency: CONCURRENCY, timeoutMs: null, keys: KEYS },
  { name: 'one address', addresses: NEAR, concurrency: CONCURRENCY, timeoutMs: null, keys: KEYS },
  { name: 'timeouts', addresses: BOTH, concurrency: CONCURRENCY, timeoutMs: 1_000, keys: KEYS },
  { name: 'wrong keys', addresses: BOTH, concurrency: CONCURRENCY, timeoutMs: null, keys: null },
  { name: 'one key', addresses: NEAR, concurrency: 300, timeoutMs: null, keys: 1, isSpent: true },
]

interface Times {
  readonly p50: number
  readonly p95: number
}

interface Measured {
  readonly all: Times
  readonly kept: Times
  readonly reconnecting: Times
  readonly max: number
  readonly statuses: Readonly<Record<string, number>>
  /** CPU used by the engine, as a share of one core. */
  readonly cpu: number
  readonly lagMaxMs: number
  /** Milliseconds that the slowest write beside the services took to reach their disk. */
  readonly diskMaxMs: number
}

interface Run {
  readonly variant: Variant
  readonly now: Measured
  readonly flooded: FloodResult
}

/** One user, or a client without a key, sends as fast as it can; the others must be served as before. */
export const noisyNeighbour: Scenario = {
  name: 'noisy-neighbour',
  title: `one user's flood by ${CONCURRENCY} connections beside ${OTHER_USERS} other users`,
  async run(context) {
    const services = await startServices(context.stack)
    const others = await Promise.all(Array.from({ length: OTHER_USERS }, (_, n) => openOther(services, n)))
    const seconds = context.count(20, 8)
    const { directory } = context.stack
    const measureNow = (span: number) => measure(services, others, { seconds: span, directory })
    await measureNow(WARM_UP_SECONDS)
    const idle = await measureNow(seconds)
    const runs: Run[] = []
    for (const [index, variant] of VARIANTS.entries()) {
      context.progress(variant.name)
      const requests = await requestsOf(services, variant, `flooder-${index}`)
      const span = variant.isSpent === true ? 2 * seconds : seconds
      const { addresses, concurrency, timeoutMs } = variant
      const { PORT: port } = services.engine.ports
      const flooding = flood({ port, addresses, concurrency, timeoutMs, seconds: span + 1, requests })
      const now = await measureNow(span)
      runs.push({ variant, now, flooded: await flooding })
      await sleep(PAUSE_MS)
    }
    for (const { close } of others) close()
    return conclude({
      injected: runs.length,
      operations: [],
      checks: runs.flatMap((run) => [...checksOf(run), ...(context.isFull ? timesChecked(idle, run) : [])]),
      notes: [`without a flood: ${describe(idle)}`, ...runs.map(describeRun)],
    })
  },
}

const openOther = (services: Services, n: number): Promise<Trader> =>
  openTrader(services, {
    userId: `other-${n}`,
    localAddress: `127.0.0.${10 + n}`,
    keepAlive: n >= RECONNECTING,
  })

const requestsOf = (services: Services, { keys }: Variant, userId: string): Promise<readonly string[]> =>
  keys === null ? Promise.resolve(WRONG_KEYS) : openFlood(services, userId, { keys, accounts: ACCOUNTS })

function checksOf({ variant, now, flooded }: Run) {
  const { name, isSpent = false } = variant
  const counts = Object.values(flooded.counted)
  const isExact =
    counts.length > 0 && counts.every((count) => (isSpent ? count === PER_KEY_PER_MINUTE : count <= PER_KEY_PER_MINUTE))
  return [
    expectThat(
      `${name}: none of the others gets an error of the service, unless the disk stood still`,
      now.diskMaxMs >= DISK_STOOD_STILL_MS || Object.keys(now.statuses).every((status) => !/^5/.test(status)),
      `${JSON.stringify(now.statuses)}, disk at most ${now.diskMaxMs.toFixed(0)} ms`,
    ),
    ...(variant.keys === null
      ? [
          expectThat(
            `${name}: wrong keys are refused as such`,
            (flooded.answers['401'] ?? 0) > 0,
            JSON.stringify(flooded.answers),
          ),
        ]
      : [
          expectThat(
            `${name}: of each key ${isSpent ? 'exactly' : 'at most'} ${PER_KEY_PER_MINUTE} pass in a minute`,
            isExact,
            JSON.stringify(counts),
          ),
        ]),
  ]
}

/** Only of a full run, on a machine that does nothing else: times say little beside other work. */
function timesChecked(idle: Measured, { variant: { name }, now }: Run) {
  const limit = RATIO_MAX * Math.max(IDLE_FLOOR_MS, idle.all.p95)
  return [
    expectThat(
      `${name}: p95 of the others at most ${RATIO_MAX}× what it was, that being ${IDLE_FLOOR_MS} ms at least`,
      now.all.p95 <= limit,
      `${idle.all.p95.toFixed(1)} → ${now.all.p95.toFixed(1)} ms`,
    ),
    expectThat(
      `${name}: the others are all served`,
      Object.keys(now.statuses).every((status) => status === '200'),
      JSON.stringify(now.statuses),
    ),
  ]
}

const describeTimes = ({ p50, p95 }: Times): string => `${p50.toFixed(1)} / ${p95.toFixed(1)}`

const describe = ({ all, kept, reconnecting, max, statuses, cpu, lagMaxMs, diskMaxMs }: Measured): string =>
  `p50 / p95 ${describeTimes(all)} ms (connections kept ${describeTimes(kept)}, new ones ${describeTimes(reconnecting)}), ` +
  `max ${max.toFixed(0)} ms; ${JSON.stringify(statuses)}; engine ${percent(cpu)}, loop late by ${lagMaxMs.toFixed(0)} ms at most; disk ${diskMaxMs.toFixed(0)} ms at most`

const describeRun = ({ variant, now, flooded }: Run): string =>
  `${variant.name}: ${describe(now)}; the flood ${percent(flooded.cpu)}, got ${JSON.stringify(flooded.answers)}` +
  (variant.keys === null ? '' : `, by key ${Object.values(flooded.counted).join(', ')}`)

const percent = (share: number): string => `${(share * 100).toFixed(0)} % of a core`

async function measure(
  services: Services,
  traders: readonly Trader[],
  { seconds, directory }: { readonly seconds: number; readonly directory: string },
): Promise<Measured> {
  const kept: number[] = []
  const reconnecting: number[] = []
  const statuses: Record<string, number> = {}
  const before = await engineFigures(services)
  const disk = await probeDisk(directory)
  const startedAt = performance.now()
  await openLoop(OTHERS_PER_SECOND, seconds, async (index) => {
    const trader = traders[index % traders.length]
    if (trader === undefined) return
    const sentAt = performance.now()
    const status = await sendOne(trader, Math.floor(index / traders.length))
    const times = index % traders.length < RECONNECTING ? reconnecting : kept
    times.push(performance.now() - sentAt)
    statuses[status] = (statuses[status] ?? 0) + 1
  })
  const diskMaxMs = await disk.stop()
  const elapsed = (performance.now() - startedAt) / 1000
  const after = await engineFigures(services)
  return {
    all: timesOf([...kept, ...reconnecting]),
    kept: timesOf(kept),
    reconnecting: timesOf(reconnecting),
    max: Math.max(...kept, ...reconnecting),
    statuses,
    cpu: (after.cpuSeconds - before.cpuSeconds) / elapsed,
    lagMaxMs: after.lagMaxSeconds * 1000,
    diskMaxMs,
  }
}

const timesOf = (times: readonly number[]): Times => ({ p50: percentile(times, 0.5), p95: percentile(times, 0.95) })

/** The greatest lag is that since the metrics were read last. */
async function engineFigures({ engine }: Services) {
  const text = await (await fetch(`${engine.url}/metrics`)).text()
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? NaN)
  return {
    cpuSeconds: figure('process_cpu_seconds_total'),
    lagMaxSeconds: figure('nodejs_eventloop_lag_max_seconds'),
  }
}
