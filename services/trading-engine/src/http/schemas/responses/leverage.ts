import { decimals, record, text, venue } from '../response-fields.js'

/** What new positions of a symbol take, and the most they could. */
export const leverage = record({ symbol: text, venue, ...decimals('leverage', 'max_leverage') })
