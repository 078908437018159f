import type { VenueId } from '../market/instrument.js'
import type { Hex, VenueTransaction } from './venue-transaction.js'

export interface ChainBlock {
  readonly number: number
  readonly hash: Hex
}

/** The verdict whether a chain that is another one than the one that was booked can be taken as it now is. */
export type ChainVerdict =
  | { readonly kind: 'unchanged' }
  /** In words: what the books have, and the chain has not. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] }
  | {
      readonly kind: 'acceptable'
      readonly chainId: number
      readonly from: ChainBlock
      /** The newest block known that both chains have: the books are read on from there. */
      readonly to: ChainBlock
      readonly head: number
      /** Transactions that are not where they were: they are to be sent, or found, once more. */
      readonly displaced: readonly VenueTransaction[]
    }

/** Null: live execution is off. */
export type AssessChain = (venue: VenueId) => Promise<ChainVerdict | null>
