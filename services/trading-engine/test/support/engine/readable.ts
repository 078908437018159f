import { formatDecimal } from '../../../src/core/values/decimal.js'

/** The same value with its scaled decimals written out and its maps as objects, for expectations a person can check. */
export function readable(value: unknown): unknown {
  if (typeof value === 'bigint') return formatDecimal(value)
  if (value instanceof Map) return readable(Object.fromEntries(value))
  if (Array.isArray(value)) return value.map(readable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, readable(inner)]))
}

/** Only the named fields, readable. */
export const pick = (value: object, ...names: readonly string[]): unknown =>
  readable(Object.fromEntries(names.map((name) => [name, (value as Record<string, unknown>)[name]])))

/** Only the named fields, as words beside each other: `FILLED 0.5`. */
export const words = (value: object, ...names: readonly string[]): string =>
  names.map((name) => String(readable((value as Record<string, unknown>)[name]))).join(' ')
