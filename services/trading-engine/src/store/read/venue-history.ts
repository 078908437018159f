/** Reads the venues' bars of times in which nothing was published. */
import {
  HISTORY_MINUTES,
  type HistoryMinutes,
  type HistorySeries,
  type StoredHistory,
} from '../../core/model/market/venue-history.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import type { Queryable } from './queryable.js'

interface Row {
  readonly listing: number
  readonly from_tick: string
  readonly to_tick: string
  readonly minutes: HistoryMinutes
}

const seriesOf = ({ listing, from_tick: from, to_tick: to, minutes }: Row): HistorySeries => ({
  ...{ listing, minutes, fromTick: Number(from), toTick: Number(to) },
})

/** Stored after this one, oldest first, at most as many. */
export async function listHistory(db: Queryable, afterId: number, limit: number): Promise<readonly StoredHistory[]> {
  const { rows } = await db.query<Row & { id: string; block: Buffer }>({
    name: 'list_venue_candles',
    text: `select id, listing, from_tick, to_tick, minutes, block
      from venue_candles join history_gaps using (listing, from_tick) where id > $1 order by id limit $2`,
    values: [afterId, limit],
  })
  return rows.map((row) => ({ ...seriesOf(row), id: Number(row.id), block: row.block }))
}

const TICKS_PER_MINUTE = 60_000_000 / TICK_MICROS

/** Lists the history still to be requested from the venues: series of which one bar at least fits into its gap. */
export async function listMissingHistory(db: Queryable): Promise<readonly HistorySeries[]> {
  const { rows } = await db.query<Row>({
    text: `select listing, from_tick, to_tick, minutes
      from history_gaps cross join unnest($1::int[]) as lengths (minutes)
        cross join lateral (select minutes * ${TICKS_PER_MINUTE}::bigint as length) as ticks
      where to_tick / length * length - (from_tick + length - 1) / length * length >= length
        and not exists (select from venue_candles as stored
          where (stored.listing, stored.from_tick, stored.minutes)
            = (history_gaps.listing, history_gaps.from_tick, lengths.minutes))
      order by minutes, listing, from_tick`,
    values: [HISTORY_MINUTES],
  })
  return rows.map(seriesOf)
}

/** The first minute of which candles are stored; null when there are none. */
export async function findFirstMinute(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ first_tick: string | null }>({
    text: 'select min(first_tick) as first_tick from published_candles where minutes = 1',
  })
  const first = rows[0]?.first_tick ?? null
  return first === null ? null : Number(first)
}
