import type { Delivery } from '@ats/sdk/types'
import type { DeliveryFilter } from '../../../api/webhooks.js'
import { momentOf } from '../../../ui/forms/moment-field.js'

/** The names of a record that has one for each: a name that the API adds is missing here before anybody sees it. */
const namesOf = <Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] =>
  Object.keys(names) as Name[]

export const STATUSES = namesOf<Delivery['status']>({ PENDING: true, DELIVERED: true, DEAD: true, DISABLED: true })

export const EVENT_TYPES = namesOf<Delivery['event_type']>({
  'order.ack': true,
  'order.fill': true,
  'order.cancel': true,
  'exit.lost': true,
  'position.close': true,
  'account.breach': true,
  'account.passed': true,
  'challenge.promoted': true,
  'challenge.funded': true,
  'challenge.failed': true,
  'account.inactivity_warning': true,
  'account.strike': true,
  'account.halted': true,
  'account.closed': true,
  'account.breach_reversed': true,
  'certificate.issued': true,
  'certificate.revoked': true,
  'account.scaled': true,
  'account.profit_adjusted': true,
  'account.written_off': true,
  'copy.skipped': true,
  'dead_man_switch.ran_out': true,
  'payout.requested': true,
  'payout.proposed': true,
  'payout.paid': true,
  'payout.rejected': true,
  'payout.cancelled': true,
  'webhook.test': true,
  'notification.code': true,
  'notification.test': true,
})

const HOUR_MS = 3_600_000
export const SPANS = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS } as const
export type Span = keyof typeof SPANS

/** The filter as the address has it: a span up to now, or two moments, either of which may be open. */
export interface ShownFilter extends DeliveryFilter {
  readonly span?: Span
}

const KEY_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** The filter that an address asks for; what it cannot mean is left out. */
export function readFilter(params: URLSearchParams): ShownFilter {
  const key = params.get('key') ?? ''
  const status = STATUSES.find((known) => known === params.get('status'))
  const event = EVENT_TYPES.find((known) => known === params.get('event'))
  const span = (Object.keys(SPANS) as Span[]).find((known) => known === params.get('span'))
  const [from, to] = span === undefined ? [momentOf(params.get('from')), momentOf(params.get('to'))] : []
  return {
    ...(KEY_ID.test(key) && { key_id: key.toLowerCase() }),
    ...(status !== undefined && { status }),
    ...(event !== undefined && { event_type: event }),
    ...(span !== undefined && { span }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

/** The address of a filter. */
export function filterParams({ key_id: key, status, event_type: event, span, from, to }: ShownFilter): URLSearchParams {
  const fields = Object.entries({ key, status, event, span, from, to })
  return new URLSearchParams(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** Turns the span of a filter into the moment at which it begins now. */
export function filterAt({ span, ...filter }: ShownFilter, now: number): DeliveryFilter {
  return span === undefined ? filter : { ...filter, from: new Date(now - SPANS[span]).toISOString() }
}
