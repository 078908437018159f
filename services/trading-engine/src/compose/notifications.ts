/** The notifier of a worker, with the channels that the settings name. */
import { NOTIFICATION_CHANNELS, type NotificationChannel, type NotificationRule } from '@ats/contracts'
import type { Schedule } from '@ats/service-kit/async'
import type { Logger, Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { NotificationRules } from '../clients/notification-rules.js'
import type { EngineConfig } from '../config.js'
import type { Micros } from '../core/values/time.js'
import { createMailChannel, type MailChannel, type MailSpans } from '../notifications/mail-channel.js'
import { targetUrl } from '../notifications/carriers.js'
import { createNotifier } from '../notifications/notifier.js'
import { createPostChannel } from '../notifications/post-channel.js'
import {
  beginMessages,
  disableMessages,
  listDueMessages,
  listDueRules,
  postponeMessages,
  takeMessages,
} from '../store/webhooks/notifications.js'
import { disableKey, recordAttempts, refuseUrl } from '../store/webhooks/webhook-deliveries.js'
import type { Receiver } from '../webhooks/endpoint-directory.js'
import type { LoadShedder } from '../webhooks/load-shedder.js'
import type { PostEvent } from '../webhooks/post-event.js'
import type { ReceiverQueues } from '../webhooks/receiver-queues.js'

/** The settings of channels, and of the addresses in messages. */
export type NotificationConfig = Pick<
  EngineConfig,
  'DASHBOARD_URL' | 'PUBLIC_URL' | 'SMTP_URL' | 'MAIL_FROM' | 'TELEGRAM_BOT_TOKEN' | 'TELEGRAM_API_URL'
>

/** The channels that the settings suffice for. */
export const channelsOf = ({ SMTP_URL: smtp, TELEGRAM_BOT_TOKEN: bot }: NotificationConfig) =>
  new Set<NotificationChannel>(
    NOTIFICATION_CHANNELS.filter(
      (channel) => !(channel === 'EMAIL' && smtp === null) && !(channel === 'TELEGRAM' && bot === null),
    ),
  )

export interface NotifierTerms {
  readonly config: NotificationConfig
  readonly pool: Pool
  readonly rules: Pick<NotificationRules, 'find'>
  readonly post: PostEvent
  readonly shards: () => ReadonlySet<number>
  readonly now: () => Micros
  readonly newId: () => string
  readonly loadShedder: Pick<LoadShedder, 'take'>
  readonly whenDue: Schedule
  readonly scheduleDivisor: number
  readonly mailSpans?: MailSpans
  readonly metrics: Metrics
  readonly logger: Logger
}

export function composeNotifier({ config, pool, rules, post, ...terms }: NotifierTerms): ReceiverQueues {
  const { scheduleDivisor: divisor, metrics } = terms
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: publicUrl, DASHBOARD_URL: dashboardUrl } = config
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiUrl } = config
  const countAttempt = metrics.counter({
    name: 'notification_attempts_total',
    help: 'Messages of notification rules that were tried, by result.',
    label: 'result',
    values: ['delivered', 'failed'],
  })
  const mail =
    smtpUrl === null || from === null || publicUrl === null
      ? null
      : createMailChannel({ smtpUrl, from, publicUrl, ...(terms.mailSpans && { spans: terms.mailSpans }) })
  const viaPost = createPostChannel({ post, telegram: token === null ? null : { token, apiUrl } })
  const notifier = createNotifier({
    ...terms,
    store: storeOf(pool),
    ruleOf: (ruleId) => rules.find(ruleId),
    send: (rule, message) =>
      rule.channel === 'EMAIL' && mail !== null ? mail.send(rule, message) : viaPost(rule, message),
    schedule: { divisor, random: Math.random },
    dashboardUrl,
    onAttempted: (isDelivered) => countAttempt(isDelivered ? 'delivered' : 'failed'),
  })
  return { ...notifier, stop: () => stopAll(notifier, mail) }
}

async function stopAll(notifier: ReceiverQueues, mail: MailChannel | null): Promise<void> {
  await notifier.stop()
  mail?.close()
}

const storeOf = (pool: Pool): Parameters<typeof createNotifier>[0]['store'] => ({
  listDueRules: (...args) => listDueRules(pool, ...args),
  listDueMessages: (...args) => listDueMessages(pool, ...args),
  postponeMessages: (...args) => postponeMessages(pool, ...args),
  disableMessages: (...args) => disableMessages(pool, ...args),
  beginMessages: (...args) => beginMessages(pool, ...args),
  takeMessages: (...args) => takeMessages(pool, ...args),
  recordAttempts: (...args) => recordAttempts(pool, ...args),
  disableKey: (...args) => disableKey(pool, ...args),
  refuseUrl: (...args) => refuseUrl(pool, ...args),
})

/** A rule as a receiver of events, from when its target was proven. */
export const receiverOfRule = (rule: NotificationRule): Receiver => ({
  ...{ userId: rule.userId, keyId: rule.ruleId, url: targetUrl(rule), secrets: [] },
  createdAt: rule.provenAt ?? '',
  rule,
})
