/** A decimal as text, such as `"0.25"` or `"-1234.5"`: money, prices, quantities and rates are never floats. */
export type Decimal = string

/** A decimal as a whole number of `10^-scale`. */
interface Scaled {
  readonly units: bigint
  readonly scale: number
}

const DECIMAL = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?$/
const NUMBER = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?[eE]([+-]?\d{1,3})$/

/** The sum `a + b`, exactly. */
export const add = (a: Decimal, b: Decimal): Decimal => withSameScale(a, b, (x, y) => x + y)

/** The difference `a - b`, exactly. */
export const subtract = (a: Decimal, b: Decimal): Decimal => withSameScale(a, b, (x, y) => x - y)

/** The product `a × b`, exactly. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  const [x, y] = [parse(a), parse(b)]
  return format({ units: x.units * y.units, scale: x.scale + y.scale })
}

/** The quotient `a ÷ b`, cut toward zero after `digits` decimals, 18 unless given. @throws RangeError when `b` is 0 */
export function divide(a: Decimal, b: Decimal, digits = 18): Decimal {
  const [x, y] = [parse(a), parse(b)]
  return format({
    units: (x.units * 10n ** BigInt(digits + y.scale)) / (y.units * 10n ** BigInt(x.scale)),
    scale: digits,
  })
}

/** -1 when `a < b`, 0 when they are equal, 1 when `a > b`: the order that `sort` takes. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const difference = subtract(a, b)
  return difference === '0' ? 0 : difference.startsWith('-') ? -1 : 1
}

/**
 * The multiple of `step` below, above or nearest to `value`; halves go away from zero.
 * @throws RangeError for a step that is not greater than 0
 */
export function toMultiple(value: Decimal, step: Decimal, mode: 'down' | 'up' | 'nearest'): Decimal {
  const [x, s] = [parse(value), parse(step)]
  if (s.units <= 0n) throw new RangeError(`a step must be greater than 0, not ${step}`)
  const scale = Math.max(x.scale, s.scale)
  const [units, size] = [rescale(x, scale), rescale(s, scale)]
  const below = units / size - (units % size < 0n ? 1n : 0n)
  const rest = units - below * size
  const goesUp = mode === 'up' ? rest > 0n : mode === 'nearest' && (units < 0n ? rest * 2n > size : rest * 2n >= size)
  return format({ units: (below + (goesUp ? 1n : 0n)) * size, scale })
}

/**
 * The decimal that JavaScript shows for a number (0.1 is "0.1"): for when a float is all there is.
 * @throws RangeError for NaN and Infinity
 */
export function fromNumber(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a decimal`)
  return expand(String(value))
}

/** The text of a JSON number without an exponent: `1e-7` is `0.0000001`. All its digits stay. */
export function expand(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = NUMBER.exec(text) ?? []
  if (whole === '') return text
  const scale = fraction.length - Number(exponent)
  const units = BigInt(`${sign}${whole}${fraction}`)
  return format(scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale })
}

function parse(text: Decimal): Scaled {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === '') throw new RangeError(`not a decimal: ${text}`)
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

const rescale = ({ units, scale }: Scaled, to: number): bigint => units * 10n ** BigInt(to - scale)

function withSameScale(a: Decimal, b: Decimal, combine: (x: bigint, y: bigint) => bigint): Decimal {
  const [x, y] = [parse(a), parse(b)]
  const scale = Math.max(x.scale, y.scale)
  return format({ units: combine(rescale(x, scale), rescale(y, scale)), scale })
}

function format({ units, scale }: Scaled): Decimal {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = trimZeros(digits.slice(digits.length - scale))
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function trimZeros(fraction: string): string {
  let end = fraction.length
  while (end > 0 && fraction.charAt(end - 1) === '0') end -= 1
  return fraction.slice(0, end)
}
