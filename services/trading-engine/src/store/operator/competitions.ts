/** Competitions, their entries, and what the ledger says of those. */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import type { Competition, CompetitionEntry, Ranking, Visibility } from '../../core/model/competition.js'
import type { EntryFigures } from '../../core/read/rank-entries.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

interface CompetitionRow {
  readonly id: string
  readonly name: string
  readonly plan_id: string
  readonly plan_version: number
  readonly begins_at: string
  readonly ends_at: string
  readonly entry_cap: number
  readonly rank_by: Ranking
  readonly min_trades: number
  readonly visibility: Visibility
  readonly created_at: string
  readonly entries: number
  readonly closed_at: string | null
  readonly closed_reason: string | null
}

const competitionOf = (row: CompetitionRow): Competition => ({
  ...{ id: row.id, name: row.name, planId: row.plan_id, planVersion: row.plan_version },
  ...{ from: microsOf(row.begins_at), to: microsOf(row.closed_at ?? row.ends_at), entryCap: row.entry_cap },
  ...{ rankBy: row.rank_by, minTrades: row.min_trades, visibility: row.visibility },
  ...{ createdAt: microsOf(row.created_at), entries: row.entries, closedReason: row.closed_reason },
})

/** By their beginning, the latest first. */
export const listCompetitions = (pool: Pool, window: TimeWindow): Promise<Page<Competition>> =>
  pageByTime<CompetitionRow, Competition>(
    pool,
    { table: 'competitions', time: 'begins_at', filter: {}, window },
    competitionOf,
  )

export async function findCompetition(db: Queryable, id: string): Promise<Competition | null> {
  const { rows } = await db.query<CompetitionRow>({ text: 'select * from competitions where id = $1', values: [id] })
  return rows[0] === undefined ? null : competitionOf(rows[0])
}

/** Until the end of the transaction nobody else enters it. */
export async function lockCompetition(client: PoolClient, id: string): Promise<void> {
  await client.query('select 1 from competitions where id = $1 for update', [id])
}

/** False: there is one with this id. */
export async function insertCompetition(client: PoolClient, one: Competition): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into competitions (id, name, plan_id, plan_version, begins_at, ends_at, entry_cap, rank_by, min_trades,
        visibility, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing`,
    [
      ...[one.id, one.name, one.planId, one.planVersion, formatTimestamp(one.from), formatTimestamp(one.to)],
      ...[one.entryCap, one.rankBy, one.minTrades, one.visibility, formatTimestamp(one.createdAt)],
    ],
  )
  return rowCount === 1
}

/** It is locked, and not over. */
export async function closeCompetition(client: PoolClient, id: string, at: Micros, reason: string): Promise<void> {
  await client.query('update competitions set closed_at = $2, closed_reason = $3 where id = $1', [
    ...[id, formatTimestamp(at), reason],
  ])
}

interface EntryRow {
  readonly id: string
  readonly competition_id: string
  readonly account_id: string
  readonly user_id: string
  readonly display_name: string | null
  readonly entered_at: string
}

const entryOf = (row: EntryRow): CompetitionEntry => ({
  ...{ id: row.id, competitionId: row.competition_id, accountId: row.account_id, userId: row.user_id },
  displayName: row.display_name,
  enteredAt: microsOf(row.entered_at),
})

export async function findEntryOf(
  db: Queryable,
  competitionId: string,
  userId: string,
): Promise<CompetitionEntry | null> {
  const { rows } = await db.query<EntryRow>({
    text: 'select * from competition_entries where competition_id = $1 and user_id = $2',
    values: [competitionId, userId],
  })
  return rows[0] === undefined ? null : entryOf(rows[0])
}

/** The entries of a user, the latest first. */
export const listEntriesOf = (pool: Pool, userId: string, window: TimeWindow): Promise<Page<CompetitionEntry>> =>
  pageByTime<EntryRow, CompetitionEntry>(
    pool,
    { table: 'competition_entries', time: 'entered_at', filter: { user_id: userId }, window },
    entryOf,
  )

export async function renameEntry(db: Queryable, { id, displayName }: CompetitionEntry): Promise<void> {
  await db.query({ text: 'update competition_entries set display_name = $2 where id = $1', values: [id, displayName] })
}

/** The competition is locked. */
export async function insertEntry(db: Queryable, entry: CompetitionEntry): Promise<void> {
  await db.query({
    text: 'update competitions set entries = entries + 1 where id = $1',
    values: [entry.competitionId],
  })
  await db.query({
    text: `insert into competition_entries (id, competition_id, account_id, user_id, display_name, entered_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [
      ...[entry.id, entry.competitionId, entry.accountId, entry.userId, entry.displayName],
      formatTimestamp(entry.enteredAt),
    ],
  })
}

export async function hasTraded(db: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await db.query<{ traded: boolean }>({
    text: 'select exists (select from fills where account_id = $1) as traded',
    values: [accountId],
  })
  return rows[0]?.traded === true
}

interface FiguresRow extends EntryRow {
  readonly profit: number
  readonly drawdown: number
  readonly trades: string
  readonly disqualified: boolean
  readonly open_at_end: boolean
}

/** A thousand entries may have a million rows in the ledger. */
const FIGURES_TIMEOUT_MS = 30_000

/** Within the time of the competition, up to now. */
export async function readEntryFigures(
  pool: Pool,
  { id, from, to }: Competition,
  now: Micros,
): Promise<readonly EntryFigures[]> {
  const values = [id, formatTimestamp(from), formatTimestamp(to), formatTimestamp(now)]
  const { rows } = await inTransaction(pool, async (client) => {
    await client.query(`set local statement_timeout = ${FIGURES_TIMEOUT_MS}`)
    return client.query<FiguresRow>({ text: FIGURES, values, query_timeout: FIGURES_TIMEOUT_MS } as QueryConfig)
  })
  return rows.map((row) => ({
    ...entryOf(row),
    ...{ profit: row.profit, drawdown: row.drawdown, trades: Number(row.trades) },
    ...{ isDisqualified: row.disqualified, isOpenAtEnd: row.open_at_end },
  }))
}

/**
 * The figures of all entries. What is neither profit nor loss of trading is left out; so are positions from before the
 * beginning, with all that was booked of them: a holder would choose which to close within it. Rows of one decision are
 * one change.
 */
const FIGURES = `
  with early as materialized (
    select p.account_id, p.id from competition_entries e join positions p on p.account_id = e.account_id
      where e.competition_id = $1 and p.opened_at < $2::timestamptz
        and (p.closed_at is null or p.closed_at >= $2::timestamptz)
  ), early_fills as materialized (
    select f.id from early join fills f on f.account_id = early.account_id and f.position_id = early.id
      where f.created_at >= $2::timestamptz
  )
  select e.*, coalesce(books.profit / initial.amount, 0)::float8 as profit,
    coalesce(books.drawdown / initial.amount, 0)::float8 as drawdown,
    (select count(*) from positions p where p.account_id = e.account_id and p.opened_at >= $2::timestamptz
      and p.closed_at >= $2::timestamptz and p.closed_at < $3::timestamptz) as trades,
    exists (select from breaches b where b.account_id = e.account_id and b.severity = 'HARD'
      and b.reversal is null and b.created_at < $3::timestamptz) as disqualified,
    $4::timestamptz >= $3::timestamptz and exists (select from positions p where p.account_id = e.account_id
      and p.opened_at >= $2::timestamptz and p.opened_at < $3::timestamptz
      and (p.closed_at is null or p.closed_at >= $3::timestamptz)) as open_at_end
  from competition_entries e
  left join lateral (select t.amount from transfers t where t.account_id = e.account_id
    and t.house = 'capital' order by t.created_at limit 1) initial on true
  cross join lateral (
    select sum(change) as profit, max(greatest(0, peak) - sum) as drawdown from (
      select change, sum, max(sum) over (order by created_at rows unbounded preceding) as peak from (
        select created_at, change, sum(change) over (order by created_at rows unbounded preceding) as sum from (
          select created_at, sum(case direction when 'IN' then amount else -amount end) as change
            from transfers where account_id = e.account_id and house not in ('capital', 'compensation', 'scaling')
              and created_at >= $2::timestamptz and created_at < $3::timestamptz
              and (position_id is null or position_id not in (select id from early))
              and (fill_id is null or fill_id not in (select id from early_fills))
            group by created_at
        ) changes
      ) sums
    ) peaks
  ) books
  where e.competition_id = $1
  order by e.entered_at, e.id`
