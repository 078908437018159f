/**
 * Accounts in 64 equal parts, which workers divide among themselves. The last bits of an account's id, which are
 * random, choose its part: the same in TypeScript and in SQL, for ever.
 */
export const SHARDS = 64

export const shardOf = (accountId: string): number => Number.parseInt(accountId.slice(-2), 16) % SHARDS
