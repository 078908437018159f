/**
 * Signatures of Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`, one for each secret, so that a receiver may have
 * the old or the new one while a secret is being replaced.
 */
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

export interface SignedHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** `timestamp` is Unix time in seconds; a secret is `whsec_` and its bytes in base64. */
export function signedHeaders(id: string, timestamp: number, body: string, secrets: readonly string[]): SignedHeaders {
  const content = `${id}.${timestamp}.${body}`
  const signature = (secret: string): string =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(content)
      .digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(signature).join(' '),
  }
}
