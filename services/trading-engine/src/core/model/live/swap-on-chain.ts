import type { TokenHolding } from '../account/token-holding.js'
import type { VenueId } from '../market/instrument.js'
import type { Quantity, Usd } from '../../values/decimal.js'

/** The part of a transaction that turns a token of a wallet into USDC. */
export type SwapOnChain =
  | { readonly kind: 'not_confirmed' }
  | {
      readonly kind: 'confirmed'
      /** The token that left the wallet, net; 0: it left with another transaction. */
      readonly sent: Quantity
      /** The USDC that came to it, net. */
      readonly received: Usd
    }

/** Null: no chain is asked, as live execution is off or the account has no wallet on it. */
export type ReadSwap = (
  account: { readonly accountId: string; readonly venue: VenueId },
  txHash: string,
  token: Pick<TokenHolding, 'token' | 'decimals'>,
) => Promise<SwapOnChain | null>
