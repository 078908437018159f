/** All that a worker does about webhooks: events become deliveries, deliveries are attempted, old ones are deleted. */
import { periodic, type Schedule } from '@ats/service-kit/async'
import type { Logger, Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { NotificationRules } from '../clients/notification-rules.js'
import type { WebhookEndpoints } from '../clients/webhook-endpoints.js'
import type { Micros } from '../core/values/time.js'
import { deleteOldDeliveries, readBacklog, type WebhookBacklog } from '../store/webhooks/webhook-deliveries.js'
import { deleteIdleUrls } from '../store/webhooks/webhook-urls.js'
import type { SandboxFaults } from '../lab/sandbox/sandbox-faults.js'
import { withSandboxFaults } from './sandbox-faults.js'
import { dispatcherStoreOf, relayStoreOf } from './webhook-stores.js'
import { deleteIdleTargets } from '../store/webhooks/notifications.js'
import { composeNotifier, receiverOfRule, type NotificationConfig } from './notifications.js'
import type { MailSpans } from '../notifications/mail-channel.js'
import { createKeptValue } from '../queries/kept-value.js'
import { listFirmEndpoints } from '../store/webhooks/firm-endpoints.js'
import type { Receiver } from '../webhooks/endpoint-directory.js'
import { createReceivers, type Receivers } from '../webhooks/firm-receivers.js'
import { createEndpointDispatcher, type AttemptOutcome } from '../webhooks/endpoint-dispatcher.js'
import { createLoadShedder, type LoadShedder } from '../webhooks/load-shedder.js'
import type { PostEvent } from '../webhooks/post-event.js'
import { eventText } from '../wire/event-body.js'
import { createRelay, type Relay } from '../webhooks/relay.js'
import { createRetention } from '../webhooks/retention.js'

export interface Webhooks extends Pick<Relay, 'recordCommitted' | 'invalidate' | 'invalidateAll'> {
  start(): void
  /** Resolves once the attempts under way are recorded. */
  stop(): Promise<void>
}

export interface WebhooksOptions {
  readonly pool: Pool
  readonly endpoints: WebhookEndpoints
  readonly notificationRules: Pick<NotificationRules, 'ofUsers' | 'find'>
  /** The settings of channels of notifications. */
  readonly config: NotificationConfig
  readonly mailSpans?: MailSpans
  readonly post: PostEvent
  /** The faults that keys have asked for; null in production. */
  readonly faults: SandboxFaults | null
  /** The shards of accounts this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly now: () => Micros
  readonly newId: () => string
  /** Whether commands on accounts are under way here. */
  readonly hasCommands: () => boolean
  /** When deliveries to endpoints, and messages of notification rules, are looked for. */
  readonly schedules: { readonly webhooks: Schedule; readonly messages: Schedule }
  /** By which the spans between attempts are divided. */
  readonly scheduleDivisor: number
  readonly retentionDays: number
  readonly metrics: Metrics
  readonly logger: Logger
}

/** Longer than any limit looks back. */
const LIMITS_KEPT: Micros = 86_400_000_000
const COUNT_MS = 5_000
const FIRM_KEPT_MS = 1_000
const OUTCOMES: readonly AttemptOutcome[] = ['delivered', 'failed', 'dead', 'refused']

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { pool, post, shards, now, newId, metrics, logger } = options
  const countAttempt = metrics.counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver an event, by result.',
    label: 'result',
    values: OUTCOMES,
  })
  const observeAttempt = metrics.duration(
    'webhook_attempt_duration_seconds',
    'Time an attempt to deliver an event took.',
  )
  const shedder = (): LoadShedder => createLoadShedder(options)
  const [relaying, attempting, notifying] = [shedder(), shedder(), shedder()]
  const receivers = receiversOf(options)
  const dispatcher = createEndpointDispatcher({
    store: dispatcherStoreOf(pool),
    endpointOf: (keyId) => receivers.ofKey(keyId),
    post: options.faults === null ? post : withSandboxFaults(post, options.faults, now),
    loadShedder: attempting,
    schedule: { divisor: options.scheduleDivisor, random: Math.random },
    whenDue: options.schedules.webhooks,
    shards,
    now,
    onAttempted(outcome, durationMs) {
      countAttempt(outcome)
      observeAttempt(durationMs / 1_000)
    },
    logger,
  })
  const notifier = composeNotifier({
    ...options,
    rules: options.notificationRules,
    loadShedder: notifying,
    whenDue: options.schedules.messages,
  })
  const relay = createRelay({
    store: relayStoreOf(pool),
    endpointsOf: (userIds) => receivers.ofUsers(userIds),
    shards,
    textOf: eventText,
    newId,
    now,
    onRelayed(keyIds, ruleIds) {
      dispatcher.wake(keyIds)
      notifier.wake(ruleIds)
    },
    loadShedder: relaying,
    logger,
  })
  const retention = createRetention({
    deleteBefore: async (moment, limit) => {
      await deleteIdleUrls(pool, now() - LIMITS_KEPT)
      await deleteIdleTargets(pool, now() - LIMITS_KEPT)
      return deleteOldDeliveries(pool, moment, limit)
    },
    now,
    days: options.retentionDays,
    logger,
  })
  const backlog = followBacklog(() => readBacklog(pool, [...shards()]))
  watchBacklog(options, backlog.latest, relay.waiting, attempting.waiting)

  return {
    recordCommitted: relay.recordCommitted,
    invalidate: relay.invalidate,
    invalidateAll: relay.invalidateAll,
    start() {
      relaying.start()
      relay.start()
      attempting.start()
      dispatcher.start()
      notifying.start()
      notifier.start()
      retention.start()
      backlog.start()
    },
    async stop() {
      for (const loadShedder of [relaying, attempting, notifying]) loadShedder.stop()
      await Promise.all([relay.stop(), retention.stop(), backlog.stop()])
      await Promise.all([dispatcher.stop(), notifier.stop()])
      post.close()
    },
  }
}

/** Figures of what waits. */
function watchBacklog(
  { metrics, now }: WebhooksOptions,
  latest: () => WebhookBacklog,
  accountsWaiting: () => number,
  keysThrottled: () => number,
): void {
  metrics.figure(
    'webhook_deliveries_pending',
    'Deliveries of the shards held that wait for an attempt.',
    () => latest().pending,
  )
  metrics.figure(
    'webhook_overdue_seconds',
    'How long the delivery that should have been attempted first has waited beyond its time; 0 when none is due.',
    () => Math.max(0, (now() - (latest().dueSince ?? Infinity)) / 1e6),
  )
  metrics.figure(
    'outbox_accounts_pending',
    'Accounts whose events are not all queued as webhooks yet.',
    accountsWaiting,
  )

  metrics.figure(
    'webhook_keys_throttled',
    'Keys whose webhooks wait because this process is busy with commands, which come first.',
    keysThrottled,
  )
}

function receiversOf({ pool, endpoints, notificationRules, logger }: WebhooksOptions): Receivers {
  const listFirm = () => listFirmEndpoints(pool)
  const rulesOf = async (userIds: readonly string[]): Promise<readonly Receiver[] | null> => {
    try {
      return (await notificationRules.ofUsers(userIds)).map(receiverOfRule)
    } catch (error) {
      logger.warn({ err: error, users: userIds.length }, 'notification rules could not be looked up; messages wait')
      return null
    }
  }
  return createReceivers({ endpoints, rulesOf, listFirm, recentFirm: createKeptValue(listFirm, FIRM_KEPT_MS) })
}

/** The backlog as it was read last. */
function followBacklog(read: () => Promise<WebhookBacklog>) {
  let latest: WebhookBacklog = { pending: 0, dueSince: null }
  const reading = periodic(async () => (latest = await read()), { everyMs: COUNT_MS, onError: () => undefined })
  return { latest: () => latest, start: reading.start, stop: reading.stop }
}
