import type { SymbolLeverage } from '../../core/execution/leverage.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, text, venue } from '../codec/kinds.js'

/** The leverage of a symbol at a venue, and the maximum. */
export const leverageCodec = codecOf<SymbolLeverage>('SymbolLeverage')({
  symbol: field(text, ({ instrument }) => instrument.symbol),
  venue: field(venue, (choice) => choice.venue),
  leverage: field(decimal, ({ leverage }) => leverage),
  max_leverage: field(decimal, ({ max }) => max),
})
