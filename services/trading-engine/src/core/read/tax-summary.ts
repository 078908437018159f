/**
 * A calendar year of an account.
 *   net of a symbol = gains − losses − fees + funding + carry, over the positions that closed in the year
 * The ledger counts what was booked in the year, so that fees of a position that closes in the next one are in it.
 */
import type { HouseAccount } from '../model/account/ledger.js'
import { usd, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

export interface SymbolYear {
  readonly symbol: string
  readonly positions: number
  /** Realised PnL of the positions that gained, and of those that lost: neither is negative. */
  readonly gains: Usd
  readonly losses: Usd
  readonly fees: Usd
  readonly funding: Usd
  readonly carry: Usd
}

export interface TaxSummary {
  readonly year: number
  readonly timeZone: string
  /** Both within it. */
  readonly from: Micros
  readonly to: Micros
  readonly symbols: readonly SymbolYear[]
  /** Amounts above 0 were received. */
  readonly ledger: readonly { readonly house: HouseAccount; readonly amount: Usd }[]
}

export const netOf = ({ gains, losses, fees, funding, carry }: Omit<SymbolYear, 'symbol' | 'positions'>): Usd =>
  usd(gains - losses - fees + funding + carry)

export const netOfYear = ({ symbols }: TaxSummary): Usd =>
  usd(symbols.reduce((sum: bigint, symbol) => sum + netOf(symbol), 0n))
