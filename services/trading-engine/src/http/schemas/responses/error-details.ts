import { listOf, oneOf, record, text, uuid } from '../response-fields.js'
import { order } from './order.js'
import { violation } from './violation.js'

/** What a 409 says besides `error`: why, and what it is about. */
export const conflictDetails = record({
  reason: oneOf([
    'client_id_reuse',
    'in_progress',
    'order_not_working',
    'version',
    'account_exists',
    'account_limit',
    'not_entitled',
    'no_webhook',
  ]),
  client_id: text.optional(),
  account_id: uuid.optional(),
  order: order.optional(),
})

/** What a 422 says besides `error`: every rule that refused the change. */
export const riskRejectedDetails = record({ violations: listOf(violation) })

/** What a 404 of the ticker search adds when several instruments match. */
export const candidatesDetails = record({ candidates: listOf(text).optional() })
