/** The rows of an account that evidence is made of, within a span of time. Read in one transaction of one moment. */
import type {
  EarlierFill,
  EvidenceDay,
  EvidenceFill,
  EvidenceRows,
  FiredOrder,
  Opening,
} from '../../core/read/evidence.js'
import type { Order } from '../../core/model/order/order.js'
import { usd } from '../../core/values/decimal.js'
import { TICK_MICROS, tickAt } from '../../core/values/tick.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { breachOf, type BreachRow } from '../tables/breaches.js'
import { microsOf, optional, textOf, usdOf } from '../tables/column.js'
import { STRIKE_DAYS_MAX } from '../../core/model/account/strike.js'
import { strikeOf, type StrikeRow } from '../tables/strikes.js'
import { fillOf, type FillRow } from '../tables/fills.js'
import { orderOf, type OrderRow } from '../tables/orders.js'
import { positionOf, type PositionRow } from '../tables/positions.js'
import { transferOf, type TransferRow } from '../tables/transfers.js'
import { readPastMoments } from './past-moments.js'
import type { Queryable } from './queryable.js'

/** After `from`, up to and with `until`. */
export interface EvidenceSpan {
  readonly accountId: string
  readonly from: Micros
  readonly until: Micros
  /** Ids of breaches and of liquidated positions. */
  readonly subjects: readonly string[]
  /** Ids of orders that have fired; null: those that have fired within the span. */
  readonly triggered: readonly string[] | null
}

/** Is told of a row of which nothing can be made, by the name that it is sealed under. */
export type OnUnreadable = (name: string, error: unknown) => void

type SpanRows = Pick<
  EvidenceRows,
  'fills' | 'transfers' | 'payouts' | 'triggered' | 'breaches' | 'liquidations' | 'strikes'
>

export async function readSpan(
  db: Queryable,
  span: EvidenceSpan,
  onUnreadable: OnUnreadable = fail,
): Promise<SpanRows> {
  const { accountId, from, until, subjects, triggered } = span
  const within = [accountId, formatTimestamp(from), formatTimestamp(until)]
  const fills = await read<FillRow & ClosingRow>(db, FILLS, within)
  const transfers = await read<TransferRow & { readonly is_payout: boolean }>(db, TRANSFERS, within)
  const orders =
    triggered === null
      ? await read<OrderRow>(db, FIRED, [accountId, tickAt(from), tickAt(until)])
      : await read<OrderRow>(db, ORDERS, [triggered, accountId])
  const breaches = await read<BreachRow>(db, BREACHES, [subjects, accountId])
  const positions = await read<PositionRow>(db, POSITIONS, [subjects, accountId])
  return {
    fills: readable('fill', fills, evidenceFillOf, onUnreadable),
    transfers: readable('transfer', transfers, transferOf, onUnreadable),
    payouts: transfers.filter((row) => row.is_payout).map((row) => textOf(row.id)),
    triggered: readable('trigger', orders, orderOf, onUnreadable).filter(hasFired),
    breaches: readable('breach', breaches, breachOf, onUnreadable),
    ...(breaches.some(({ rule }) => rule === 'strikes') && {
      strikes: readable('strike', await read<StrikeRow>(db, STRIKES, [accountId, within[2]]), strikeOf, onUnreadable),
    }),
    liquidations: readable('liquidation', positions, positionOf, onUnreadable),
  }
}

/** The fills up to the opening at a tick that one after it is at, too. A book is that of its tick. */
export async function readEarlierFills(
  db: Queryable,
  { accountId, from, until }: Pick<EvidenceSpan, 'accountId' | 'from' | 'until'>,
): Promise<readonly EarlierFill[]> {
  const rows = await read<FillRow>(
    db,
    `with later as (select distinct venue, symbol, tick from fills
        where account_id = $1 and created_at > $2 and created_at <= $3 and tick is not null)
      select fills.* from fills join later using (venue, symbol, tick)
        where account_id = $1 and created_at <= $2
          and created_at >= (select to_timestamp(min(tick) / ${1_000_000 / TICK_MICROS}) from later)
        order by created_at`,
    [accountId, formatTimestamp(from), formatTimestamp(until)],
  )
  return rows.map(fillOf)
}

const readable = <R extends { readonly id: unknown }, T>(
  kind: string,
  rows: readonly R[],
  of: (row: R) => T,
  onUnreadable: OnUnreadable,
): T[] =>
  rows.flatMap((row) => {
    try {
      return [of(row)]
    } catch (error) {
      onUnreadable(`${kind} ${textOf(row.id)}`, error)
      return []
    }
  })

/** Evidence is not sealed without a row. */
const fail: OnUnreadable = (_name, error) => {
  throw error
}

const evidenceFillOf = (row: FillRow & ClosingRow): EvidenceFill => {
  const fill = fillOf(row)
  const amounts = fill.live === undefined ? [] : Object.values(fill.live.charges)
  assertInvariant(fill.live?.place !== null && amounts.every((one) => typeof one === 'bigint'), 'charges are amounts')
  return { ...fill, closedBy: closedByOf(row), orderedAt: microsOf(row.ordered_at) }
}

const SPAN = 'account_id = $1 and created_at > $2::timestamptz and created_at <= $3::timestamptz order by created_at'
const FILLS = `select fills.*, orders.status as order_status, orders.reason as order_reason,
    orders.created_at as ordered_at
  from (select * from fills where ${SPAN}) fills join orders on orders.id = fills.order_id order by fills.created_at`
const IS_PAYOUT = `house = 'capital' and exists (select from payouts where payouts.command_id = transfers.command_id)`
/** With what was posted for the last fill, which comes after it. */
const TRANSFERS = `select *, ${IS_PAYOUT} as is_payout from transfers where account_id = $1 and created_at > $2::timestamptz
    and created_at <= $3::timestamptz + interval '1 second'
    and (created_at <= $3::timestamptz
      or fill_id in (select id from fills where account_id = $1 and created_at = $3::timestamptz))
  order by created_at`
const FIRED = 'select * from orders where account_id = $1 and trigger_tick between $2 and $3 order by trigger_tick, id'
const ORDERS = `select * from orders where id = any($1) and account_id = $2 and trigger_tick is not null
  order by trigger_tick, id`
const BREACHES = 'select * from breaches where id = any($1) and account_id = $2 order by created_at'
/** No plan looks further back. */
const STRIKES = `select * from strikes where account_id = $1 and created_at <= $2::timestamptz
    and created_at > $2::timestamptz - interval '${STRIKE_DAYS_MAX + 1} days' order by created_at`
const POSITIONS = `select * from positions where id = any($1) and account_id = $2 and closed_at is not null
  order by closed_at`

const hasFired = (order: Order): order is FiredOrder => order.triggerPrice !== null && order.triggerTick !== null

interface ClosingRow {
  readonly order_status: string
  readonly order_reason: string | null
  readonly ordered_at: string
}

/** An order of the service is as large as what it fills; a trader's that has such a reason was cancelled. */
function closedByOf({ order_status: status, order_reason: reason }: ClosingRow): EvidenceFill['closedBy'] {
  if (status !== 'FILLED') return null
  return reason === 'liquidation' ? 'LIQUIDATION' : reason === 'risk' ? 'RISK' : null
}

interface DayRow {
  readonly date: string
  readonly created_at: string
  readonly tick: string | null
  readonly start_balance: string
  readonly start_equity: string
  readonly net_deposits: string
  readonly paid_out: string
  readonly high_water_mark: string
}

const SIGNED = `case direction when 'IN' then amount else -amount end`
/** A day that a version without the later columns has begun takes them from the ledger and from the account. */
const DAY = `select date::text as date, days.created_at, tick, start_balance, start_equity,
    coalesce(start_capital, (select sum(${SIGNED}) from transfers
        where account_id = $1 and house in ('capital', 'scaling') and created_at <= days.created_at)
      - (definition ->> 'initial_balance')::numeric) as net_deposits,
    coalesce(start_paid_out, 0) as paid_out, coalesce(start_high_water_mark, high_water_mark) as high_water_mark
  from trading_days days join accounts on accounts.id = days.account_id
    join plans on plans.id = plan_id and plans.version = plan_version
  where account_id = $1`

const dayOf = (row: DayRow): EvidenceDay => ({
  date: row.date,
  at: microsOf(row.created_at),
  tick: optional(row.tick, Number),
  startBalance: usdOf(row.start_balance),
  startEquity: usdOf(row.start_equity),
  startNetDeposits: usdOf(row.net_deposits),
  paidOut: usdOf(row.paid_out),
  highWaterMark: usdOf(row.high_water_mark),
})

/** The trading day that a moment belongs to, and when the next one began. */
export async function readDayAt(
  db: Queryable,
  accountId: string,
  at: Micros,
): Promise<{ readonly day: EvidenceDay; readonly endedAt: Micros | null }> {
  const values = [accountId, formatTimestamp(at)]
  const [row] = await read<DayRow>(db, `${DAY} and days.created_at <= $2 order by days.created_at desc limit 1`, values)
  const [next] = await read<DayRow>(db, `${DAY} and days.created_at > $2 order by days.created_at limit 1`, values)
  assertInvariant(row !== undefined, 'an account begins with a trading day')
  return { day: dayOf(row), endedAt: next === undefined ? null : microsOf(next.created_at) }
}

/** Null where there is none, or nothing can be made of its row. */
export async function readDay(db: Queryable, accountId: string, date: string): Promise<EvidenceDay | null> {
  const [row] = await read<DayRow>(db, `${DAY} and date::text = $2`, [accountId, date])
  return readable('day', row === undefined ? [] : [{ ...row, id: date }], dayOf, () => undefined)[0] ?? null
}

/** The moment before the first of the latest `limit` fills, where the span has more of them; else its beginning. */
export async function shortenSpan(
  db: Queryable,
  { accountId, from, until }: Pick<EvidenceSpan, 'accountId' | 'from' | 'until'>,
  limit: number,
): Promise<Micros> {
  const [row] = await read<{ created_at: string }>(
    db,
    `select created_at from fills where account_id = $1 and created_at > $2 and created_at <= $3
      order by created_at desc offset $4 limit 1`,
    [accountId, formatTimestamp(from), formatTimestamp(until), limit - 1],
  )
  return row === undefined ? from : microsOf(row.created_at) - 1
}

/** A fill that closes is on the other side than its position; the balance is that after all that was posted for it. */
const CLOSED_HIGH = `select max(balance_after)::text as high from fills
    join positions on positions.id = fills.position_id
    cross join lateral (select balance_after from transfers where fill_id = fills.id order by created_at desc limit 1) last
  where fills.account_id = $1 and fills.created_at > $2 and fills.created_at <= $3
    and (fills.side = 'BUY') <> (positions.direction = 'LONG')`

/** Balance, net deposits and positions at a moment of the day. */
export async function readOpening(
  db: Queryable,
  { accountId, at, day }: { readonly accountId: string; readonly at: Micros; readonly day: EvidenceDay },
): Promise<Opening> {
  const [moment] = await readPastMoments(db, accountId, [at])
  assertInvariant(moment !== undefined, 'every moment that is asked for is told')
  const held = new Map(moment.changed.filter(({ quantity }) => quantity > 0n).map((holding) => [holding.id, holding]))
  const rows = await read<PositionRow>(db, 'select * from positions where id = any($1)', [[...held.keys()]])
  const since = [accountId, formatTimestamp(day.at), formatTimestamp(at)]
  const [capital] = await read<{ moved: string; paid: string }>(
    db,
    `select coalesce(sum(${SIGNED}), 0)::text as moved,
        coalesce(sum(amount) filter (where ${IS_PAYOUT}), 0)::text as paid from transfers
      where account_id = $1 and house in ('capital', 'scaling') and created_at > $2 and created_at <= $3`,
    since,
  )
  const [scaling] = await read<{ scaled: string }>(
    db,
    `select coalesce(sum(amount), 0)::text as scaled from transfers
      where account_id = $1 and house = 'scaling' and created_at <= $2`,
    [accountId, formatTimestamp(at)],
  )
  const [closed] = await read<{ high: string | null }>(db, CLOSED_HIGH, since)
  return {
    at,
    balance: moment.balance,
    netDeposits: usd(day.startNetDeposits + (capital === undefined ? 0n : usdOf(capital.moved))),
    scaled: usd(scaling === undefined ? 0n : usdOf(scaling.scaled)),
    paidOut: usd(day.paidOut + (capital === undefined ? 0n : usdOf(capital.paid))),
    closedHigh: optional(closed?.high ?? null, usdOf),
    holdings: rows.map((row) => ({ ...positionOf(row), ...held.get(textOf(row.id)) })),
  }
}

async function read<R extends object>(db: Queryable, text: string, values: readonly unknown[]): Promise<readonly R[]> {
  const { rows } = await db.query<R & Record<string, unknown>>({ text, values: [...values] })
  return rows
}
