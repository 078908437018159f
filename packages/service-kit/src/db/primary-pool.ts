import type { Pool, PoolClient } from 'pg'
import { isConnectionFailure } from './connection-failure.js'
import type { DatabaseHosts } from './database-hosts.js'
import { NotPrimary, recheckPrimary } from './primary.js'
import { saysBusy } from '../unsafe/pg.js'

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void
const NOTHING = (): void => undefined

/**
 * Has every checkout of the pool lead to the primary: a connection whose server has become a standby is dropped, and
 * when a new one cannot be made the other hosts are tried, but not where all connections are in use. Queries of the
 * pool itself check out a connection, too.
 */
export function checkConnections(pool: Pool, hosts: DatabaseHosts, timeoutMs: number): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>

  const connectToAny = async (): Promise<PoolClient> => {
    for (let left = hosts.count; ; left -= 1) {
      const url = hosts.current()
      try {
        return await connect()
      } catch (error) {
        if (!isConnectionFailure(error) || saysBusy(error)) throw error
        hosts.failed(url)
        if (left <= 1) throw error
      }
    }
  }

  const checkOut = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await connectToAny()
      try {
        await recheckPrimary(client, timeoutMs)
        return client
      } catch (error) {
        // One connection fewer: the next checkout takes another, or makes one, and a new one has been checked.
        client.release(error instanceof Error ? error : true)
        if (!(error instanceof NotPrimary)) throw error
      }
    }
  }

  pool.connect = ((callback?: Callback) => {
    if (callback === undefined) return checkOut()
    checkOut().then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error: unknown) => callback(error as Error, undefined, NOTHING),
    )
    return undefined
  }) as Pool['connect']
}
