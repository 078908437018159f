import { inTransaction as inPlainTransaction, toDependencyError } from '@ats/service-kit/db'
import { RequestError } from '@ats/service-kit/process'
import type { Pool, PoolClient } from 'pg'

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export const inTransaction = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  asDependencyErrors(() => inPlainTransaction(pool, work))

/** Failures of Postgres leave as DependencyError; what the caller did wrong passes through. */
export async function asDependencyErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RequestError ? error : toDependencyError(error)
  }
}
