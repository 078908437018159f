import { named } from '@ats/service-kit/http'
import { listOf, record, time, whole } from '../../../wire/codec/schemas.js'
import { webhookDeliveryCodec } from '../../../wire/webhook-delivery-codec.js'

export const webhookDelivery = webhookDeliveryCodec.schema
export const webhookDeliveries = listOf(webhookDelivery)

/** `next_from` is null when there was no more. */
export const redelivered = named('Redelivered', record({ redelivered: whole, next_from: time.allow(null) }))
