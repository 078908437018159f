/**
 * Sends the webhooks of a run: by the relay and the attempts of production, one after the other, when it is told to.
 * What is due, and when it is attempted again, goes by the run's clock; signatures and patience by that of the wall.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@ats/service-kit/process'
import type { WebhookEndpoint } from '@ats/contracts'
import type { Pool } from 'pg'
import type { Account } from '../../core/model/account/account.js'
import { SHARDS } from '../../core/values/shard.js'
import type { Micros } from '../../core/values/time.js'
import { createLabIds } from '../../lab/core/lab-market.js'
import { createRandom } from '../../lab/tapes/xoshiro.js'
import { createEndpointAttempts } from '../../webhooks/endpoint-dispatcher.js'
import { createPostEvent, type PostEvent, type PostSpans } from '../../webhooks/post-event.js'
import { createRelay } from '../../webhooks/relay.js'
import { createResolveHost } from '../../webhooks/resolve-host.js'
import { eventText } from '../../wire/event-body.js'
import { isLoopback } from '../../http/lab/loopback-url.js'
import { dispatcherStoreOf, relayStoreOf } from '../webhook-stores.js'

export interface RunWebhooks {
  readonly recordCommitted: (account: Account) => void
  /** Sends what is due; resolves once all of it was handed out or has failed, and after 15 seconds in any case. */
  readonly deliver: () => Promise<void>
  /** Resolves once the attempt under way has ended. */
  readonly close: () => Promise<void>
}

export interface RunWebhooksOptions {
  readonly pool: Pool
  readonly endpoint: WebhookEndpoint
  readonly now: () => Micros
  readonly seed: number
  readonly logger: Logger
  /** Has attempts meet the faults of the run. */
  readonly withFaults: (post: PostEvent) => PostEvent
  readonly patience?: RunPatience
}

export interface RunPatience {
  /** The most that the clock of the run waits for its receiver. */
  readonly clockMs: number
  /** Instead of that of production with an attempt. */
  readonly post?: PostSpans
}

/** Less than two attempts of which there is no answer. */
const PATIENCE: RunPatience = { clockMs: 15_000 }
const ALL_SHARDS: ReadonlySet<number> = new Set(Array.from({ length: SHARDS }, (_, shard) => shard))
const UNHINDERED = { take: (wanted: number) => Promise.resolve(wanted), putBack: (): void => undefined }

export function createRunWebhooks(options: RunWebhooksOptions): RunWebhooks {
  const { pool, endpoint, now, logger, patience = PATIENCE } = options
  const { clockMs, post: spans } = patience
  const { keyId } = endpoint
  const post = createPostEvent({
    ...{ resolve: createResolveHost(), mayReach: isLoopback, ca: null, isPlain: true },
    ...(spans && { spans }),
  })
  const idAt = createLabIds()
  const store = relayStoreOf(pool)
  /** Deliveries are stamped one after the other, be it at one moment of the run. */
  let stamped: Micros = 0
  const relay = createRelay({
    store: {
      ...store,
      async insertDeliveries(deliveries, cursors) {
        stamped = Math.max(stamped, ...deliveries.map(({ createdAt }) => createdAt))
        await store.insertDeliveries(deliveries, cursors)
      },
    },
    endpointsOf: () => Promise.resolve({ receivers: [endpoint], isWhole: true }),
    ...{ shards: () => ALL_SHARDS, textOf: eventText, newId: () => idAt(now()), now },
    ...{ onRelayed: () => undefined, loadShedder: UNHINDERED, logger },
  })
  const attemptSome = createEndpointAttempts({
    ...{ store: dispatcherStoreOf(pool), endpointOf: () => Promise.resolve(endpoint), widthMax: 1 },
    post: options.withFaults(post),
    schedule: { divisor: 1, random: createRandom(options.seed).uniform },
    ...{ loadShedder: UNHINDERED, shards: () => ALL_SHARDS, onAttempted: () => undefined },
    now: () => Math.max(now(), stamped),
    signsAt: () => Date.now() * 1_000,
  })
  let work: Promise<void> | null = null
  let [isAsked, isClosed] = [false, false]

  const deliverDue = async (): Promise<void> => {
    await relay.relayAll()
    const queue = { restsUntil: 0 }
    while (!isClosed && queue.restsUntil === 0 && (await attemptSome(keyId, queue)));
  }

  const deliverAll = async (): Promise<void> => {
    try {
      while (isAsked && !isClosed) {
        isAsked = false
        await deliverDue()
      }
    } catch (error) {
      logger.warn({ err: error }, 'webhooks of a run could not be sent; the next move of its clock tries again')
    } finally {
      work = null
    }
  }

  return {
    recordCommitted: relay.recordCommitted,
    async deliver() {
      isAsked = true
      work ??= deliverAll()
      await Promise.race([work, wait(clockMs, undefined, { ref: false })])
    },
    async close() {
      isClosed = true
      await work
      post.close()
    },
  }
}
