import { Client, type ClientConfig } from 'pg'
import { settleWithin } from '../async/timeout.js'
import { createDatabaseHosts, type DatabaseHosts } from './database-hosts.js'
import { requirePrimary } from './primary.js'

/** The longest wait for the end of a connection that is given up. */
const CLOSE_MS = 500

export interface ConnectOptions extends Omit<ClientConfig, 'connectionString' | 'connectionTimeoutMillis'> {
  readonly connectTimeoutMs: number
}

/**
 * Connects to the primary of the hosts, each of which is tried once.
 * @throws what the last one failed with: NotPrimary, or that it could not be reached
 */
export async function connectPrimary(hosts: DatabaseHosts, options: ConnectOptions): Promise<Client> {
  const { connectTimeoutMs, ...config } = options
  for (let left = hosts.count; ; left -= 1) {
    const connectionString = hosts.current()
    const client = new Client({ ...config, connectionString, connectionTimeoutMillis: connectTimeoutMs })
    // The loss of a connection is seen by its queries and its end; without a listener it would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await requirePrimary(client, connectTimeoutMs)
      return client
    } catch (error) {
      await closeClient(client)
      hosts.failed(connectionString)
      if (left <= 1) throw error
    }
  }
}

/** The URL of the server of `url` that is the primary, for programs that take a single host. */
export async function findPrimary(url: string, connectTimeoutMs: number): Promise<string> {
  const hosts = createDatabaseHosts(url)
  const client = await connectPrimary(hosts, { connectTimeoutMs })
  await closeClient(client)
  return hosts.current()
}

/** Ends every other connection of that name: to the server, one that was given up here may still hold its locks. */
export async function endOthers(client: Client, applicationName: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
    [applicationName],
  )
}

/** A server that hangs does not answer the goodbye. */
export const closeClient = (client: Client): Promise<void> => settleWithin(client.end(), CLOSE_MS)
