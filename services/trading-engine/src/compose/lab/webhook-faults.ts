/** Has webhooks meet the faults that were asked for: withheld, sent twice, or lost and so overtaken. */
import type { Micros } from '../../core/values/time.js'
import { isOfWebhooks, type Fault } from '../../lab/run/faults/fault.js'
import { webhookPath, type FaultHit } from '../../lab/run/faults/fault-hits.js'
import { createFaultLot } from '../../lab/run/faults/fault-lot.js'
import { meetWebhook, type SentWebhook, type WebhookFate, type Withheld } from '../../lab/run/faults/met-webhook.js'
import type { PostEvent, PostResult } from '../../webhooks/post-event.js'

export interface WebhookFaultOptions {
  readonly faults: readonly Fault[]
  readonly seed: number
  readonly now: () => Micros
  readonly onHit: (hit: FaultHit) => void
  /** Commands that were told of so far. */
  readonly commands: () => number
}

/** The part of an event that is looked at here. */
interface SentEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly order?: { readonly client_id?: string | null } }
}

/** Each attempt is met as a request to `/webhooks/` and the type of its event. */
export function withWebhookFaults(post: PostEvent, options: WebhookFaultOptions): PostEvent {
  const { faults, seed, now, onHit, commands } = options
  if (!faults.some(({ do: action }) => isOfWebhooks(action))) return post
  const draw = createFaultLot(faults, { seed, startsAt: now() }, ({ do: action }) => isOfWebhooks(action))
  const withheld: Withheld = new Map()
  const faulty: PostHeaders = (url, headers, body) => {
    const event = eventOf(body, now())
    const fate = meetWebhook(event, withheld, draw)
    const { met = null } = fate ?? {}
    if (met !== null) {
      const path = webhookPath(event.type)
      onHit({ fault: met.number, do: met.fault.do, at: event.at, method: 'POST', path, before: commands(), body })
    }
    return sendAs(
      fate,
      (number) => `fault ${number} of the run`,
      () => post(url, headers, body),
    )
  }
  return Object.assign(faulty, { close: post.close })
}

type PostHeaders = (...args: Parameters<PostEvent>) => Promise<PostResult>

export function eventOf(body: string, at: Micros): SentWebhook {
  const { id, type, data } = JSON.parse(body) as SentEvent
  return { id, type, clientId: data.order?.client_id ?? null, at }
}

/** @param words the error of an attempt that is lost on the way */
export async function sendAs(
  fate: WebhookFate | null,
  words: (fault: number) => string,
  send: () => Promise<PostResult>,
): Promise<PostResult> {
  if (fate?.fate === 'LOST')
    return { durationMs: 0, status: null, answer: null, retryAfterMs: null, error: words(fate.number) }
  const first = await send()
  if (fate !== null) await send()
  return first
}
