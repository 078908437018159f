import { HOOK_OUTCOMES, type HookDelivery } from '../core/model/hook-delivery.js'
import { codecOf, field } from './codec/codec.js'
import { oneOf, orNull, text, time, uuid, whole } from './codec/kinds.js'

/** An alert that came by a hook. */
export const hookDeliveryCodec = codecOf<HookDelivery>('HookDelivery')({
  id: field(uuid, (delivery) => delivery.id),
  hook_id: field(uuid, (delivery) => delivery.hookId),
  account_id: field(uuid, (delivery) => delivery.accountId),
  received_at: field(time, (delivery) => delivery.receivedAt),
  ip: field(text, (delivery) => delivery.ip),
  outcome: field(oneOf(HOOK_OUTCOMES), (delivery) => delivery.outcome),
  status: field(whole, (delivery) => delivery.status, 'HTTP status of its answer.'),
  order_id: field(orNull(uuid), (delivery) => delivery.orderId),
  message: field(orNull(text), (delivery) => delivery.message, 'What was wrong, or the rules that refused it.'),
  body: field({ ...text, schema: text.schema.allow('') }, (delivery) => delivery.body, 'Its first 2,000 characters.'),
})
