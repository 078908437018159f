import { compare, divide, multiply, toMultiple } from '@ats/sdk/numbers/decimal'
import { text } from '../../text/en/firm/payouts.js'
import { decimalError } from '../../ui/forms/decimal-input.js'

const CENT = '0.01'
const WHOLE_CENTS = /^\d+(?:\.\d{1,2})?$/

/** The reason why an amount cannot be asked for; an empty one is none. `write` makes an amount readable. */
export function payoutError(value: string, available: string, write: (amount: string) => string): string | null {
  const amount = value.trim()
  const problem = decimalError(amount)
  if (amount === '' || problem !== null) return problem
  if (!WHOLE_CENTS.test(amount)) return text.notCents
  return compare(amount, available) > 0 ? text.tooMuch(write(available)) : null
}

/** The most that can be asked for: whole cents of what is available. */
export const wholeCents = (available: string): string => toMultiple(available, CENT, 'down')

/** The trader's part of an amount, rounded down to cents as the service rounds it. */
export const traderAmount = (amount: string, sharePct: string): string =>
  wholeCents(divide(multiply(amount, sharePct), '100'))

/** Whether a text is a share in percent. */
export const isShare = (value: string): boolean =>
  value.trim() !== '' && decimalError(value) === null && compare(value.trim(), '100') <= 0
