import { RequestError } from '@ats/service-kit'
import type { Pool, PoolClient } from 'pg'

/** Runs the work in one transaction: all of it or nothing. A connection that anything but a refusal came out of is not used again. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = 'begin',
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
