import { RequestError, toDependencyError } from '@ats/service-kit'
import type { Pool, PoolClient } from 'pg'

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return askingPostgres(async () => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      await rollBack(client)
      throw error
    }
  })
}

/** Failures of Postgres leave as DependencyError; what the caller did wrong passes through. */
export async function askingPostgres<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RequestError ? error : toDependencyError(error)
  }
}

/** A connection that cannot even roll back is thrown away. */
async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true)
  }
}
