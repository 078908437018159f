/**
 * A connection to Redis whose commands fail soon. A command fails within COMMAND_TIMEOUT_MS, of which the time of a
 * blocked event loop is no part: a reply that is read late may have come in time. A Redis that does not
 * answer a heartbeat is disconnected, and from then on commands fail immediately until it answers again. So the
 * connection is its own circuit breaker, and the heartbeat, never a request, finds out whether it works again.
 */
import { Redis, type RedisOptions } from 'ioredis'
import { periodic } from '../async/periodic.js'
import type { Logger } from '../process/logger.js'
import type { Metrics } from '../process/metrics.js'
import { createOutageLog } from '../process/outage-log.js'
import { createResponseDeadline } from '../async/response-deadline.js'
import { isWritable, watchCommands } from '../unsafe/ioredis.js'

export type { Redis } from 'ioredis'

const COMMAND_TIMEOUT_MS = 100
const HEARTBEAT_MS = 250
const RECONNECT_MS = { step: 50, max: 500 }

const OPTIONS: RedisOptions = {
  connectTimeout: 1_000,
  disconnectTimeout: COMMAND_TIMEOUT_MS,
  retryStrategy: (attempt) => Math.min(attempt * RECONNECT_MS.step, RECONNECT_MS.max),
  // Nothing is kept for later, nothing is sent twice: a command that comes late may be worse than one that fails.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  disableClientInfo: true,
}

export interface OpenRedisOptions {
  /** Multiplies the timeout of commands: tests on a busy machine set it. Default 1. */
  readonly timeoutFactor?: number
  readonly metrics?: Metrics
}

/**
 * Connects in the background, now and after every loss; never throws. `url`: redis:// or rediss://. End it with
 * `disconnect()`.
 */
export function openRedis(url: string, logger: Logger, { timeoutFactor = 1, metrics }: OpenRedisOptions = {}): Redis {
  const client = new Redis(url, OPTIONS)
  giveUpInTime(client, COMMAND_TIMEOUT_MS * timeoutFactor)
  logChanges(client, logger)
  metrics?.figure('redis_up', '1 while commands are sent to Redis, 0 while it does not answer.', () =>
    Number(isAnswering(client)),
  )
  const heartbeat = periodic(() => beat(client), { everyMs: HEARTBEAT_MS, isSteady: true })
  heartbeat.start()
  client.once('end', () => void heartbeat.stop())
  return client
}

/** Whether commands are sent at all. A connection that is being given up is still called ready until it has ended. */
export const isAnswering = (client: Redis): boolean => client.status === 'ready' && isWritable(client)

/** One missed answer may be this process's own pause; a second one in a row is Redis. */
async function beat(client: Redis): Promise<void> {
  if (!isAnswering(client)) return
  const isAlive = (await answersPing(client)) || (await answersPing(client))
  if (!isAlive && isAnswering(client)) client.disconnect(true)
}

const answersPing = (client: Redis): Promise<boolean> =>
  client.ping().then(
    () => true,
    () => false,
  )

function giveUpInTime(client: Redis, timeoutMs: number): void {
  const deadline = createResponseDeadline(timeoutMs)
  watchCommands(client, ({ isResolved, reject }) =>
    deadline.await({
      isSettled: isResolved,
      giveUp: () => reject(new Error('Redis did not answer in time')),
    }),
  )
}

const WORDS = { dependency: 'redis', lost: 'Redis does not answer', back: 'Redis answers again' }

function logChanges(client: Redis, logger: Logger): void {
  const outage = createOutageLog(logger, WORDS)
  let reason: unknown
  client.on('error', (error: unknown) => (reason = error))
  client.on('ready', () => outage.answered())
  client.on('close', () => outage.failed(reason))
}
