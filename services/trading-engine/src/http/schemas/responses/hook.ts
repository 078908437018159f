import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import { ALERT_RESULTS, DEDUPLICATIONS } from '../../../core/model/hook-delivery.js'
import { ALL_RISK_RULES } from '../../../core/model/plan/violation.js'
import { flag, listOf, oneOf, record, uuid } from '../../../wire/codec/schemas.js'
import { hookDeliveryCodec } from '../../../wire/hook-delivery-codec.js'

export const alertAnswer = named(
  'AlertAnswer',
  record({
    hook_id: uuid,
    outcome: oneOf(ALERT_RESULTS),
    order_id: uuid.allow(null),
    violations: listOf(oneOf(ALL_RISK_RULES)).description('The rules that refused it.'),
    is_repeated: flag.description('It has come before: this is what was decided of the first.'),
    told_by: oneOf(DEDUPLICATIONS).description(
      'By what it is told from the next: its `alert_id`; its bytes, which hold an id or a time; its bytes for 60 s.',
    ),
  }),
)

export const hookDeliveries = Joi.array().items(hookDeliveryCodec.schema)
