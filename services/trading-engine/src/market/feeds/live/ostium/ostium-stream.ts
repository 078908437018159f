/** Ostium's prices by WebSocket: one connection at a time, opened again and again, which hands on what it brings. */
import { periodic } from '@ats/service-kit/async'
import { createOutageLog, type Logger } from '@ats/service-kit/process'
import type { SecureContext } from 'node:tls'
import type { Instrument } from '../../../../core/model/market/instrument.js'
import type { Micros } from '../../../../core/values/time.js'
import { createBackOff } from '../back-off.js'
import { runConnection } from '../venue-connection.js'
import { clockSkewMs } from '../venue-http.js'
import type { IntakeChannel, VenueIntake } from '../venue-intake.js'
import { createMessageReader, subscription } from './ostium-messages.js'

export interface OstiumStreamOptions {
  readonly url: string
  readonly secureContext?: SecureContext | undefined
  readonly instruments: readonly Instrument[]
  readonly intake: VenueIntake
  readonly timeoutMs: number
  /** Until a stream without a price counts as silent, and its connection is given up. */
  readonly silentMs: number
  readonly logger: Logger
  readonly now: () => Micros
  /** In [0, 1). */
  readonly random: () => number
  /** Before the first of several attempts in a row. */
  readonly firstWaitMs?: number
}

export interface StreamHealth {
  /** The connection is open, and has brought prices. */
  readonly isConnected: boolean
  readonly answeredAt: Micros | null
  readonly reconnects: number
  readonly clockSkewMs: number | null
}

export interface OstiumStream {
  start(): void
  stop(): Promise<void>
  readonly health: () => StreamHealth
  readonly channel: IntakeChannel
}

const FIRST_WAIT_MS = 500

export function createOstiumStream(options: OstiumStreamOptions): OstiumStream {
  const { url, instruments, intake, timeoutMs, silentMs, logger, now, secureContext } = options
  const { host } = new URL(url)
  const channel = intake.openChannel()
  const read = createMessageReader(instruments)
  const backOff = createBackOff(options.firstWaitMs ?? FIRST_WAIT_MS, options.random)
  const outage = createOutageLog(logger, {
    dependency: 'OSTIUM stream',
    lost: 'the price stream of OSTIUM is lost',
    back: 'the price stream of OSTIUM is back',
  })
  const tellError = createErrorLog(logger)
  let connections = 0
  let health: StreamHealth = { isConnected: false, answeredAt: null, reconnects: 0, clockSkewMs: null }
  let waitMs = 0

  /** Whether the message brought prices. A message of another kind says nothing about whether prices still come. */
  function onMessage(message: unknown, arrivedAt: Micros): boolean {
    const found = read(message)
    if (found.type === 'error') tellError(found.detail, arrivedAt)
    if (found.type !== 'prices') return false
    channel.take(found.prices, arrivedAt)
    if (found.prices.ticks.length === 0) return false
    if (!health.isConnected) {
      connections += 1
      outage.answered()
      backOff.succeeded()
    }
    health = { ...health, isConnected: true, answeredAt: arrivedAt, reconnects: connections - 1 }
    return true
  }

  const run = async (stopping: AbortSignal): Promise<void> => {
    const end = await runConnection(
      {
        url,
        secureContext,
        timeoutMs,
        silentMs,
        now,
        greeting: () => subscription(instruments),
        onMessage,
        isDataExpected: () => instruments.some(({ symbol }) => intake.latest(symbol)?.isOpen !== false),
        onOpen: (opened) => void (health = { ...health, clockSkewMs: clockSkewMs(opened) ?? health.clockSkewMs }),
      },
      stopping,
    )
    health = { ...health, isConnected: false }
    if (stopping.aborted) return
    outage.failed(`${host} ${end.problem}`)
    waitMs = backOff.failed(end.retryAfterMs)
  }

  const runs = periodic(run, { everyMs: () => waitMs, firstAfterMs: 0 })
  return { start: runs.start, stop: runs.stop, health: () => health, channel }
}

const LOGGED_EVERY_MICROS = 60_000_000

/** Logs what the stream itself calls an error, such as a pair that it does not know; at most once a minute. */
function createErrorLog(logger: Logger) {
  let loggedAt = -Infinity
  return (detail: string, at: Micros): void => {
    if (at < loggedAt + LOGGED_EVERY_MICROS) return
    loggedAt = at
    logger.warn({ venue: 'OSTIUM', detail }, 'the price stream reported an error')
  }
}
