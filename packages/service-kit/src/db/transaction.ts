import type { Pool, PoolClient } from 'pg'
import { RequestError } from '../process/errors.js'

/** Begins a transaction that only reads, and all of it as of one moment. */
export const ONE_MOMENT = 'begin isolation level repeatable read read only'

/** Runs the work in one transaction. A connection that anything but a refusal came out of is not used again. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin: 'begin' | typeof ONE_MOMENT = 'begin',
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(!(error instanceof RequestError && (await isRolledBack(client))))
    throw error
  }
}

const isRolledBack = (client: PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
