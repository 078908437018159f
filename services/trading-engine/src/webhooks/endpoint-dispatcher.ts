/**
 * Attempts deliveries, those of each key from a queue of its own. For each queue it asks the wallet for the endpoint,
 * attempts a few deliveries concurrently, records the outcomes, and goes on until nothing is due. More run at a time
 * while they are delivered, fewer while they are not. A worker that dies between an attempt and its record leaves an
 * attempt that is made twice.
 */
import type { WebhookEndpoint } from '@ats/contracts'
import { batchLoader, chunksOf, createTurns, type Schedule } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { Micros } from '../core/values/time.js'
import type { AttemptResult, EndpointAttempts, DueDelivery, DueQuery } from '../core/model/webhook-delivery.js'
import type { LoadShedder } from './load-shedder.js'
import type { PostEvent, PostResult } from './post-event.js'
import { createReceiverQueues, type ReceiverQueue, type ReceiverQueues } from './receiver-queues.js'
import { decideAttempt, type ScheduleTerms } from './schedule.js'
import { signedHeaders } from './sign.js'
import { createUrlProofs, type UrlProofStore } from './url-proofs.js'

/** `keyId`: whose endpoint it is. */
export type PostDelivery = (...args: [...Parameters<PostEvent>, keyId: string]) => Promise<PostResult>

export interface EndpointDispatcherOptions {
  readonly store: DispatcherStore
  /** Null when the key is to receive nothing more; rejects when the wallet does not say. */
  readonly endpointOf: (keyId: string) => Promise<WebhookEndpoint | null>
  readonly post: PostDelivery
  readonly schedule: ScheduleTerms
  readonly loadShedder: Pick<LoadShedder, 'take' | 'putBack'>
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly now: () => Micros
  /** The clock of signatures, by which receivers refuse what is old. Default: `now`. */
  readonly signsAt?: () => Micros
  /** The most attempts of a key made concurrently. Default: 32. */
  readonly widthMax?: number
  readonly onAttempted: (result: AttemptOutcome, durationMs: number) => void
  readonly logger: Logger
  readonly lookMs?: number
  /** When it looks. */
  readonly whenDue: Schedule
}

export type EndpointAttemptsOptions = Omit<EndpointDispatcherOptions, 'lookMs' | 'whenDue' | 'logger'>

export type AttemptOutcome = 'delivered' | 'failed' | 'dead' | 'refused'

export interface DispatcherStore extends UrlProofStore {
  listDueKeys(
    shards: readonly number[],
    now: Micros,
    limit: number,
    resting: readonly string[],
  ): Promise<readonly string[]>
  listDueDeliveries(
    questions: readonly DueQuery[],
    shards: readonly number[],
    now: Micros,
  ): Promise<readonly (readonly DueDelivery[])[]>
  recordAttempts(attempts: readonly EndpointAttempts[]): Promise<void>
  disableKey(keyId: string): Promise<void>
  refuseUrl(keyId: string, url: string): Promise<void>
}

const LOOK_MS = 200
/** Attempts of a key made concurrently. */
const WIDTH = { first: 4, max: 32 }
/** Keys whose deliveries are listed, or recorded, in one query: at most 256 deliveries, some 3 ms of work. */
const BATCHES = { max: 8, concurrency: 2 }
/** Attempts begun in a turn of the event loop, of all queues: a signature and a request each, 0.1 to 0.2 ms. */
const BEGUN_AT_A_TIME = 16

/** Returns whether there may be more of the key to attempt. */
export type AttemptSome = (keyId: string, queue: Pick<ReceiverQueue, 'restsUntil'>) => Promise<boolean>

/** The attempts of what is due for a key, a few at a time. */
export function createEndpointAttempts(options: EndpointAttemptsOptions): AttemptSome {
  const { store, endpointOf, schedule, loadShedder, shards, now, widthMax = WIDTH.max } = options
  const listDueDeliveries = batchLoader(
    (questions: readonly DueQuery[]) => store.listDueDeliveries(questions, [...shards()], now()),
    BATCHES,
  )
  const record = batchLoader(async (attempts: readonly EndpointAttempts[]) => {
    await store.recordAttempts(attempts)
    return attempts.map(() => undefined)
  }, BATCHES)
  const takeTurn = createTurns()
  const proofs = createUrlProofs({ store, shards, now, divisor: schedule.divisor })
  /** Attempts made concurrently, of keys under way and of those that have failed since. */
  const widths = new Map<string, number>()

  async function attemptSome(keyId: string, queue: Pick<ReceiverQueue, 'restsUntil'>): Promise<boolean> {
    const width = Math.min(widths.get(keyId) ?? WIDTH.first, widthMax)
    const limit = await loadShedder.take(width)
    const due = await listDueDeliveries({ keyId, limit })
    loadShedder.putBack(limit - due.length)
    if (due.length === 0) {
      if (width >= WIDTH.first) widths.delete(keyId)
      return false
    }
    const endpoint = await endpointOf(keyId)
    if (endpoint === null) {
      widths.delete(keyId)
      await store.disableKey(keyId)
      return false
    }
    const { url } = endpoint
    const { permitted, restMs } = await proofs.permit(keyId, url, due)
    if (restMs > 0) queue.restsUntil = performance.now() + restMs
    if (permitted.length === 0) return false
    const results = await attemptAll(permitted, endpoint)
    const delivered = results.filter(({ status }) => status === 'DELIVERED').length
    if (delivered > 0) {
      await proofs.prove(keyId, url)
      queue.restsUntil = 0
    }
    await record({ keyId, url, results })
    if (results.some(({ status }) => status === 'DISABLED')) await store.refuseUrl(keyId, url)
    widths.set(keyId, delivered * 2 >= results.length ? Math.min(width * 2, WIDTH.max) : Math.max(1, width >> 1))
    return true
  }

  async function attemptAll(
    deliveries: readonly DueDelivery[],
    endpoint: WebhookEndpoint,
  ): Promise<readonly AttemptResult[]> {
    const begun = chunksOf(deliveries, BEGUN_AT_A_TIME).map(async (some) => {
      await takeTurn()
      return Promise.all(some.map((delivery) => attempt(options, delivery, endpoint)))
    })
    return (await Promise.all(begun)).flat()
  }

  return attemptSome
}

export function createEndpointDispatcher(options: EndpointDispatcherOptions): ReceiverQueues {
  const { store, shards, now, logger, lookMs = LOOK_MS } = options
  return createReceiverQueues({
    work: createEndpointAttempts(options),
    listDue: async (resting, limit) => {
      const held = shards()
      return held.size === 0 ? [] : store.listDueKeys([...held], now(), limit, resting)
    },
    lookMs,
    schedule: options.whenDue,
    onWorkFailed: (error, keyId) =>
      logger.warn({ err: error, key_id: keyId }, 'webhooks could not be attempted; they are postponed'),
    onLookFailed: (error) =>
      logger.warn({ err: error }, 'the webhooks that are due could not be listed; the next look tries again'),
  })
}

async function attempt(
  { post, schedule, now, signsAt = now, onAttempted }: EndpointAttemptsOptions,
  delivery: DueDelivery,
  { keyId, url, secrets }: WebhookEndpoint,
): Promise<AttemptResult> {
  const startedAt = now()
  const { eventId, body } = delivery
  const headers = { ...signedHeaders(eventId, Math.floor(signsAt() / 1e6), body, secrets) }
  const result = await post(url, headers, body, keyId)
  const { durationMs, status, answer, error } = result
  const decision = decideAttempt(delivery, { ...result, startedAt, endedAt: now() }, schedule)
  onAttempted(OUTCOMES[decision.status], durationMs)
  return { delivery, attempt: { startedAt, durationMs, status, answer, error }, ...decision }
}

const OUTCOMES = { DELIVERED: 'delivered', PENDING: 'failed', DEAD: 'dead', DISABLED: 'refused' } as const
