/**
 * Postgres in this process, compiled to WebAssembly, for one run: the engine's own migrations, statements and driver
 * work on it unchanged. Its `now()` is the run's clock. It has one session, so the pool has one connection: who is
 * in a transaction has it alone. Nothing of it is kept once the process has ended.
 */
import { Duplex } from 'node:stream'
import { readMigrations, timestampsAsText } from '@ats/service-kit/db'
import { PGlite } from '@electric-sql/pglite'
import { Pool, type PoolConfig } from 'pg'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { readSeeds, restoreTables, type Seeds } from './restored-tables.js'
import { createFrames, lastStatusOf, simpleQuery, STARTED } from './wire-frames.js'

export interface MemoryPostgres {
  readonly pool: Pool
  /** Statements so far: as long as it stays, nobody has read or written anything. */
  readonly statements: () => number
  /** Ends its use, and makes the tables what they were when it was opened. */
  readonly clear: () => Promise<void>
  /** The same database for the next run, by another clock, once it is clear. */
  readonly again: (now: () => Micros) => MemoryPostgres
  readonly close: () => Promise<void>
}

/** Found before those of pg_catalog by every statement and every default of a column. */
const CLOCK = `
  create schema run;
  create function run.now() returns timestamptz language sql stable
    as $$ select current_setting('run.now')::timestamptz $$;
  create function run.clock_timestamp() returns timestamptz language sql stable
    as $$ select current_setting('run.now')::timestamptz $$;`
const PATH = `set search_path = run, pg_catalog; set timezone = 'UTC';`
const clockAt = (now: Micros): string => `set run.now = '${formatTimestamp(now)}'`

/** Where Postgres keeps things, with room for small runs: it is asked by one session, and writes to no disk. */
const CONFIGURATION = [
  ...['shared_buffers = 16MB', 'wal_level = minimal', 'max_wal_senders = 0', 'autovacuum = off', 'min_wal_size = 2MB'],
]
/** The logs would be 32 of 45 MB of files, which are copied for each run. */
// cspell:ignore segsize
const OF_INITDB = ['--wal-segsize=1']

/** Nobody makes another database there: without what those are copied from, half of the files are left. */
const WITHOUT_TEMPLATES = `
  update pg_database set datistemplate = false where datname in ('template0', 'template1');
  drop database template0;
  drop database template1;`

export interface Templates {
  /** The schema and no rows. */
  readonly empty: Uint8Array
  /** With the plans that the migrations bring. */
  readonly withPlans: Uint8Array
}

/** The files that databases begin with: to begin with them takes a fifth of the time. */
export async function createTemplates(migrations: string): Promise<Templates> {
  const database = await PGlite.create({ postgresqlconf: CONFIGURATION, initDbStartParams: OF_INITDB })
  const dump = async (): Promise<Uint8Array> => {
    // The second drops the logs of before the first.
    for (const text of ['discard all', 'checkpoint', 'checkpoint']) await database.exec(text)
    return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
  }
  await database.exec(CLOCK + PATH + clockAt(0))
  for (const { sql } of await readMigrations(migrations)) await database.exec(sql)
  await database.exec('discard all')
  for (const text of WITHOUT_TEMPLATES.trim().split('\n')) await database.exec(text)
  const withPlans = await dump()
  // A run has the plans that it is given.
  await database.exec('delete from run.plans')
  const empty = await dump()
  await database.close()
  return { empty, withPlans }
}

/** Read as it is: a Blob of Node copies its bytes twice before it gives them. */
function inPlace(bytes: Uint8Array): Blob {
  const { buffer, byteOffset, byteLength } = bytes
  const whole = byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  return { type: 'application/x-tar', arrayBuffer: () => Promise.resolve(whole as ArrayBuffer) } as Blob
}

export async function openMemoryPostgres(template: Uint8Array, now: () => Micros): Promise<MemoryPostgres> {
  const database = await PGlite.create({ loadDataDir: inPlace(template) })
  return serve(database, await readSeeds(database), now)
}

function serve(database: PGlite, seeds: Seeds, now: () => Micros): MemoryPostgres {
  const session = createSession(database, now)
  const config: PoolConfig = {
    ...{ user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: WAIT_MS },
    types: timestampsAsText,
    stream: session.connect,
  }
  const pool = new Pool(config)
  // What ends a connection is told to the one who has it; the next one begins from the start.
  pool.on('error', () => undefined)
  return {
    pool,
    statements: () => session.statements,
    async clear() {
      await pool.end()
      await restoreTables(database, seeds)
    },
    again: (nowOfNext) => serve(database, seeds, nowOfNext),
    async close() {
      await pool.end()
      await database.close()
    },
  }
}

/**
 * Longer than any wait that ends, also of a process that hardly ever gets a turn: the one who has the connection waits
 * for what another would have to do with it.
 */
const WAIT_MS = 60_000

interface Session {
  readonly connect: () => Duplex
  readonly statements: number
}

function createSession(database: PGlite, now: () => Micros): Session {
  let statements = 0
  let told: Micros | null = null

  const run = (message: Uint8Array): Buffer => Buffer.from(database.execProtocolRawSync(message))
  const begin = (): Buffer => {
    for (const text of ['rollback', 'discard all', PATH]) run(simpleQuery(text))
    told = null
    return STARTED
  }
  /** Time stands still within a transaction, as it does in any Postgres. */
  const tellTime = (): void => {
    const at = now()
    if (at === told) return
    run(simpleQuery(clockAt(at)))
    told = at
  }

  const connect = (): Duplex => {
    let isIdle = true
    const take = createFrames((kind, message) => {
      if (kind === 'startup') return begin()
      if (kind === 'end') return null
      if (isIdle) tellTime()
      statements += 1
      const answer = run(message)
      isIdle = lastStatusOf(answer) === 'I'
      return answer
    })
    return createLoopback(take)
  }
  return {
    connect,
    get statements() {
      return statements
    },
  }
}

/** Stands for the socket of the driver. `take` returns what is answered; null: the connection has ended. */
function createLoopback(take: (bytes: Buffer) => readonly (Buffer | null)[]): Duplex {
  const loopback = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _encoding, done) {
      try {
        for (const answer of take(bytes)) loopback.push(answer)
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
  const nothing = (): Duplex => loopback
  const connect = (): Duplex => {
    setImmediate(() => loopback.emit('connect'))
    return loopback
  }
  return Object.assign(loopback, { connect, setNoDelay: nothing, setKeepAlive: nothing, ref: nothing, unref: nothing })
}
