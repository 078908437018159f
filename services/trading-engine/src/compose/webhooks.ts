import { readFile } from 'node:fs/promises'
import type { Logger } from '@ats/service-kit'
import type { EngineConfig } from '../config.js'
import { createPostEvent, type PostSpans } from '../webhooks/post-event.js'
import { createMayReach } from '../webhooks/public-address.js'
import { createResolveHost, type ResolveHost } from '../webhooks/resolve-host.js'
import { createWebhooks, type Webhooks, type WebhooksOptions } from '../webhooks/webhooks.js'

export interface WebhookRuntime {
  readonly logger: Logger
  /** Instead of DNS, for the hosts that webhooks go to. */
  readonly resolveHost?: ResolveHost
  /** Instead of the usual patience with receivers. */
  readonly webhookSpans?: PostSpans
}

type Wired = 'post' | 'scheduleDivisor' | 'retentionDays' | 'logger'

/** Throws when WEBHOOK_CA_FILE cannot be read. */
export async function composeWebhooks(
  config: EngineConfig,
  { logger, resolveHost, webhookSpans }: WebhookRuntime,
  options: Omit<WebhooksOptions, Wired>,
): Promise<Webhooks> {
  return createWebhooks({
    ...options,
    post: createPostEvent({
      resolve: resolveHost ?? createResolveHost(),
      mayReach: createMayReach(config.WEBHOOK_ALLOW_CIDRS),
      ca: config.WEBHOOK_CA_FILE === null ? null : await readFile(config.WEBHOOK_CA_FILE, 'utf8'),
      ...(webhookSpans === undefined ? {} : { spans: webhookSpans }),
    }),
    scheduleDivisor: config.WEBHOOK_SCHEDULE_DIVISOR,
    retentionDays: config.WEBHOOK_RETENTION_DAYS,
    logger,
  })
}
