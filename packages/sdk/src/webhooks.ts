/** Webhooks as they are received: `import { verifyWebhook } from '@ats/sdk/webhooks'`. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { ENGINE_WHOLE_NUMBERS } from './numbers/engine-whole-numbers.js'
import type { AccountEvent, TestEvent } from './events.js'
import { quoteDecimals } from './numbers/read-json.js'

export { WebhookVerificationError }
export type { AccountEvent, TestEvent }

/** An event as it is delivered. It may come twice, with the same `id`; `sequence` gives the order. */
export type WebhookEvent = AccountEvent | TestEvent

/** The headers of a request, as Node.js or `fetch` have them. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The event in a delivery, once its signature is verified; its decimals are text. Answer what is thrown with 401.
 * @param body the bytes as they came: not a parsed body written again
 * @param secret `whsec_…` of the key; while it is being replaced, the old and the new one
 * @throws WebhookVerificationError when no secret signed it, or it was signed more than five minutes ago
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const signed = signedHeaders(headers)
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (!secrets.some((one) => isSigned(text, signed, one))) {
    throw new WebhookVerificationError('no secret signed this delivery in the last five minutes')
  }
  return JSON.parse(quoteDecimals(text, ENGINE_WHOLE_NUMBERS)) as WebhookEvent
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

function signedHeaders(headers: ReceivedHeaders): Record<string, string> {
  const find = (name: string): unknown => (headers instanceof Headers ? headers.get(name) : headers[name])
  return Object.fromEntries(
    SIGNED.map((name) => [name, find(name)]).filter(([, value]) => typeof value === 'string'),
  ) as Record<string, string>
}

function isSigned(body: string, headers: Record<string, string>, secret: string): boolean {
  const webhook = new Webhook(secret)
  try {
    webhook.verify(body, headers, { jsonParse: false })
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}
