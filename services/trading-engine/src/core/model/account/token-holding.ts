/**
 * Tokens that a venue has paid instead of USDC and that lie in the wallet of the account. The balance does not count
 * them; they are swept once somebody has swapped them for USDC and an operator has booked it.
 */
import type { VenueId } from '../market/instrument.js'
import type { Quantity, Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { Person } from './person.js'

export interface TokenHolding {
  readonly venue: VenueId
  /** Its address. */
  readonly token: string
  /** Its usual name, else its address. */
  readonly name: string
  /** The number of places of a whole token; 0: not known, amounts are in its smallest unit. */
  readonly decimals: number
  /** The amount that is not swept yet. */
  readonly amount: Quantity
  /** The value of that amount at the oracle's price of the executions that paid it: in no other figure. */
  readonly value: Usd
  /** The time at which the first of what is held came. */
  readonly since: Micros
  /** The sum of what was swept, and the USDC that came for it. */
  readonly swept: Quantity
  readonly received: Usd
  /** The sum of what was written off; absent: none of it. */
  readonly writtenOff?: Quantity
  /** The proposal to write off all that is held; absent: there is none. */
  readonly writeOff?: ProposedWriteOff
}

/** A proposal is about the amount that was held then: whatever changes it ends the proposal. */
export interface ProposedWriteOff {
  readonly id: string
  readonly proposer: Person
  readonly at: Micros
  readonly reason: string
}

/** A token that was written off. */
export interface WrittenOff extends Pick<TokenHolding, 'venue' | 'token' | 'name' | 'amount' | 'value'> {
  readonly reason: string
}

export const NO_TOKEN_HOLDINGS: readonly TokenHolding[] = []

/** The ones that something is left of. */
export const heldTokens = (holdings: readonly TokenHolding[]): readonly TokenHolding[] =>
  holdings.filter(({ amount }) => amount > 0n)

export const holdingOf = (
  holdings: readonly TokenHolding[],
  { venue, token }: Pick<TokenHolding, 'venue' | 'token'>,
): TokenHolding | undefined =>
  holdings.find((one) => one.venue === venue && one.token.toLowerCase() === token.toLowerCase())
