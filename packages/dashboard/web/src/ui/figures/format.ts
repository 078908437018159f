import type { Decimal } from '@ats/sdk/numbers/decimal'

/** Shown for what is not known: never a zero. */
export const UNKNOWN = '–'

const MINUS = '\u2212'
const LOCALE = 'en-US'

export interface DecimalFormat {
  readonly digitsMin?: number
  readonly digitsMax?: number
  /** Also shows the plus of what is greater than zero. */
  readonly signed?: boolean
}

type Value = Decimal | null | undefined

/** A decimal with groups of thousands, to its last digit unless `digitsMax` rounds it. No float in between. */
export function formatDecimal(value: Value, { digitsMin = 0, digitsMax = 18, signed = false }: DecimalFormat = {}) {
  return format(value, {
    minimumFractionDigits: digitsMin,
    maximumFractionDigits: digitsMax,
    signDisplay: signed ? 'exceptZero' : 'negative',
  })
}

/** Money with two decimals, half away from zero: `$1,234.50`; a currency that has no sign is named behind it. */
export function formatMoney(value: Value, currency = 'USD', signed = false): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const signDisplay = signed ? 'exceptZero' : 'negative'
  if (!/^[A-Z]{3}$/.test(currency)) {
    const text = format(value, { ...digits, signDisplay })
    return text === UNKNOWN ? text : `${text} ${currency}`
  }
  return format(value, { ...digits, style: 'currency', currency, currencyDisplay: 'narrowSymbol', signDisplay })
}

/** A percentage that came as such: `7.41` is `7.4 %`. */
export function formatPercent(value: Value, digits = 1, signed = false): string {
  const text = formatDecimal(value, { digitsMin: digits, digitsMax: digits, signed })
  return text === UNKNOWN ? text : `${text} %`
}

/** The digits after the point of a step: `0.01` has 2. Prices in a column have as many as their tick size. */
export const digitsOf = (step: Decimal): number => step.split('.')[1]?.length ?? 0

/** -1, 0 or 1, and 0 for what is not known. */
export function signOf(value: Value): -1 | 0 | 1 {
  if (value === null || value === undefined || !/[1-9]/.test(value)) return 0
  return value.startsWith('-') ? -1 : 1
}

/** How many decimals a price has: what is computed from it is shown with as many, at least two. */
export const decimalsOf = (price: Decimal): number => Math.max(2, (price.split('.')[1] ?? '').length)

const AVERAGE_DIGITS = 7

/** How many decimals of an average price are shown: seven digits that count, and cents at least. */
export function averageDigits(price: Value): number {
  const [, whole = '', zeros = ''] = /^-?0*(\d*)(?:\.(0*))?/.exec(price ?? '') ?? []
  return Math.min(18, whole === '' ? AVERAGE_DIGITS + zeros.length : Math.max(2, AVERAGE_DIGITS - whole.length))
}

/** A float, for positions on the screen and nothing else. */
export const toPixels = (value: Decimal): number => Number(value)

/** The label of a pixel that stands for money: as a field writes the decimal that it was drawn from. */
export const pixelMoney = (pixel: number, currency: string): string => formatMoney(String(pixel), currency)

function format(value: Value, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined) return UNKNOWN
  return formatterOf(options)
    .format(value as Intl.StringNumericLiteral)
    .replace('-', MINUS)
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const known = formatters.get(key) ?? new Intl.NumberFormat(LOCALE, options)
  formatters.set(key, known)
  return known
}
