/**
 * The users, keys and accounts of the benchmark, as functions of an index: the engine's stub, the load generator and
 * the seeded rows agree without communicating.
 */

/** Enough that the limit of a key (1,200 a minute) stays out of the way up to 40,000 requests/s. */
export const USERS = 2_000

const hex = (index: number, length: number): string => index.toString(16).padStart(length, '0')

export const userId = (user: number): string => `bench-user-${user}`

export const apiKey = (user: number): string => `svc_ak_${hex(user, 48)}`

export const apiSecret = (user: number): string => `svc_sk_${hex(user, 48)}`

/** Account `n` belongs to user `n` modulo their number. */
export const ownerOf = (account: number, users: number): number => account % users

/** In this form `seed-accounts.ts` makes them too. */
export const ACCOUNT_ID_PREFIX = '019a0000-0000-7000-8000-'

export const accountId = (account: number): string => `${ACCOUNT_ID_PREFIX}${hex(account, 12)}`
