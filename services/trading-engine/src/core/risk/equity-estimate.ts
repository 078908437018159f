/**
 * Equity in floating point, at a hundredth of the cost of exact figures, with a bound of its error: who looks at all
 * accounts with every mark need be exact only about those that are close to a limit. Nothing is decided by it.
 */
import type { Account } from '../model/account/account.js'
import { isCross, maintenanceRateOf } from '../margin/cross-margin.js'
import { listingKey, type Listing } from '../model/market/listing.js'
import type { MarketView } from '../model/market/market-view.js'
import type { SafeEquityRange } from './supervise.js'
import type { Instruments } from '../model/decision-context.js'

/**
 * The constants of an account for the estimate; no mark changes them. Amounts are those of `core/values/decimal`,
 * scaled by 10^18.
 */
export interface EquityEstimate {
  /** Its equity without what its positions are worth. */
  readonly rest: number
  /** The sum of all that was added up, without signs: floats lose a share of it. */
  readonly size: number
  /** Numbers of the listings held. */
  readonly listings: readonly number[]
  /** Unscaled; negative when short. */
  readonly quantities: readonly number[]
  /** Maintenance rates, where equity carries all positions together; null where each is carried by its own margin. */
  readonly maintenance: readonly number[] | null
}

/** The range of `SafeEquityRange`; infinite where that has no end. */
export interface FloatRange {
  readonly above: number
  readonly upTo: number
}

/** Listings by number, and a mark for each. */
export interface FloatMarks {
  numberOf(listing: Listing): number
  /** Reads all marks again. */
  read(market: MarketView): void
  /** By number: the last good one; NaN when none was ever seen. */
  readonly marks: readonly number[]
}

const SCALE = 1e18
/** Many times what adding hundreds of floats loses. */
const PRECISION = 1e-9

export function createFloatMarks(): FloatMarks {
  const numbers = new Map<string, number>()
  const listings: Listing[] = []
  const marks: number[] = []
  return {
    marks,
    numberOf({ symbol, venue }) {
      const key = listingKey({ symbol, venue })
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, marks.length)
      listings.push({ symbol, venue })
      return marks.push(NaN) - 1
    },
    read(market) {
      listings.forEach((listing, number) => {
        const quote = market.quote(listing)
        marks[number] = quote === undefined ? NaN : Number(quote.mark)
      })
    },
  }
}

export function estimateOf(
  account: Account,
  { numberOf }: Pick<FloatMarks, 'numberOf'>,
  instruments: Pick<Instruments, 'find'>,
): EquityEstimate {
  const { balance, positions } = account
  const listings: number[] = []
  const quantities: number[] = []
  const rates: number[] | null = isCross(account) ? [] : null
  let rest = Number(balance)
  let size = Math.abs(rest)
  for (const position of positions.values()) {
    const { direction, quantity, cost } = position
    const sign = direction === 'LONG' ? 1 : -1
    const paid = Number(cost)
    rest -= sign * paid
    // Each position's profit is rounded to one unit, and its maintenance to two.
    size += Math.abs(paid) + 3 / PRECISION
    listings.push(numberOf(position))
    quantities.push((sign * Number(quantity)) / SCALE)
    rates?.push(Number(maintenanceRateOf(position, instruments)) / SCALE)
  }
  return { rest, size, listings, quantities, maintenance: rates }
}

/**
 * Whether the account is certainly within its safe range and above its maintenance at these marks, or one of them is
 * unknown: no action then.
 */
export function isWithinSafeRange(
  { rest, size, listings, quantities, maintenance }: EquityEstimate,
  { above, upTo }: FloatRange,
  marks: readonly number[],
): boolean {
  let equity = rest
  let largest = size
  let maintained = 0
  for (let leg = 0; leg < listings.length; leg += 1) {
    const worth = (quantities[leg] ?? NaN) * (marks[listings[leg] ?? -1] ?? NaN)
    equity += worth
    largest += Math.abs(worth)
    if (maintenance !== null) maintained += Math.abs(worth) * (maintenance[leg] ?? NaN)
  }
  if (Number.isNaN(equity)) return true
  const error = largest * PRECISION
  if (maintenance !== null && !(equity - maintained - error > 0)) return false
  return equity - error > above && equity + error < upTo
}

export const floatRange = ({ above, upTo }: SafeEquityRange): FloatRange => ({
  above: Number(above),
  upTo: upTo === null ? Infinity : Number(upTo),
})
