/** Has webhooks of a run meet the faults that were asked for: withheld, sent twice, or lost and so overtaken. */
import type { Micros } from '../../core/values/time.js'
import { isOfWebhooks, type Fault } from '../../lab/run/faults/fault.js'
import { webhookPath, type FaultHit } from '../../lab/run/faults/fault-hits.js'
import { createFaultLot } from '../../lab/run/faults/fault-lot.js'
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
  const meet = createFaultLot(faults, { seed, startsAt: now() }, ({ do: action }) => isOfWebhooks(action))
  /** The fault of each event that is withheld, and the moment until which it is. */
  const withheld = new Map<string, { readonly number: number; readonly until: Micros }>()

  const faulty = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<PostResult> => {
    const { id, type, data } = JSON.parse(body) as SentEvent
    const kept = withheld.get(id)
    if (kept !== undefined && now() < kept.until) return lostBy(kept.number)
    withheld.delete(id)
    const path = webhookPath(type)
    const met =
      kept === undefined ? meet({ method: 'POST', path, clientId: data.order?.client_id ?? null, at: now() }) : null
    if (met === null) return post(url, headers, body)
    const { number, fault } = met
    onHit({ fault: number, do: fault.do, at: now(), method: 'POST', path, before: commands(), body })
    if (fault.do === 'WITHHOLD_WEBHOOK')
      withheld.set(id, { number, until: fault.forMs === 0 ? Infinity : now() + fault.forMs * 1_000 })
    if (fault.do !== 'DUPLICATE_EVENT') return lostBy(number)
    const first = await post(url, headers, body)
    await post(url, headers, body)
    return first
  }
  return Object.assign(faulty, { close: post.close })
}

/** As if it had been lost on the way. */
const lostBy = (number: number): PostResult => ({
  ...{ durationMs: 0, status: null, answer: null, retryAfterMs: null },
  error: `fault ${number} of the run`,
})
