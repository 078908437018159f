const CLIENT_ORDER_ID = /^[A-Za-z0-9._:-]{1,64}$/

/** An id for one intent: the same over every retry of it, so that the engine acts on it once. */
export const makeClientOrderId = (): string => `ccxt-${globalThis.crypto.randomUUID()}`

/** True for 1 to 64 of `A-Z a-z 0-9 . _ : -`. */
export const isClientOrderId = (text: string): boolean => CLIENT_ORDER_ID.test(text)
