import { randomBytes } from 'node:crypto'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  openWorkspace,
  startPostgres,
  type PostgresOptions,
  type RunningPostgres,
  type Workspace,
} from '@ats/local-stack'
import pg from 'pg'
import { startFaultProxy, type FaultProxy } from '../network/fault-proxy.js'
import { buildServiceDatabase, type ServiceName } from './create-test-database.js'

/** A primary and its standby, and an address that leads to one of them, as a proxy in front of a cluster does. */
export interface PostgresPair {
  /** The ports of the servers, by what they are now. */
  readonly ports: () => { readonly primary: number; readonly standby: number }
  readonly address: FaultProxy
  /** The database of the service, at a port. Made with the first call, on the primary. */
  database(service: ServiceName, port: number): Promise<string>
  /** Runs a statement as the superuser. */
  query<R extends pg.QueryResultRow>(port: number, text: string): Promise<readonly R[]>
  /** A planned switch-over: the primary stops, its standby is promoted, and it comes back as the standby of that. */
  switchOver(): Promise<void>
  /** Stops the standby; it is started by `startStandby`. */
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  /** Resolves once the standby has all that the primary has written. */
  replayed(): Promise<void>
  close(): Promise<void>
}

interface Node {
  /** Its own: a guardian knows its children by their names. */
  readonly workspace: Workspace
  readonly dataDir: string
  /** Where it was started first: others know it by that. Null: it has none yet. */
  port: number | null
  running: RunningPostgres | null
}

function portOf({ port }: Node): number {
  if (port === null) throw new Error('the server has not been started')
  return port
}

/** All writes wait for the disk, and for the standby where `isSynchronous`. */
export async function startPostgresPair({ isSynchronous = false } = {}): Promise<PostgresPair> {
  const password = randomBytes(24).toString('hex')
  const urlOf = (port: number): string => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const databases = new Map<ServiceName, Promise<string>>()

  const start = async (node: Node, follows: Node | null): Promise<void> => {
    const settings: PostgresOptions['settings'] = {
      max_connections: '100',
      cluster_name: 'pair',
      ...(isSynchronous ? { synchronous_standby_names: '*' } : {}),
      ...(follows === null
        ? {}
        : { primary_conninfo: `host=127.0.0.1 port=${portOf(follows)} user=postgres password=${password}` }),
    }
    if (follows === null) rmSync(join(node.dataDir, 'standby.signal'), { force: true })
    else writeFileSync(join(node.dataDir, 'standby.signal'), '')
    node.running = await startPostgres({
      ...{ guardian: node.workspace.guardian, homeDir: node.workspace.directory, dataDir: node.dataDir },
      ...{ logFile: join(node.workspace.directory, 'postgres.log'), settings },
      ...(node.port !== null && { port: node.port }),
      superuserPassword: password,
      ...{ isDurable: true, report: () => undefined },
    })
    node.port = node.running.port
  }
  const stop = async (node: Node): Promise<void> => {
    const { running } = node
    node.running = null
    if (running === null) return
    process.kill(running.child.process.pid, 'SIGINT')
    await running.child.exited
  }
  const query = async <R extends pg.QueryResultRow>(port: number, text: string): Promise<readonly R[]> => {
    const client = new pg.Client({ connectionString: urlOf(port) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<R>(text)).rows
    } finally {
      await client.end()
    }
  }
  const until = async (port: number, condition: string): Promise<void> => {
    for (;;) if ((await query<{ holds: boolean }>(port, `select ${condition} as holds`))[0]?.holds === true) return
  }

  const makeNode = async (): Promise<Node> => {
    const workspace = await openWorkspace('postgres-pair-')
    return { workspace, dataDir: join(workspace.directory, 'data'), port: null, running: null }
  }
  let [primary, standby] = [await makeNode(), await makeNode()]
  await start(primary, null)
  // The servers' files while none of them changes: what pg_basebackup would copy from a running one.
  await stop(primary)
  cpSync(primary.dataDir, standby.dataDir, { recursive: true })
  // Nobody knows it yet, and another program may have taken it.
  primary.port = null
  await start(primary, null)
  await start(standby, primary)
  const address = await startFaultProxy({ targetPort: portOf(primary) })

  const pair: PostgresPair = {
    ports: () => ({ primary: portOf(primary), standby: portOf(standby) }),
    address,
    query,
    async database(service, port) {
      const made = databases.get(service) ?? buildServiceDatabase(urlOf(portOf(primary)), service)
      databases.set(service, made)
      const url = new URL(await made)
      url.port = String(port)
      return url.toString()
    },
    async switchOver() {
      const [before, after] = [primary, standby]
      await stop(before)
      await query(portOf(after), 'select pg_promote(true)')
      ;[primary, standby] = [after, before]
      await start(before, after)
    },
    stopStandby: () => stop(standby),
    startStandby: () => start(standby, primary),
    async replayed() {
      const [row] = await query<{ lsn: string }>(portOf(primary), 'select pg_current_wal_lsn()::text as lsn')
      await until(portOf(standby), `pg_last_wal_replay_lsn() >= '${row?.lsn ?? ''}'`)
    },
    async close() {
      await address.close()
      await Promise.all([primary, standby].map(({ workspace }) => workspace.guardian.stop()))
    },
  }
  return pair
}
