import { divideRounded, type Quantity } from '../../core/values/decimal.js'

/**
 * The size in dollars for which the contract closes exactly so many tokens of a position. It takes the same share of
 * the tokens as of the dollars and rounds them up for longs and down for shorts; a dollar there has so many more
 * places than a token that rounding the other way here leaves no unit of the token over.
 */
export const partOfSize = (sizeInUsd: bigint, part: Quantity, of: Quantity, isLong: boolean): bigint =>
  divideRounded(sizeInUsd * part, of, isLong ? 'FLOOR' : 'CEIL')
