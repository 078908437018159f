/**
 * Accounts in 64 equal parts, so that workers can divide them among themselves. An account's part is in the last bits of
 * its id, which are random: the same in TypeScript and in SQL, for ever.
 */
export const SHARDS = 64

export const shardOf = (accountId: string): number => Number.parseInt(accountId.slice(-2), 16) % SHARDS

/** The same of a column that holds an account's id. */
export const shardOfColumn = (column: string): string => `get_byte(uuid_send(${column}), 15) % ${SHARDS}`
