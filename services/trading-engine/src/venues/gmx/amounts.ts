/**
 * Our decimals (18 places) and the integers of GMX. There a size in dollars has 30 decimals, USDC 6, a token as many
 * as it has, and a price is dollars × 10^30 for the smallest unit of the token. Conversions are exact where the other
 * side has the places, and name their rounding where it may not.
 */
import {
  divideRounded,
  price,
  quantity,
  usd,
  type Price,
  type Quantity,
  type Rounding,
  type Usd,
} from '../../core/values/decimal.js'

const OUR_DECIMALS = 18
const USDC_DECIMALS = 6
export const SIZE_DECIMALS = 30

export const toUsdc = (amount: Usd, rounding: Rounding): bigint =>
  rescale(amount, OUR_DECIMALS, USDC_DECIMALS, rounding)
export const fromUsdc = (amount: bigint): Usd => usd(rescale(amount, USDC_DECIMALS, OUR_DECIMALS, 'FLOOR'))

export const fromSizeUsd = (size: bigint, rounding: Rounding): Usd =>
  usd(rescale(size, SIZE_DECIMALS, OUR_DECIMALS, rounding))

/** The size of an order in dollars: quantity × price, whose product has 36 decimals. */
export const sizeUsdOf = (amount: Quantity, at: Price, rounding: Rounding): bigint =>
  rescale(amount * at, 2 * OUR_DECIMALS, SIZE_DECIMALS, rounding)

export const fromTokens = (tokens: bigint, decimals: number): Quantity =>
  quantity(rescale(tokens, decimals, OUR_DECIMALS, 'HALF_EVEN'))

export const toContractPrice = (value: Price, decimals: number, rounding: Rounding): bigint =>
  rescale(value, OUR_DECIMALS, SIZE_DECIMALS - decimals, rounding)
export const fromContractPrice = (value: bigint, decimals: number): Price =>
  price(rescale(value, SIZE_DECIMALS - decimals, OUR_DECIMALS, 'HALF_EVEN'))

/** Dollars paid for each whole token. */
export const priceOf = (sizeUsd: bigint, tokens: bigint, decimals: number): Price =>
  price(divideRounded(sizeUsd * 10n ** BigInt(decimals), tokens * 10n ** BigInt(SIZE_DECIMALS - 18), 'HALF_EVEN'))

function rescale(value: bigint, from: number, to: number, rounding: Rounding): bigint {
  return to >= from ? value * 10n ** BigInt(to - from) : divideRounded(value, 10n ** BigInt(from - to), rounding)
}
