import type { PublishedCandles, PublishedRates } from '../../core/model/market/published-tick.js'
import type { Queryable } from '../read/queryable.js'

/** Stores candles. Those of a span that has some stay: two processes that write them write the same. */
export async function insertCandles(db: Queryable, candles: readonly PublishedCandles[]): Promise<void> {
  await db.query({
    name: 'insert_published_candles',
    text: `insert into published_candles (minutes, first_tick, block)
      select * from unnest($1::int[], $2::bigint[], $3::bytea[]) on conflict do nothing`,
    values: [
      candles.map(({ minutes }) => minutes),
      candles.map(({ firstTick }) => firstTick),
      candles.map(({ block }) => block),
    ],
  })
}

/** Rates in force at the beginning of hours; those that are there already stay as they are. */
export async function insertRates(db: Queryable, rates: readonly PublishedRates[]): Promise<void> {
  await db.query({
    name: 'insert_published_rates',
    text: `insert into published_rates (hour, block) select * from unnest($1::bigint[], $2::bytea[]) on conflict do nothing`,
    values: [rates.map(({ hour }) => hour), rates.map(({ block }) => block)],
  })
}
