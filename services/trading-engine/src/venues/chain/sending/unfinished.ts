import { isUnfinished, type VenueTransaction } from '../../../core/model/live/venue-transaction.js'

/** Unfinished transactions: the attempts of each nonce, the lowest nonce first. */
export function byNonce(transactions: readonly VenueTransaction[]): readonly (readonly VenueTransaction[])[] {
  const unfinished = transactions.filter(isUnfinished)
  const nonces = [...new Set(unfinished.map(({ nonce }) => nonce))].sort((a, b) => a - b)
  return nonces.map((nonce) => unfinished.filter((transaction) => transaction.nonce === nonce))
}
