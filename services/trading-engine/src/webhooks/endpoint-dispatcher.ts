/**
 * Attempts deliveries, each key's in a lane of its own: one that is slow or dead holds up nobody else. A lane asks the
 * wallet, attempts a few deliveries side by side, notes what came of them, and goes on until nothing is due. How many
 * it attempts at once grows while they are taken and shrinks while they are not.
 *
 * Lanes are woken when events are relayed here, and by looking for what is due in the shards held: retries, what others
 * asked for, and what a worker that died has left. The rows alone say what is to be done, so nothing has to be handed
 * over; a worker that dies after its attempt and before the note of it leaves an attempt that is made twice.
 */
import type { WebhookEndpoint } from '@ats/contracts'
import { batchLoader, periodic, settleWithin, type Logger } from '@ats/service-kit'
import { LRUCache } from 'lru-cache'
import type { Micros } from '../core/values/time.js'
import type { AttemptResult, Attempts, DueDelivery, DueQuestion } from '../store/webhooks/webhook-deliveries.js'
import type { AttemptsRequested, AttemptsGranted, UnprovenLimits } from '../store/webhooks/webhook-urls.js'
import type { LoadShedder } from './load-shedder.js'
import type { PostEvent, PostResult } from './post-event.js'
import { nextAttemptAt, type ScheduleTerms } from './schedule.js'
import { signedHeaders } from './sign.js'

export interface EndpointDispatcher {
  /** These may have something due. */
  readonly wake: (keyIds: Iterable<string>) => void
  start(): void
  /** Resolves once the attempts under way are noted. */
  stop(): Promise<void>
}

export interface EndpointDispatcherOptions {
  readonly store: LaneStore
  /** Null when the key is to receive nothing more; rejects when nobody says. */
  readonly endpointOf: (keyId: string) => Promise<WebhookEndpoint | null>
  readonly post: PostEvent
  readonly schedule: ScheduleTerms
  readonly loadShedder: Pick<LoadShedder, 'take' | 'putBack'>
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly now: () => Micros
  readonly onAttempted: (result: AttemptOutcome, durationMs: number) => void
  readonly logger: Logger
  readonly lookMs?: number
}

export type AttemptOutcome = 'delivered' | 'failed' | 'dead' | 'refused'

export interface LaneStore {
  listDueKeys(
    shards: readonly number[],
    now: Micros,
    limit: number,
    resting: readonly string[],
  ): Promise<readonly string[]>
  listDue(
    questions: readonly DueQuestion[],
    shards: readonly number[],
    now: Micros,
  ): Promise<readonly (readonly DueDelivery[])[]>
  recordAttempts(attempts: readonly Attempts[]): Promise<void>
  disableKey(keyId: string): Promise<void>
  refuseUrl(keyId: string, url: string): Promise<void>
  takeAttempts(requested: AttemptsRequested, limits: UnprovenLimits): Promise<AttemptsGranted>
  proveUrl(url: string): Promise<void>
  releaseHeld(keyId: string): Promise<void>
}

interface Lane {
  /** Attempts made at once. */
  width: number
  /** Moment of `performance.now()` until which it waits: something here failed, or its URL has been tried enough. */
  restsUntil: number
  isRunning: boolean
  /** Something may have come due since it last looked. */
  isWoken: boolean
}

const LOOK_MS = 200
const REST_MS = 1_000
const STOP_MS = 3_000
const WIDTH = { first: 4, max: 32 }
/** With a receiver that does not answer, each holds little more than a timer and a socket. */
const LANES_MAX = 2_000
/** Whose deliveries are listed, or noted, together at most. */
const TOGETHER = { max: 32, concurrency: 2 }
const GONE = 410
/** Of a URL that has never answered 2xx: nobody knows yet whether it wants any of it. */
const UNPROVEN = { attemptsMax: 10, window: 60_000_000, waitMax: 86_400_000_000 }
const PROVEN_MAX = 100_000

export function createEndpointDispatcher(options: EndpointDispatcherOptions): EndpointDispatcher {
  const { store, endpointOf, post, schedule, loadShedder, shards, now, onAttempted, logger, lookMs = LOOK_MS } = options
  const listDue = batchLoader(
    (questions: readonly DueQuestion[]) => store.listDue(questions, [...shards()], now()),
    TOGETHER,
  )
  const record = batchLoader(async (attempts: readonly Attempts[]) => {
    await store.recordAttempts(attempts)
    return attempts.map(() => undefined)
  }, TOGETHER)
  const lanes = new Map<string, Lane>()
  /** Keys and URLs of which nothing waits for a proof: a proof is for ever. */
  const proven = new LRUCache<string, true>({ max: PROVEN_MAX })
  const unprovenLimits: UnprovenLimits = {
    attemptsMax: UNPROVEN.attemptsMax,
    window: Math.ceil(UNPROVEN.window / schedule.divisor),
    waitMax: Math.ceil(UNPROVEN.waitMax / schedule.divisor),
  }
  const running = new Set<Promise<void>>()
  let isStopping = false

  const wake = (keyIds: Iterable<string>): void => {
    for (const keyId of keyIds) {
      const lane = lanes.get(keyId) ?? { width: WIDTH.first, restsUntil: 0, isRunning: false, isWoken: false }
      lane.isWoken = true
      if (lane.isRunning || isStopping || lane.restsUntil > performance.now() || running.size >= LANES_MAX) continue
      lanes.set(keyId, lane)
      lane.isRunning = true
      const run = runLane(keyId, lane).finally(() => running.delete(run))
      running.add(run)
    }
  }

  async function runLane(keyId: string, lane: Lane): Promise<void> {
    try {
      while (lane.isWoken && !isStopping) {
        lane.isWoken = false
        while (!isStopping && (await attemptSome(keyId, lane)));
      }
    } catch (error) {
      logger.warn({ err: error, key_id: keyId }, 'webhooks could not be attempted; they are postponed')
      lane.restsUntil = performance.now() + REST_MS
    }
    lane.isRunning = false
    if (lane.restsUntil <= performance.now() && lane.width >= WIDTH.first) lanes.delete(keyId)
  }

  /** Whether there may be more to attempt. */
  async function attemptSome(keyId: string, lane: Lane): Promise<boolean> {
    const limit = await loadShedder.take(lane.width)
    const due = await listDue({ keyId, limit })
    loadShedder.putBack(limit - due.length)
    if (due.length === 0) return false
    const endpoint = await endpointOf(keyId)
    if (endpoint === null) {
      await store.disableKey(keyId)
      return false
    }
    const permitted = await permit(keyId, lane, endpoint.url, due)
    if (permitted.length === 0) return false
    const results = await Promise.all(permitted.map((delivery) => attempt(delivery, endpoint)))
    if (results.some(({ status }) => status === 'DELIVERED')) await prove(keyId, lane, endpoint.url)
    await record({ keyId, url: endpoint.url, results })
    if (results.some(({ status }) => status === 'DISABLED')) await store.refuseUrl(keyId, endpoint.url)
    const taken = results.filter(({ status }) => status === 'DELIVERED').length
    lane.width = taken * 2 >= results.length ? Math.min(lane.width * 2, WIDTH.max) : Math.max(1, lane.width >> 1)
    return true
  }

  /** Those of the deliveries that may be attempted now; the rest is put off, and the lane with it. */
  async function permit(
    keyId: string,
    lane: Lane,
    url: string,
    due: readonly DueDelivery[],
  ): Promise<readonly DueDelivery[]> {
    if (proven.has(`${keyId} ${url}`)) return due
    const at = now()
    const requested = { keyId, url, ids: due.map(({ id }) => id), shards: [...shards()], now: at }
    const granted = await store.takeAttempts(requested, unprovenLimits)
    if (granted === 'proven') {
      await release(keyId, url)
      return due
    }
    if (granted.count < due.length) lane.restsUntil = performance.now() + (granted.freeAt - at) / 1_000
    return due.slice(0, granted.count)
  }

  async function prove(keyId: string, lane: Lane, url: string): Promise<void> {
    if (proven.has(`${keyId} ${url}`)) return
    await store.proveUrl(url)
    await release(keyId, url)
    lane.restsUntil = 0
  }

  async function release(keyId: string, url: string): Promise<void> {
    await store.releaseHeld(keyId)
    proven.set(`${keyId} ${url}`, true)
  }

  async function attempt(delivery: DueDelivery, { url, secrets }: WebhookEndpoint): Promise<AttemptResult> {
    const startedAt = now()
    const { eventId, body } = delivery
    const result = await post(url, { ...signedHeaders(eventId, Math.floor(startedAt / 1e6), body, secrets) }, body)
    const { durationMs, status, answer, error } = result
    const decided = decide(delivery, startedAt, result)
    onAttempted(outcomeOf(decided.status), durationMs)
    return { delivery, attempt: { startedAt, durationMs, status, answer, error }, ...decided }
  }

  function decide(
    { roundAttempts, roundStartedAt }: DueDelivery,
    startedAt: Micros,
    { status, retryAfterMs }: PostResult,
  ): Pick<AttemptResult, 'status' | 'nextAttemptAt'> {
    if (status !== null && status >= 200 && status < 300) return { status: 'DELIVERED', nextAttemptAt: null }
    if (status === GONE) return { status: 'DISABLED', nextAttemptAt: null }
    const attempted = {
      attempts: roundAttempts + 1,
      startedAt: roundStartedAt ?? startedAt,
      endedAt: now(),
      retryAfterMs,
    }
    const next = nextAttemptAt(attempted, schedule)
    return { status: next === null ? 'DEAD' : 'PENDING', nextAttemptAt: next }
  }

  const resting = (): readonly string[] => {
    const at = performance.now()
    return [...lanes].filter(([, { restsUntil }]) => restsUntil > at).map(([keyId]) => keyId)
  }

  const look = async (): Promise<void> => {
    const held = shards()
    if (held.size === 0) return
    try {
      wake(await store.listDueKeys([...held], now(), LANES_MAX, resting()))
    } catch (error) {
      logger.warn({ err: error }, 'the webhooks that are due could not be listed; the next look tries again')
    }
  }

  const looking = periodic(look, { everyMs: lookMs })

  return {
    wake,
    start: looking.start,
    async stop() {
      isStopping = true
      await looking.stop()
      // What is not noted by then is attempted again, by whoever comes next.
      await settleWithin(Promise.all(running), STOP_MS)
    },
  }
}

const OUTCOMES = { DELIVERED: 'delivered', PENDING: 'failed', DEAD: 'dead', DISABLED: 'refused' } as const

const outcomeOf = (status: AttemptResult['status']): AttemptOutcome => OUTCOMES[status]
