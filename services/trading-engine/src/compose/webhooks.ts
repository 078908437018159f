import { readFile } from 'node:fs/promises'
import { NO_TRACING, type Logger, type Tracing } from '@ats/service-kit/process'
import type { EngineConfig } from '../config.js'
import { createPostEvent, type PostEvent, type PostSpans } from '../webhooks/post-event.js'
import type { MailSpans } from '../notifications/mail-channel.js'
import { createMayReach } from '../webhooks/public-address.js'
import { createResolveHost, type ResolveHost } from '../webhooks/resolve-host.js'
import { createWebhooks, type Webhooks, type WebhooksOptions } from './webhook-worker.js'

export interface WebhookRuntime {
  readonly logger: Logger
  /** None when absent. */
  readonly tracing?: Tracing
  /** Instead of DNS, for the hosts that webhooks go to. */
  readonly resolveHost?: ResolveHost
  /** Instead of the usual delays between attempts. */
  readonly webhookSpans?: PostSpans
  /** Instead of the usual patience with the mail server. */
  readonly mailSpans?: MailSpans
}

type Wired = 'post' | 'config' | 'mailSpans' | 'scheduleDivisor' | 'retentionDays' | 'logger'

/** Throws when WEBHOOK_CA_FILE cannot be read. */
export async function composeWebhooks(
  config: EngineConfig,
  { logger, tracing = NO_TRACING, resolveHost, webhookSpans, mailSpans }: WebhookRuntime,
  options: Omit<WebhooksOptions, Wired>,
): Promise<Webhooks> {
  const post = createPostEvent({
    resolve: resolveHost ?? createResolveHost(),
    mayReach: createMayReach(config.WEBHOOK_ALLOW_CIDRS),
    ca: config.WEBHOOK_CA_FILE === null ? null : await readFile(config.WEBHOOK_CA_FILE, 'utf8'),
    ...(webhookSpans === undefined ? {} : { spans: webhookSpans }),
  })
  return createWebhooks({
    ...options,
    config,
    ...(mailSpans && { mailSpans }),
    post: tracing.isOn ? tracePosts(post, tracing) : post,
    scheduleDivisor: config.WEBHOOK_SCHEDULE_DIVISOR,
    retentionDays: config.WEBHOOK_RETENTION_DAYS,
    logger,
  })
}

/** Each attempt is a trace of its own: what caused the event ended long before. Receivers are told nothing of it. */
function tracePosts(post: PostEvent, tracing: Tracing): PostEvent {
  const traced = (...args: Parameters<PostEvent>) =>
    tracing.task({ name: 'webhook attempt', kind: 'client' }, async (span) => {
      const result = await post(...args)
      if (result.status === null) span?.fail('no answer')
      else span?.note({ 'http.response.status_code': result.status })
      return result
    })
  return Object.assign(traced, { close: post.close })
}
