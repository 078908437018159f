/** Draws what becomes of an attempt to send a webhook: one that is withheld stays so for its time. */
import type { Micros } from '../../../core/values/time.js'
import { webhookPath } from './fault-hits.js'
import type { Meeting, Met } from './fault-lot.js'

/** The fault of each event that is withheld, and the moment until which it is. */
export type Withheld = Map<string, { readonly number: number; readonly until: Micros }>

export interface SentWebhook {
  /** The id of its event. */
  readonly id: string
  readonly type: string
  /** The client_id of the order that it tells of, if any. */
  readonly clientId: string | null
  readonly at: Micros
}

/** The fate of an attempt. `met`: the fault, unless an attempt before has met it. */
export interface WebhookFate {
  readonly number: number
  readonly fate: 'LOST' | 'DOUBLED'
  readonly met: Met | null
}

/** @param meet draws, as for a request */
export function meetWebhook(
  { id, type, clientId, at }: SentWebhook,
  withheld: Withheld,
  meet: (meeting: Meeting) => Met | null,
): WebhookFate | null {
  const kept = withheld.get(id)
  if (kept !== undefined && at < kept.until) return { number: kept.number, fate: 'LOST', met: null }
  withheld.delete(id)
  const met = kept === undefined ? meet({ method: 'POST', path: webhookPath(type), clientId, at }) : null
  if (met === null) return null
  const { number, fault } = met
  if (fault.do === 'WITHHOLD_WEBHOOK')
    withheld.set(id, { number, until: fault.forMs === 0 ? Infinity : at + fault.forMs * 1_000 })
  return { number, fate: fault.do === 'DUPLICATE_EVENT' ? 'DOUBLED' : 'LOST', met }
}
