/** Exact decimals of the plain baseline: whole billionths, and products of two in their square. */
const DIGITS = 9
export const ONE = 10n ** BigInt(DIGITS)

/** Parses a plain decimal with at most 9 digits behind the point. */
export function parseNano(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(DIGITS, '0').slice(0, DIGITS))
}

export const formatNano = (value: bigint): string => format(value, DIGITS)

/** Formats a product of two. */
export const formatProduct = (value: bigint): string => format(value, 2 * DIGITS)

export const parseProduct = (text: string): bigint => {
  const isNegative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (isNegative ? text.slice(1) : text).split('.')
  const value = BigInt(whole) * ONE * ONE + BigInt(fraction.padEnd(2 * DIGITS, '0'))
  return isNegative ? -value : value
}

function format(value: bigint, digits: number): string {
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0')
  return `${value < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
