import { formatDecimal, toNumber } from '../core/values/decimal.js'

/** How an answer writes decimals: JSON numbers by default, strings with `?decimals=string`. */
export type WriteDecimal = (value: bigint) => number | string

export const asNumber: WriteDecimal = toNumber
export const asText: WriteDecimal = formatDecimal

export const decimalWriter = (decimals: unknown): WriteDecimal => (decimals === 'string' ? asText : asNumber)
