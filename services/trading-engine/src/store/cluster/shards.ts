import { SHARDS } from '../../core/values/shard.js'

/** The shard in SQL, of a column that holds an account's id. */
export const shardOfColumn = (column: string): string => `get_byte(uuid_send(${column}), 15) % ${SHARDS}`
