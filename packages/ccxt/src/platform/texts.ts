const CLIENT_ORDER_ID = /^[A-Za-z0-9._:-]{1,64}$/
const DECIMAL = /^\d{1,40}(?:\.\d{1,40})?$/
const ZERO = /^0(?:\.0+)?$/

/** An id for one intent: the same over every retry of it, so that the engine acts on it once. */
export const makeClientOrderId = (): string => `ccxt-${globalThis.crypto.randomUUID()}`

/** True for 1 to 64 of `A-Z a-z 0-9 . _ : -`. */
export const isClientOrderId = (text: string): boolean => CLIENT_ORDER_ID.test(text)

/** True for the decimal texts that the engine takes: digits, no exponent, no sign. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

export const isZero = (text: string): boolean => ZERO.test(text)
