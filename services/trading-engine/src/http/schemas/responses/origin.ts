import { later } from '../../../wire/codec/schemas.js'
import { KEY_ID, ORIGIN, originFields } from '../../../wire/order/origin-fields.js'

/** Where an order that is kept came from, and its trades. */
export const keptOriginFields = {
  origin: later(originFields.origin.schema, ORIGIN),
  key_id: later(originFields.key_id.schema, KEY_ID),
}
