/** Reads what was published: ticks, the numbers of their listings, and candles. */
import type { Listing } from '../../core/model/market/listing.js'
import type {
  CandleMinutes,
  PublishedCandles,
  PublishedListing,
  PublishedRates,
  PublishedTick,
} from '../../core/model/market/published-tick.js'
import { parseDecimal, price } from '../../core/values/decimal.js'
import type { Queryable } from './queryable.js'

/** Ticks after this one, oldest first, at most as many. */
export async function listTicks(db: Queryable, after: number, limit: number): Promise<readonly PublishedTick[]> {
  const { rows } = await db.query<TickRow>({
    name: 'list_published_ticks',
    text: 'select number, is_snapshot, block from published_ticks where number > $1 order by number limit $2',
    values: [after, limit],
  })
  return rows.map(tickOf)
}

interface TickRow {
  readonly number: string
  readonly is_snapshot: boolean
  readonly block: Buffer
}

const tickOf = ({ number, is_snapshot: isSnapshot, block }: TickRow): PublishedTick => ({
  number: Number(number),
  isSnapshot,
  block,
})

/** The same, with the ticks that are kept of days whose ticks were dropped: these tell some listings alone. */
export async function listStoredTicks(db: Queryable, after: number, limit: number): Promise<readonly PublishedTick[]> {
  const of = (table: string, rank: number): string =>
    `(select number, is_snapshot, block, ${rank} as rank from ${table} where number > $1 order by number limit $2)`
  const { rows } = await db.query<TickRow>({
    name: 'list_stored_ticks',
    text: `select distinct on (number) number, is_snapshot, block
      from (${of('published_ticks', 0)} union all ${of('kept_ticks', 1)}) stored order by number, rank limit $2`,
    values: [after, limit],
  })
  return rows.map(tickOf)
}

/** The last kept tick before this one; 0: there is none. */
export async function findLastKeptTick(db: Queryable, before: number): Promise<number> {
  const { rows } = await db.query<{ number: string | null }>({
    text: 'select max(number) as number from kept_ticks where number < $1',
    values: [before],
  })
  return Number(rows[0]?.number ?? 0)
}

/** The last stored tick up to and with this one, kept ones among them, that is a snapshot of all that is stored. */
export async function findStoredSnapshot(db: Queryable, number: number): Promise<number | null> {
  const { rows } = await db.query<{ number: string | null }>({
    text: `select greatest(
      (select number from published_ticks where number <= $1 and is_snapshot order by number desc limit 1),
      (select number from kept_ticks where number <= $1 and is_snapshot order by number desc limit 1)) as number`,
    values: [number],
  })
  const found = rows[0]?.number ?? null
  return found === null ? null : Number(found)
}

/** The last tick up to and with this one that is a snapshot; null when there is none. */
export async function findSnapshot(db: Queryable, number: number): Promise<number | null> {
  const { rows } = await db.query<{ number: string }>({
    text: `select number from published_ticks where number <= $1 and is_snapshot order by number desc limit 1`,
    values: [number],
  })
  return rows[0] === undefined ? null : Number(rows[0].number)
}

/** By their numbers. */
export async function listPublishedListings(db: Queryable): Promise<readonly PublishedListing[]> {
  const { rows } = await db.query<{ id: number; venue: Listing['venue']; symbol: string; tick_size: string }>({
    text: 'select id, venue, symbol, tick_size from published_listings order by id',
  })
  return rows.map(({ id, venue, symbol, tick_size: size }) => ({
    ...{ id, venue, symbol },
    tickSize: price(parseDecimal(size) ?? 0n),
  }))
}

/** Candles of spans that start at this tick or later, oldest first, at most as many. */
export async function listCandles(
  db: Queryable,
  minutes: CandleMinutes,
  fromTick: number,
  limit: number,
): Promise<readonly PublishedCandles[]> {
  const { rows } = await db.query<{ first_tick: string; block: Buffer }>({
    name: 'list_published_candles',
    text: `select first_tick, block from published_candles
      where minutes = $1 and first_tick >= $2 order by first_tick limit $3`,
    values: [minutes, fromTick, limit],
  })
  return rows.map(({ first_tick: firstTick, block }) => ({ minutes, firstTick: Number(firstTick), block }))
}

/** The start of the last span whose candles are stored; null when none are. */
export async function findLastCandles(db: Queryable, minutes: CandleMinutes): Promise<number | null> {
  const { rows } = await db.query<{ first_tick: string | null }>({
    text: 'select max(first_tick) as first_tick from published_candles where minutes = $1',
    values: [minutes],
  })
  const first = rows[0]?.first_tick ?? null
  return first === null ? null : Number(first)
}

/** Rates in force at the beginning of these hours or later ones, oldest first, at most as many. */
export async function listRates(db: Queryable, fromHour: number, limit: number): Promise<readonly PublishedRates[]> {
  const { rows } = await db.query<{ hour: string; block: Buffer }>({
    name: 'list_published_rates',
    text: 'select hour, block from published_rates where hour >= $1 order by hour limit $2',
    values: [fromHour, limit],
  })
  return rows.map(({ hour, block }) => ({ hour: Number(hour), block }))
}

/** The first hour whose rates are stored; null when none are. */
export async function findFirstRates(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ hour: string | null }>({ text: 'select min(hour) as hour from published_rates' })
  const hour = rows[0]?.hour ?? null
  return hour === null ? null : Number(hour)
}

/** The last hour whose rates are stored; null when none are. */
export async function findLastRates(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ hour: string | null }>({ text: 'select max(hour) as hour from published_rates' })
  const hour = rows[0]?.hour ?? null
  return hour === null ? null : Number(hour)
}
