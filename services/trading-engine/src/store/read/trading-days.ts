/** Trading days of an account, as they began, and what happened in them. */
import type { Account } from '../../core/model/account/account.js'
import { HOUSE_ACCOUNTS, RARE_HOUSE_ACCOUNTS, type HouseAccount } from '../../core/model/account/ledger.js'
import type { DaySums } from '../../core/risk/day-report.js'
import type { CapitalMove, PastDay } from '../../core/risk/past-floors.js'
import { usd, type Usd } from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { microsOf, optional, textOf, usdOf } from '../tables/column.js'
import { boundsOf, type Page, type TimeWindow } from './history.js'
import type { Queryable } from './queryable.js'

type DayRow = Readonly<
  Record<
    | 'date'
    | 'created_at'
    | 'start_balance'
    | 'start_equity'
    | 'start_capital'
    | 'start_paid_out'
    | 'start_high_water_mark',
    unknown
  >
>

const pastDayOf = (row: DayRow): PastDay => ({
  date: textOf(row.date),
  at: microsOf(row.created_at),
  startBalance: usdOf(row.start_balance),
  startEquity: usdOf(row.start_equity),
  startNetDeposits: optional(row.start_capital, usdOf),
  startPaidOut: optional(row.start_paid_out, usdOf) ?? usd(0n),
  highWaterMark: optional(row.start_high_water_mark, usdOf),
})

/** The day that a moment lies in, and those after it, oldest first. */
export async function readDaysSince(db: Queryable, accountId: string, from: Micros): Promise<readonly PastDay[]> {
  const { rows } = await db.query<DayRow & Record<string, unknown>>({
    name: 'read_days_since',
    text: `select *, date::text as date from trading_days where account_id = $1 and created_at >= coalesce(
        (select max(created_at) from trading_days where account_id = $1 and created_at <= $2), '-infinity')
      order by created_at`,
    values: [accountId, formatTimestamp(from)],
  })
  return rows.map(pastDayOf)
}

/** Deposits, scaling and payments of the days in which the net deposits changed, oldest first. */
export async function readCapitalMoves(
  db: Queryable,
  { id, netDeposits }: Pick<Account, 'id' | 'netDeposits'>,
  days: readonly PastDay[],
): Promise<readonly CapitalMove[]> {
  const changed = days.flatMap((day, place) => {
    const next = days[place + 1]
    const after = next === undefined ? netDeposits : next.startNetDeposits
    return after === day.startNetDeposits ? [] : [{ from: day.at, to: next?.at ?? null }]
  })
  if (changed.length === 0) return []
  const { rows } = await db.query<{ created_at: string; amount: string; is_payout: boolean }>({
    name: 'read_capital_moves',
    text: `select created_at, case direction when 'IN' then amount else -amount end as amount,
        house = 'capital' and exists (select from payouts where payouts.command_id = transfers.command_id) as is_payout
      from unnest($2::timestamptz[], $3::timestamptz[]) as span (began_at, ended_at)
      join transfers on account_id = $1 and house in ('capital', 'scaling') and created_at > began_at
        and created_at < coalesce(ended_at, 'infinity')
      order by created_at`,
    values: [
      id,
      changed.map(({ from }) => formatTimestamp(from)),
      changed.map(({ to }) => (to === null ? null : formatTimestamp(to))),
    ],
  })
  return rows.map((row) => ({ at: microsOf(row.created_at), amount: usdOf(row.amount), isPayout: row.is_payout }))
}

type SumsRow = DayRow &
  Readonly<Record<'ended_at' | 'closing_balance' | 'closing_equity' | 'fills' | HouseAccount, unknown>>

const SUMS = [
  ...HOUSE_ACCOUNTS.map((house) => `coalesce(sum(signed) filter (where house = '${house}'), 0) as ${house}`),
  ...RARE_HOUSE_ACCOUNTS.map((house) => `sum(signed) filter (where house = '${house}') as ${house}`),
]

/** The timestamps of an account strictly increase: each of its rows lies in one day, or at its beginning. */
const LIST_DAYS = `
  with begun as (
    select *, lead(created_at) over later as ended_at, lead(start_balance) over later as closing_balance,
      lead(start_equity) over later as closing_equity
    from trading_days where account_id = $1 window later as (order by created_at)
  ), page as (
    select * from begun where created_at between $2::timestamptz and $3::timestamptz order by created_at desc limit $4
  )
  select page.*, page.date::text as date, transferred.*, filled.* from page, lateral (
    select ${SUMS.join(', ')} from (
      select house, case direction when 'IN' then amount else -amount end as signed from transfers
      where account_id = $1 and created_at > page.created_at and created_at <= coalesce(page.ended_at, $5::timestamptz)
    ) moved
  ) transferred, lateral (
    select count(*) as fills from fills
    where account_id = $1 and created_at > page.created_at and created_at <= coalesce(page.ended_at, $5::timestamptz)
  ) filled
  order by page.created_at desc`

/** Newest first; the day that goes on ends with the account as it was read, which is worth so much. */
export async function listDays(
  db: Queryable,
  account: Pick<Account, 'id' | 'balance' | 'clock'>,
  equity: Usd,
  window: TimeWindow,
): Promise<Page<DaySums>> {
  const { rows } = await db.query<SumsRow & Record<string, unknown>>({
    name: 'list_days',
    text: LIST_DAYS,
    values: [account.id, ...boundsOf(window), window.limit + 1, formatTimestamp(account.clock)],
  })
  const days = rows.slice(0, window.limit).map((row): DaySums => ({
    ...pastDayOf(row),
    endedAt: optional(row.ended_at, microsOf),
    closingBalance: optional(row.closing_balance, usdOf) ?? account.balance,
    closingEquity: optional(row.closing_equity, usdOf) ?? equity,
    transfers: sumsOf(row),
    fills: Number(row.fills),
  }))
  return { rows: days, hasMore: rows.length > window.limit }
}

const sumsOf = (row: SumsRow): DaySums['transfers'] =>
  Object.fromEntries(
    [...HOUSE_ACCOUNTS, ...RARE_HOUSE_ACCOUNTS]
      .filter((house) => row[house] !== null)
      .map((house) => [house, usdOf(row[house])]),
  ) as DaySums['transfers']
