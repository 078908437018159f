/** Moves of the sandbox. What they say of a past tick is kept for ever, packed once it is of the past. */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool, PoolClient } from 'pg'
import { formatDecimal, parseDecimal, price } from '../../core/values/decimal.js'
import type { MarketMove } from '../../core/model/market/market-move.js'

/** How many moves one user may make. */
export interface MoveLimits {
  readonly perMinute: number
  readonly perDay: number
}

/** The tick it starts in, or the seconds until the user may make another one. */
export type MoveInsertion = { readonly startedTick: number } | { readonly retryAfterSeconds: number }

/** Taken by every transaction that changes stored moves, so that they appear in the order of their ids. */
const MOVE_LOCK = '7301, 3'

interface MoveRow {
  readonly id: string
  readonly symbol: string
  readonly started_tick: string
  readonly price: string | null
  readonly over_ticks: string
}

/** The moves made after that one, in the order they were made, and the id to go on from. */
export async function listMarketMoves(
  pool: Pool,
  afterId: number,
): Promise<{ readonly moves: readonly MarketMove[]; readonly lastId: number }> {
  const { rows } = await pool.query<MoveRow>({ name: 'list_market_moves', text: LIST, values: [afterId] })
  const moves = rows.map((row) => ({
    symbol: row.symbol,
    startedTick: Number(row.started_tick),
    price: row.price === null ? null : price(parseDecimal(row.price) ?? 0n),
    overTicks: Number(row.over_ticks),
  }))
  return { moves, lastId: Number(rows.at(-1)?.id ?? afterId) }
}

const LIST = `
  select last_id as id, symbol, move.started_tick, move.price, move.over_ticks, move.position
    from packed_market_moves as packed,
      unnest(packed.started_ticks, packed.prices, packed.over_ticks) with ordinality as move (started_tick, price, over_ticks, position)
    where last_id > $1
  union all
  select id, symbol, started_tick, price, over_ticks, 0 from market_moves where id > $1
  order by id, position`

/**
 * Stores a move. A walk made in the same tick as another move starts a tick after it, so that it begins where that one
 * led; a gap takes its place. No move starts before one that was made earlier.
 */
export function insertMarketMove(
  pool: Pool,
  move: MarketMove,
  userId: string,
  { perMinute, perDay }: MoveLimits,
): Promise<MoveInsertion> {
  const target = move.price === null ? null : formatDecimal(move.price)
  return inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${MOVE_LOCK})`)
    const { rows } = await client.query<{ started_tick: string | null; retry_seconds: string | null }>({
      name: 'insert_market_move',
      text: INSERT,
      values: [move.symbol, move.startedTick, target, move.overTicks, userId, perMinute, perDay],
    })
    await packOldMoves(client)
    const row = rows[0]
    if (row?.started_tick) return { startedTick: Number(row.started_tick) }
    return { retryAfterSeconds: Math.max(1, Number(row?.retry_seconds)) }
  })
}

const INSERT = `
  with made as (
    select count(*) as of_day, min(created_at) as first_of_day,
      count(*) filter (where created_at > now() - interval '1 minute') as of_minute,
      min(created_at) filter (where created_at > now() - interval '1 minute') as first_of_minute
    from market_moves where user_id = $5 and created_at > now() - interval '1 day'
  ), stored as (
    insert into market_moves (symbol, started_tick, price, over_ticks, user_id)
      select $1, greatest($2::bigint, (
          select max(started_tick) + case when $4::bigint > 1 then 1 else 0 end from market_moves where symbol = $1
        )), $3, $4, $5 from made where of_minute < $6 and of_day < $7
      returning started_tick
  )
  select (select started_tick from stored), ceil(extract(epoch from case
      when of_day >= $7 then first_of_day + interval '1 day' - now()
      else first_of_minute + interval '1 minute' - now()
    end)) as retry_seconds
    from made`

/**
 * About once a day, all moves older than a day become one row a symbol. Of several that start in one tick only the one
 * made last says anything; all others stay, so that every past tick keeps its price.
 */
async function packOldMoves(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ is_due: boolean }>(
    `select created_at < now() - interval '2 days' as is_due from market_moves order by id limit 1`,
  )
  if (rows[0]?.is_due === true) await client.query(PACK)
}

const PACK = `
  with old as (
    delete from market_moves
      where id <= (select max(id) from market_moves where created_at < now() - interval '1 day')
      returning *
  ), counting as (
    select distinct on (symbol, started_tick) * from old order by symbol, started_tick, id desc
  )
  insert into packed_market_moves (last_id, symbol, started_ticks, prices, over_ticks)
    select (select max(id) from old), symbol,
      array_agg(started_tick order by started_tick),
      array_agg(price order by started_tick),
      array_agg(over_ticks order by started_tick)
    from counting group by symbol`
