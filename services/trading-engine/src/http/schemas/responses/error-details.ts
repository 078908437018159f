import { ENGINE_CONFLICTS } from '@ats/contracts'
import { ACCOUNT_STATES } from '../../../core/model/account/account.js'
import { decimal, listOf, oneOf, record, text, uuid } from '../../../wire/codec/schemas.js'
import { payoutConditionCodec } from '../../../wire/account/payout-codec.js'
import { order } from './order.js'
import { violation } from './violation.js'

/** The fields of a 409 in addition to `error`: the reason, and its subject. */
export const conflictDetails = record({
  reason: oneOf(ENGINE_CONFLICTS, 'ConflictReason'),
  client_id: text.optional(),
  account_id: uuid.optional(),
  copy_link_id: uuid.optional(),
  order: order.optional(),
  state: oneOf(ACCOUNT_STATES).optional(),
  available: decimal.optional(),
  conditions: listOf(payoutConditionCodec.schema).optional(),
})

/** The field of a 422 in addition to `error`: every rule that refused the change. */
export const riskRejectedDetails = record({ violations: listOf(violation) })

/** The field of a 404 of the ticker search when several instruments match. */
export const candidatesDetails = record({ candidates: listOf(text).optional() })
