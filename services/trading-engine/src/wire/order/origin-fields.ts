import { ORIGINS, type Origin } from '../../core/model/order/origin.js'
import { field } from '../codec/codec.js'
import { oneOfOrNull, orNull, uuid } from '../codec/kinds.js'

export interface Originated {
  readonly origin: Origin | null
}

export const ORIGIN =
  'How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an ' +
  'earlier version placed it.'
export const KEY_ID = 'The key that placed the order; null where it was none.'

/** Where an order came from, on it and on its trades. */
export const originFields = {
  origin: field(oneOfOrNull(ORIGINS), ({ origin }: Originated) => origin?.by ?? null, ORIGIN),
  key_id: field(orNull(uuid), ({ origin }: Originated) => origin?.keyId ?? null, KEY_ID),
}
