import type { SymbolLeverage } from '../core/execution/leverage.js'
import type { WriteDecimal } from './decimals.js'

/** What new positions of a symbol take, and the most they could. */
export const leverageBody = (
  { instrument, venue, leverage, most }: SymbolLeverage,
  write: WriteDecimal,
): Record<string, unknown> => ({
  symbol: instrument.symbol,
  venue,
  leverage: write(leverage),
  max_leverage: write(most),
})
