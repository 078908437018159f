import { ORIGINS } from '../../../core/model/order/origin.js'
import { later, oneOfOrNull, uuid } from '../response-fields.js'

const ORIGIN =
  'How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an ' +
  'earlier version placed it.'
const KEY_ID = 'The key that placed the order; null where it was none.'
const [origin, keyId] = [oneOfOrNull(ORIGINS), uuid.allow(null)]

/** Where an order came from, on it and on its trades. */
export const originFields = { origin: origin.description(ORIGIN), key_id: keyId.description(KEY_ID) }
export const keptOriginFields = { origin: later(origin, ORIGIN), key_id: later(keyId, KEY_ID) }
