import { decimals, record, text, venue } from '../../../wire/codec/schemas.js'

/** The leverage of new positions of a symbol, and the maximum. */
export const leverage = record({ symbol: text, venue, ...decimals('leverage', 'max_leverage') })
