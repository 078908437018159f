/**
 * Sends a load and measures its answers. In an open loop a latency counts from when its request was due, so that one
 * that waits for a free connection is not left out; autocannon sends it later and estimates what was left out. Nor does
 * it have loads that end with their source, that follow on each other over the same connections, or that send again
 * what was answered with 500.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, type Connection } from './connection.js'
import { createLatencyHistogram } from './latency-histogram.js'
import type { Load, LoadResult } from './messages.js'
import type { PreparedRequest } from './requests.js'
import type { Source } from './workloads.js'

const PROBLEMS_KEPT = 3

export async function measure(load: Load, source: Source, pool: Pool = new Map()): Promise<LoadResult> {
  const connections = await connect(load, pool)
  try {
    const tally = createTally(load)
    if (load.pace.loop === 'closed') await sendOnAnswers(connections, source, tally, load.retries)
    else await sendWhenDue(connections, source, tally, load.pace.perSecond)
    return tally.result()
  } finally {
    if (load.keepsConnections !== true) for (const connection of connections) connection.close()
  }
}

/** By port: connections that were kept for the next load. */
export type Pool = Map<number, Connection[]>

async function connect({ port, pace, keepsConnections = false }: Load, pool: Pool): Promise<readonly Connection[]> {
  const kept = (keepsConnections ? pool.get(port) : undefined) ?? []
  const missing = Array.from({ length: Math.max(0, pace.connections - kept.length) }, () => openConnection(port))
  const opened = await Promise.all(missing)
  await Promise.all(opened.map(greet))
  kept.push(...opened)
  if (keepsConnections) pool.set(port, kept)
  return kept.slice(0, pace.connections)
}

interface Tally {
  readonly startedAt: number
  /** Whether a request may still be sent, or become due, at this time. */
  isOpen(atMs: number): boolean
  /** `sinceMs`: from when its latency counts. */
  record(sinceMs: number, problem: string | undefined): void
  result(): LoadResult
}

/**
 * Counts answers that arrive within the measured time; latencies of those whose request was due in it. Until a
 * workload is exhausted, everything counts.
 */
function createTally({ warmupMs, durationMs }: Load): Tally {
  const histogram = createLatencyHistogram()
  const startedAt = performance.now()
  const from = startedAt + warmupMs
  const to = durationMs === null ? Infinity : from + durationMs
  const problems: string[] = []
  let errors = 0
  let answered = 0
  let completed = 0
  let lastAt = from

  return {
    startedAt,
    isOpen: (atMs) => atMs < to,
    record(sinceMs, problem) {
      const now = performance.now()
      answered += 1
      if (problem !== undefined) {
        errors += 1
        if (problems.length < PROBLEMS_KEPT) problems.push(problem)
      }
      if (now >= from && now < to) {
        completed += 1
        lastAt = now
      }
      if (sinceMs >= from && sinceMs < to) histogram.record((now - sinceMs) * 1000)
    },
    result() {
      if (completed === 0) {
        errors += 1
        problems.push('nothing was answered in the measured time')
      }
      const seconds = (durationMs ?? Math.max(1, lastAt - from)) / 1000
      const perSecond = completed / seconds
      return { answered, completed, seconds, perSecond, latency: histogram.summary(), errors, problems }
    },
  }
}

/** A server closes a connection on which nothing has come for some seconds; one that waits for its turn must not be. */
const greet = (connection: Connection): Promise<void> =>
  new Promise((resolve) => connection.send('GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n', () => resolve()))

const COULD_NOT_ANSWER = 500

async function sendOnAnswers(
  connections: readonly Connection[],
  source: Source,
  tally: Tally,
  retries = 0,
): Promise<void> {
  const keepSending = (connection: Connection): Promise<void> =>
    new Promise((resolve) => {
      const sendNext = (): void => {
        const sentAt = performance.now()
        const request = tally.isOpen(sentAt) ? source() : undefined
        if (request === undefined) return resolve()
        const send = (retriesLeft: number): void =>
          connection.send(request.bytes, (status, body) => {
            if (status === COULD_NOT_ANSWER && retriesLeft > 0) return send(retriesLeft - 1)
            tally.record(sentAt, request.check(status, body))
            sendNext()
          })
        send(retries)
      }
      sendNext()
    })
  await Promise.all(connections.map(keepSending))
}

interface Due {
  readonly atMs: number
  readonly request: PreparedRequest
}

const LOOK_INTERVAL_MS = 1

/** Looks once a millisecond for what has become due; that millisecond is part of the latency, as any lateness is. */
async function sendWhenDue(
  connections: readonly Connection[],
  source: Source,
  tally: Tally,
  perSecond: number,
): Promise<void> {
  const idle = [...connections]
  const waiting: Due[] = []
  let next = 0
  let underWay = 0
  let isExhausted = false

  const send = (connection: Connection, { atMs, request }: Due): void => {
    underWay += 1
    connection.send(request.bytes, (status, body) => {
      underWay -= 1
      tally.record(atMs, request.check(status, body))
      const due = waiting.shift()
      if (due === undefined) idle.push(connection)
      else send(connection, due)
    })
  }

  const dueAt = (index: number): number => tally.startedAt + (index * 1000) / perSecond
  while (!isExhausted && tally.isOpen(dueAt(next))) {
    while (!isExhausted && tally.isOpen(dueAt(next)) && dueAt(next) <= performance.now()) {
      const request = source()
      if (request === undefined) {
        isExhausted = true
        break
      }
      const due = { atMs: dueAt(next++), request }
      const connection = idle.pop()
      if (connection === undefined) waiting.push(due)
      else send(connection, due)
    }
    await sleep(LOOK_INTERVAL_MS)
  }
  while (underWay > 0) await sleep(LOOK_INTERVAL_MS)
}
