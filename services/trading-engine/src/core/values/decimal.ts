/**
 * Exact decimals: integers scaled by 10^18, held in `bigint`. Addition and subtraction are the plain operators;
 * multiplication and division name their rounding, so that a remainder is never dropped silently.
 * Range on input: |x| < 10^20 with at most 18 decimals (contract: numbers; `numeric(38,18)` in Postgres).
 */
declare const unit: unique symbol
type Scaled<U extends string> = bigint & { readonly [unit]: U }

/** A price in the instrument's quote currency, per unit of the base asset. */
export type Price = Scaled<'price'>
/** A quantity of the base asset. */
export type Quantity = Scaled<'quantity'>
/** An amount of money in US dollars. */
export type Usd = Scaled<'usd'>
/** A pure ratio: a fee rate, a leverage, a share. */
export type Rate = Scaled<'rate'>

export const price = (scaled: bigint): Price => scaled as Price
export const quantity = (scaled: bigint): Quantity => scaled as Quantity
export const usd = (scaled: bigint): Usd => scaled as Usd
export const rate = (scaled: bigint): Rate => scaled as Rate

/** The scaled representation of 1. */
export const ONE = 10n ** 18n
/** Every stored decimal is smaller than this: 10^20. */
export const LIMIT = 10n ** 38n

/** `FLOOR` is towards minus infinity, `CEIL` towards plus infinity, `HALF_EVEN` to the nearest. */
export type Rounding = 'FLOOR' | 'CEIL' | 'HALF_EVEN'

/** Parses `-?digits[.digits]` with up to 20 integer and 18 fraction digits; null when the text is anything else. */
export function parseDecimal(text: string): bigint | null {
  const match = /^(-?)(\d{1,20})(?:\.(\d{1,18}))?$/.exec(text)
  if (match === null) return null
  const [, sign, whole = '', fraction = ''] = match
  const magnitude = BigInt(whole + fraction.padEnd(18, '0'))
  return sign === '-' ? -magnitude : magnitude
}

/**
 * The decimal a JSON number stands for: its shortest round-trip form, to the nearest 18th decimal. Floats of small
 * prices carry noise beyond it (5.882e-6 × 0.999), which no grid can tell apart. Null when it is not finite or ≥ 10^20.
 */
export function decimalFromNumber(value: number): bigint | null {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e20) return null
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const shift = Number(exponent) + 18 - fraction.length
  const magnitude =
    shift >= 0 ? digits * 10n ** BigInt(shift) : divideRounded(digits, 10n ** BigInt(-shift), 'HALF_EVEN')
  return value < 0 ? -magnitude : magnitude
}

/** A literal of the source code, e.g. `decimal('0.0006')`. Throws when the text is not a decimal. */
export function decimal(text: string): bigint {
  const parsed = parseDecimal(text)
  if (parsed === null) throw new RangeError(`not a decimal: ${text}`)
  return parsed
}

/** The shortest decimal text, without exponent or trailing zeros. */
export function formatDecimal(value: bigint): string {
  if (value === 0n) return '0'
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(19, '0')
  const point = digits.length - 18
  let end = digits.length
  while (end > point && digits.charCodeAt(end - 1) === ZERO_DIGIT) end -= 1
  const text = end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`
  return negative ? `-${text}` : text
}

const ZERO_DIGIT = 48

/** The nearest 64-bit float, for JSON. */
export function toNumber(value: bigint): number {
  const billionths = value / BILLION
  // Both sides of the division are exact floats, so their quotient is the nearest one, too.
  const isExact = billionths * BILLION === value && billionths <= SAFE && billionths >= -SAFE
  return isExact ? Number(billionths) / 1e9 : Number(formatDecimal(value))
}

const BILLION = 10n ** 9n
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** numerator ÷ denominator as integers, rounded; throws RangeError when the denominator is 0. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  // Nearly all of them; it costs half as much.
  if (numerator >= 0n && denominator > 0n && rounding !== 'HALF_EVEN')
    return rounding === 'FLOOR' ? numerator / denominator : (numerator + denominator - 1n) / denominator
  const quotient = numerator / denominator
  const remainder = numerator - quotient * denominator
  if (remainder === 0n) return quotient
  const positive = remainder < 0n === denominator < 0n
  if (rounding === 'FLOOR') return positive ? quotient : quotient - 1n
  if (rounding === 'CEIL') return positive ? quotient + 1n : quotient
  const twice = 2n * abs(remainder)
  const size = abs(denominator)
  const away = twice > size || (twice === size && quotient % 2n !== 0n)
  return away ? quotient + (positive ? 1n : -1n) : quotient
}

/** a × b. */
export const multiply = (a: bigint, b: bigint, rounding: Rounding): bigint => divideRounded(a * b, ONE, rounding)
/** a ÷ b; throws RangeError when b is 0. */
export function divide(a: bigint, b: bigint, rounding: Rounding): bigint {
  // By a whole number, as nearly every leverage is, without widening the numerator: half the cost.
  const whole = b / ONE
  return whole * ONE === b ? divideRounded(a, whole, rounding) : divideRounded(a * ONE, b, rounding)
}
/** a × b ÷ c with one rounding; throws RangeError when c is 0. */
export const multiplyDivide = (a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint =>
  divideRounded(a * b, c, rounding)

export const negate = <T extends bigint>(value: T): T => (0n - value) as T
export const abs = <T extends bigint>(value: T): T => (value < 0n ? -value : value) as T
export const min = <T extends bigint>(a: T, b: T): T => (a < b ? a : b)
export const max = <T extends bigint>(a: T, b: T): T => (a > b ? a : b)

/** The multiple of `step` (> 0) at or below (`FLOOR`), at or above (`CEIL`) or nearest to the value. */
export const roundToStep = <T extends bigint>(value: T, step: bigint, rounding: Rounding): T =>
  (divideRounded(value, step, rounding) * step) as T
