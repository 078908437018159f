/** Written for knex 3.3. */
import type { Knex } from 'knex'

/**
 * The connection of a transaction. Whole files of SQL are sent over it: `raw` takes every question mark for a
 * placeholder.
 */
export const connectionOf = (transaction: Knex): Promise<{ query(text: string): Promise<unknown> }> =>
  (
    transaction.client as { acquireConnection(): Promise<{ query(text: string): Promise<unknown> }> }
  ).acquireConnection()
