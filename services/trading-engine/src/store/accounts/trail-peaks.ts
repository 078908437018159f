/**
 * Notes peaks of trailing stops beside what decisions write. A later tick takes the place of an earlier one: its peak
 * is as good or better. Orders that a decision is writing at this moment are left for the next time.
 */
import { formatDecimal } from '../../core/values/decimal.js'
import type { Peak } from '../../core/model/order/trail.js'
import type { Queryable } from '../read/queryable.js'

/** The peak of an order that began to trail at a tick. */
export interface OrderPeak extends Peak {
  readonly orderId: string
  readonly sinceTick: number
}

export async function notePeaks(db: Queryable, peaks: readonly OrderPeak[]): Promise<void> {
  await db.query({
    name: 'note_trail_peaks',
    text: NOTE,
    values: [
      peaks.map(({ orderId }) => orderId),
      peaks.map(({ sinceTick }) => sinceTick),
      peaks.map(({ tick }) => tick),
      peaks.map(({ price }) => (price === null ? null : formatDecimal(price))),
      peaks.map(({ priceTick }) => priceTick),
    ],
  })
}

const NOTE = `with told as (
    select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::numeric[], $5::bigint[])
      as t (order_id, since, tick, peak, peak_tick)),
  free as (
    select o.id from orders o join told on told.order_id = o.id
      where o.trigger_state = 'ARMED' and o.status in ('PENDING', 'OPEN') and o.trail is not null
        and (o.trail_since is distinct from told.since or o.trail_tick < told.tick)
      order by o.id for no key update of o skip locked)
  update orders o set trail_since = told.since, trail_tick = told.tick,
      trail_peak = told.peak, trail_peak_tick = told.peak_tick
    from told join free on free.id = told.order_id where o.id = told.order_id`
