import type { SymbolLeverage } from '../../core/execution/leverage.js'
import type { WriteDecimal } from '../decimals.js'

/** The leverage of new positions of a symbol, and the maximum. */
export const leverageBody = (
  { instrument, venue, leverage, max }: SymbolLeverage,
  write: WriteDecimal,
): Record<string, unknown> => ({
  symbol: instrument.symbol,
  venue,
  leverage: write(leverage),
  max_leverage: write(max),
})
