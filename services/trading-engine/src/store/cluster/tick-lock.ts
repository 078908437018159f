/**
 * The right to publish ticks: an advisory lock on a connection of its own. Postgres grants it to one connection at
 * most. Ticks are written on that very connection, so a process that has lost the lock cannot write. A holder that
 * says nothing for a second and a half, because it is stopped, stuck or cut off, has its connection ended by Postgres,
 * and another process takes over with its next heartbeat.
 */
import { randomUUID } from 'node:crypto'
import { createDedicatedConnection } from '@ats/service-kit/db'
import type { Logger } from '@ats/service-kit/process'
import type { Client } from 'pg'
import type { ListingGrid, PublishedListing, PublishedTick } from '../../core/model/market/published-tick.js'
import { formatDecimal } from '../../core/values/decimal.js'

export interface TickLock {
  /** Null while this process does not hold the lock; another object after each time it was lost. */
  readonly session: () => TickSession | null
  /** Resolves once this process takes part; rejects when the database cannot be reached. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface TickSession {
  /** Gives numbers to listings that have none; resolves to these and theirs. */
  register(listings: readonly ListingGrid[]): Promise<readonly PublishedListing[]>
  /** Stores and announces; false, and nothing is stored, when its slot has begun by the database's clock, or is far. */
  append(tick: PublishedTick): Promise<boolean>
}

export interface TickLockOptions {
  readonly connectionString: string
  readonly logger: Logger
  readonly timeoutFactor?: number
  readonly spans?: { readonly heartbeatMs: number; readonly idleMs: number }
}

const SPANS = { heartbeatMs: 250, idleMs: 1_500 }
const QUERY_TIMEOUT_MS = 2_000
/** The two keys of the advisory lock of the process that publishes. */
export const PUBLISHER_LOCK = '7301, 5'
export const TICK_CHANNEL = 'published_ticks'
/** Postgres takes 8,000 bytes at most; what is larger is announced by its number. */
const PAYLOAD_MAX = 7_900

export function createTickLock({
  connectionString,
  logger,
  timeoutFactor = 1,
  spans = SPANS,
}: TickLockOptions): TickLock {
  let session: TickSession | null = null
  const connection = createDedicatedConnection({
    connectionString,
    applicationName: `trading-engine publisher ${randomUUID()}`,
    logger,
    heartbeatMs: spans.heartbeatMs,
    queryTimeoutMs: QUERY_TIMEOUT_MS * timeoutFactor,
    timeoutFactor,
    open: () => Promise.resolve(),
    async beat(client) {
      const { rows } = await client.query<{ is_held: boolean }>(session === null ? TRY_LOCK : STILL_THERE)
      if (session !== null || rows[0]?.is_held !== true) return
      await client.query(`set idle_session_timeout = ${spans.idleMs * timeoutFactor}`)
      session = sessionOf(client)
    },
    onLost() {
      session = null
    },
  })
  return { session: () => session, start: connection.start, stop: connection.stop }
}

const TRY_LOCK = `select pg_try_advisory_lock(${PUBLISHER_LOCK}) as is_held`
const STILL_THERE = 'select true as is_held'

function sessionOf(client: Client): TickSession {
  return {
    async register(listings) {
      const columns = [
        listings.map(({ venue }) => venue),
        listings.map(({ symbol }) => symbol),
        listings.map(({ tickSize }) => formatDecimal(tickSize)),
      ]
      await client.query(REGISTER, columns)
      const { rows } = await client.query<{ id: number | null }>(LIST_NUMBERS, columns)
      return listings.flatMap((listing, position) => {
        const id = rows[position]?.id
        return id === undefined || id === null ? [] : [{ ...listing, id }]
      })
    },
    async append({ number, isSnapshot, block }) {
      const payload = `${number} ${Buffer.from(block).toString('base64')}`
      const { rows } = await client.query<{ number: string }>({
        name: 'append_tick',
        text: APPEND,
        values: [number, isSnapshot, block, payload.length <= PAYLOAD_MAX ? payload : String(number)],
      })
      return rows.length === 1
    },
  }
}

const WANTED =
  'unnest($1::text[], $2::text[], $3::numeric[]) with ordinality as wanted (venue, symbol, tick_size, place)'

const REGISTER = `
  insert into published_listings (id, venue, symbol, tick_size)
    select (select coalesce(max(id), 0) from published_listings) + row_number() over (order by place),
      venue, symbol, tick_size
    from ${WANTED}
    where not exists (select from published_listings as known
      where (known.venue, known.symbol, known.tick_size) = (wanted.venue, wanted.symbol, wanted.tick_size))`

const LIST_NUMBERS = `select id from ${WANTED}
  left join published_listings using (venue, symbol, tick_size) order by place`

/** Announced by the commit that stores it: nobody hears of a tick that is not on disk. */
const APPEND = `
  with due as (
    select floor(extract(epoch from clock_timestamp()) * 4)::bigint as slot
  ), stored as (
    insert into published_ticks (number, is_snapshot, block)
      select $1::bigint, $2, $3 from due where $1::bigint between slot + 1 and slot + 4
      returning number
  )
  select number, pg_notify('${TICK_CHANNEL}', $4) from stored`
