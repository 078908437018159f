/**
 * Sends what notification rules have asked for, each rule from a queue of its own. The rows alone say what is due: what
 * was sent and not recorded is sent again as the same message. A channel that does not answer rests, longer each time,
 * and is then tried with one message: so what waits for it costs no attempts.
 */
import { setMaxListeners } from 'node:events'
import type { NotificationRule } from '@ats/contracts'
import { chunksOf, type Schedule } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { DueMessage } from '../core/model/webhook-delivery.js'
import type { Micros } from '../core/values/time.js'
import type { LoadShedder } from '../webhooks/load-shedder.js'
import { createReceiverQueues, type ReceiverQueue, type ReceiverQueues } from '../webhooks/receiver-queues.js'
import { carrierOf, createCarriers } from './carriers.js'
import { createDeliverParcels, type DeliverOptions, type DeliverStore } from './deliver-parcels.js'
import { createParcels, type Parcel, type ParcelOptions, type ParcelStore } from './parcels.js'

export interface NotifierOptions extends DeliverOptions, ParcelOptions {
  readonly store: NotifierStore
  /** Null when nothing more may be sent by it; rejects when the wallet does not say. */
  readonly ruleOf: (ruleId: string) => Promise<NotificationRule | null>
  readonly loadShedder: Pick<LoadShedder, 'take'>
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly logger: Logger
  readonly lookMs?: number
  /** When it looks. */
  readonly whenDue: Schedule
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

const LOOK_MS = 500
const REST_MS = 1_000
const DUE_MAX = 1_000
/** Messages of a rule under way together. */
const WIDTH = 4

export function createNotifier(options: NotifierOptions): ReceiverQueues {
  const { store, ruleOf, loadShedder, shards, now, logger } = options
  const carriers = createCarriers(options.schedule)
  const parcels = createParcels(options)
  const deliver = createDeliverParcels({ ...options, carriers })
  const stopping = new AbortController()
  // Each message that waits for its turn listens.
  setMaxListeners(0, stopping.signal)

  /** Returns whether there may be more to send. */
  async function sendSome(ruleId: string, queue: ReceiverQueue): Promise<boolean> {
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

  async function deliverAll(rule: NotificationRule, taken: readonly Parcel[], queue: ReceiverQueue): Promise<boolean> {
    for (const some of chunksOf(taken, WIDTH)) {
      queue.restsUntil = await deliver(rule, some, stopping.signal)
      if (queue.restsUntil > performance.now()) return false
    }
    return taken.length > 0
  }

  const queues = createReceiverQueues({
    work: sendSome,
    async listDue(resting, limit) {
      const held = shards()
      if (held.size === 0) return []
      const found = await store.listDueRules([...held], now(), limit, { rules: resting, channels: carriers.resting() })
      return found.map(({ ruleId }) => ruleId)
    },
    lookMs: options.lookMs ?? LOOK_MS,
    schedule: options.whenDue,
    onWorkFailed: (error, ruleId) =>
      logger.warn({ err: error, rule_id: ruleId }, 'notifications could not be sent; they are postponed'),
    onLookFailed: (error) =>
      logger.warn({ err: error }, 'the notifications that are due could not be listed; the next look tries again'),
  })

  return {
    wake: queues.wake,
    start: queues.start,
    stop() {
      const stopped = queues.stop()
      stopping.abort(new Error('this worker stops'))
      return stopped
    },
  }
}
