/**
 * Sends what notification rules have asked for, each rule from a queue of its own. The rows alone say what is due: what
 * was sent and not recorded is sent again as the same message. A channel that does not answer rests, longer each time,
 * and is then tried with one message: so what waits for it costs no attempts.
 */
import { setMaxListeners } from 'node:events'
import type { NotificationRule } from '@ats/contracts'
import { chunksOf, periodic, settleWithin } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { DueMessage } from '../core/model/webhook-delivery.js'
import type { Micros } from '../core/values/time.js'
import type { LoadShedder } from '../webhooks/load-shedder.js'
import { carrierOf, createCarriers } from './carriers.js'
import { createDeliverParcels, type DeliverOptions, type DeliverStore } from './deliver-parcels.js'
import { createParcels, type Parcel, type ParcelStore } from './parcels.js'

export interface Notifier {
  /** The rules may have something due. */
  readonly wake: (ruleIds: Iterable<string>) => void
  readonly start: () => void
  /** Resolves once the messages under way are recorded, or in three seconds. */
  readonly stop: () => Promise<void>
}

export interface NotifierOptions extends DeliverOptions {
  readonly store: NotifierStore
  /** Null when nothing more may be sent by it; rejects when the wallet does not say. */
  readonly ruleOf: (ruleId: string) => Promise<NotificationRule | null>
  readonly loadShedder: Pick<LoadShedder, 'take'>
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly logger: Logger
  readonly lookMs?: number
}

export interface NotifierStore extends ParcelStore, DeliverStore {
  readonly listDueRules: (
    shards: readonly number[],
    now: Micros,
    limit: number,
    resting: { readonly rules: readonly string[]; readonly channels: readonly string[] },
  ) => Promise<readonly { readonly ruleId: string; readonly channel: string }[]>
  readonly listDueMessages: (
    ruleId: string,
    shards: readonly number[],
    now: Micros,
    limit: number,
  ) => Promise<readonly DueMessage[]>
  readonly disableKey: (ruleId: string) => Promise<void>
}

interface RuleQueue {
  /** Moment of `performance.now()` until which it waits. */
  restsUntil: number
  isRunning: boolean
  isWoken: boolean
}

const LOOK_MS = 500
const REST_MS = 1_000
const STOP_MS = 3_000
/** A queue whose channel is slow uses little more than a socket. */
const QUEUES_MAX = 2_000
const DUE_MAX = 1_000
/** Messages of a rule under way together. */
const WIDTH = 4

export function createNotifier(options: NotifierOptions): Notifier {
  const { store, ruleOf, loadShedder, shards, now, logger } = options
  const carriers = createCarriers(options.schedule)
  const parcels = createParcels(options)
  const deliver = createDeliverParcels({ ...options, carriers })
  const stopping = new AbortController()
  // Each message that waits for its turn listens.
  setMaxListeners(0, stopping.signal)
  const queues = new Map<string, RuleQueue>()
  const running = new Set<Promise<void>>()
  let isStopping = false

  const wake = (ruleIds: Iterable<string>): void => {
    for (const ruleId of ruleIds) {
      const queue = queues.get(ruleId) ?? { restsUntil: 0, isRunning: false, isWoken: false }
      queue.isWoken = true
      if (queue.isRunning || isStopping || queue.restsUntil > performance.now() || running.size >= QUEUES_MAX) continue
      queues.set(ruleId, queue)
      queue.isRunning = true
      const run = runQueue(ruleId, queue).finally(() => running.delete(run))
      running.add(run)
    }
  }

  async function runQueue(ruleId: string, queue: RuleQueue): Promise<void> {
    try {
      while (queue.isWoken && !isStopping) {
        queue.isWoken = false
        while (!isStopping && (await sendSome(ruleId, queue)));
      }
    } catch (error) {
      logger.warn({ err: error, rule_id: ruleId }, 'notifications could not be sent; they are postponed')
      queue.restsUntil = performance.now() + REST_MS
    }
    queue.isRunning = false
    if (queue.restsUntil <= performance.now()) queues.delete(ruleId)
  }

  /** Returns whether there may be more to send. */
  async function sendSome(ruleId: string, queue: RuleQueue): Promise<boolean> {
    await loadShedder.take(1)
    const due = await store.listDueMessages(ruleId, [...shards()], now(), DUE_MAX)
    if (due.length === 0) return false
    const rule = await ruleOf(ruleId)
    if (rule === null) {
      await store.disableKey(ruleId)
      return false
    }
    const carrier = carriers.of(carrierOf(rule))
    queue.restsUntil = carrier.restsUntil
    if (queue.restsUntil > performance.now()) return false
    const wanted = await parcels.select(rule, due)
    if (wanted.length === 0) return due.length === DUE_MAX
    const isProbe = carrier.failures > 0
    if (isProbe && carrier.isProbed) {
      queue.restsUntil = performance.now() + REST_MS / options.schedule.divisor
      return false
    }
    carrier.isProbed = isProbe
    try {
      return await deliverAll(rule, await parcels.take(rule, wanted, isProbe), queue)
    } finally {
      if (isProbe) carrier.isProbed = false
    }
  }

  async function deliverAll(rule: NotificationRule, taken: readonly Parcel[], queue: RuleQueue): Promise<boolean> {
    for (const some of chunksOf(taken, WIDTH)) {
      queue.restsUntil = await deliver(rule, some, stopping.signal)
      if (queue.restsUntil > performance.now()) return false
    }
    return taken.length > 0
  }

  const look = async (): Promise<void> => {
    const held = shards()
    if (held.size === 0) return
    const at = performance.now()
    const rules = [...queues].filter(([, { restsUntil }]) => restsUntil > at).map(([ruleId]) => ruleId)
    const found = await store.listDueRules([...held], now(), QUEUES_MAX, { rules, channels: carriers.resting() })
    wake(found.map(({ ruleId }) => ruleId))
    for (const [ruleId, { isRunning, restsUntil }] of queues) if (!isRunning && restsUntil <= at) queues.delete(ruleId)
  }
  const looking = periodic(look, {
    everyMs: options.lookMs ?? LOOK_MS,
    onError: (error) =>
      logger.warn({ err: error }, 'the notifications that are due could not be listed; the next look tries again'),
  })

  return {
    wake,
    start: looking.start,
    async stop() {
      isStopping = true
      await looking.stop()
      stopping.abort(new Error('this worker stops'))
      await settleWithin(Promise.all(running), STOP_MS)
    },
  }
}
