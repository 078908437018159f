/**
 * Payouts as stored. Triggers write them, with the commands that change them (migrations 0033 and 0036); what ends
 * without an operator is among the rows of its decision.
 */
import type { Pool } from 'pg'
import type { Account } from '../../core/model/account/account.js'
import type { CheckStatus } from '../../core/model/program/challenge.js'
import { NO_PAYOUTS, type HeldProfit, type PayoutHistory } from '../../core/model/account/payout-history.js'
import type { Payout } from '../../core/model/account/payout.js'
import { amountOf, type DayCount } from '../../core/model/plan/objective-rule.js'
import type { PayoutTerms } from '../../core/model/plan/payout-terms.js'
import { scaledAt } from '../../core/risk/scaling-progress.js'
import { decimal, formatDecimal, usd, type Usd } from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf, optional } from '../tables/column.js'
import { payoutOf, type PayoutRow } from '../tables/payouts.js'
import { sumAdjustments } from './profit-adjustments.js'

export const listPayouts = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<Payout>> =>
  pageByTime<PayoutRow, Payout>(pool, { table: 'payouts', time: 'requested_at', filter, window }, payoutOf)

export async function findPayout(db: Queryable, id: string): Promise<Payout | null> {
  const { rows } = await db.query<PayoutRow>({ text: 'select * from payouts where id = $1', values: [id] })
  return rows[0] === undefined ? null : payoutOf(rows[0])
}

/** The one of the account that is not decided yet. */
export async function findOpenPayout(db: Queryable, accountId: string): Promise<Payout | null> {
  const { rows } = await db.query<PayoutRow>({
    text: `select * from payouts where account_id = $1 and status in ('REQUESTED', 'PROPOSED')`,
    values: [accountId],
  })
  return rows[0] === undefined ? null : payoutOf(rows[0])
}

/** Requests that are not decided yet, and what they ask for together. */
export async function sumOpenPayouts(pool: Pool): Promise<{ readonly count: number; readonly amount: Usd }> {
  const { rows } = await pool.query<{ count: string; amount: string }>({
    name: 'sum_open_payouts',
    text: `select count(*), coalesce(sum(amount), 0) as amount from payouts where status in ('REQUESTED', 'PROPOSED')`,
  })
  return { count: Number(rows[0]?.count), amount: usd(decimal(rows[0]?.amount ?? '0')) }
}

/** The payouts of an account so far; of one whose plan has no terms only whether one is open. */
export async function readPayoutHistory(
  db: Queryable,
  account: Pick<Account, 'id' | 'plan' | 'scaling' | 'createdAt'>,
): Promise<PayoutHistory> {
  const { id, plan } = account
  const open = await findOpenPayout(db, id)
  const adjustments = await sumAdjustments(db, id)
  const terms = plan.risk.payouts
  const identity = await readIdentity(db, id)
  if (terms === undefined) return { ...NO_PAYOUTS, open, adjustments, identity }
  const { rows } = await db.query<HistoryRow>({ name: 'payout_history', text: HISTORY, values: [id] })
  const lastPaidAt = optional(rows[0]?.last_paid_at ?? null, microsOf)
  const paidTotal = usd(decimal(rows[0]?.paid_total ?? '0'))
  const held = await readHeld(db, id, terms, lastPaidAt)
  const days = await countDays(db, { id, plan }, terms, lastPaidAt)
  const paidSinceScaled = plan.risk.scaling === undefined ? 0 : await countPaid(db, id, scaledAt(account))
  return { open, adjustments, lastPaidAt, paidSinceScaled, paidTotal, held, days, identity }
}

interface HistoryRow {
  readonly last_paid_at: string | null
  readonly paid_total: string
}

/** An account without a challenge is one of its own. */
const HISTORY = `select max(decided_at) filter (where account_id = $1) as last_paid_at,
    coalesce(sum(amount), 0) as paid_total
  from payouts where status = 'PAID' and account_id in (
    select $1::uuid union select other.account_id
    from challenge_accounts own join challenge_accounts other using (challenge_id) where own.account_id = $1)`

async function countPaid(db: Queryable, id: string, since: Micros): Promise<number> {
  const { rows } = await db.query<{ paid: string }>({
    name: 'paid_since_scaled',
    text: `select count(*) as paid from payouts where account_id = $1 and status = 'PAID' and decided_at > $2`,
    values: [id, formatTimestamp(since)],
  })
  return Number(rows[0]?.paid)
}

/** Days count once they are over, and from the first that has begun after the payout before. */
async function countDays(
  db: Queryable,
  { id, plan }: Pick<Account, 'id' | 'plan'>,
  { qualifyingDays }: PayoutTerms,
  since: Micros | null,
): Promise<number | null> {
  if (qualifyingDays === null) return null
  const { counts, threshold } = qualifyingDays
  const least = threshold === null ? usd(1n) : amountOf(threshold, plan.initialBalance)
  const { rows } = await db.query<{ days: string }>({
    name: `qualifying_days_${counts}`,
    text: DAYS[counts],
    values: [
      id,
      since === null ? '-infinity' : formatTimestamp(since),
      ...(counts === 'NET_PROFIT' ? [formatDecimal(least)] : []),
    ],
  })
  return Number(rows[0]?.days)
}

/** A day is told by its row, and how it went by that of the next. */
const countedDays = (condition: string): string => `select count(*) as days from (
    select created_at, lead(previous_opened) over next as opened, lead(previous_closed) over next as closed,
      lead(start_balance - start_capital) over next - (start_balance - start_capital) as earned
    from trading_days where account_id = $1 window next as (order by created_at)) day
  where created_at >= $2::timestamptz and ${condition}`

const DAYS: Readonly<Record<DayCount, string>> = {
  OPENED: countedDays('opened'),
  CLOSED: countedDays('closed'),
  OPENED_AND_CLOSED: countedDays('opened and closed'),
  NET_PROFIT: countedDays('earned >= $3::numeric'),
}

async function readHeld(
  db: Queryable,
  id: string,
  { holdingTime }: PayoutTerms,
  since: Micros | null,
): Promise<HeldProfit | null> {
  if (holdingTime === null) return null
  const { rows } = await db.query<{ total: string; long_enough: string }>({
    name: 'held_profit',
    text: HELD,
    values: [id, since === null ? '-infinity' : formatTimestamp(since), holdingTime.secondsMin],
  })
  return { total: usd(decimal(rows[0]?.total ?? '0')), longEnough: usd(decimal(rows[0]?.long_enough ?? '0')) }
}

/**
 * Profits of closing fills, each against what was opened first of its position: so neither does what is left of a
 * position hide a profit, nor does an old rest of one make what was added to it old. Cut where a fill ends, counted
 * from the opening, a position is pieces of one opening and one closing fill: those of the next ends.
 */
const HELD = `with closing as materialized (
    select f.position_id, f.created_at, f.realized_pnl, f.quantity, p.opened_at
    from fills f join positions p on p.id = f.position_id
    where f.account_id = $1 and f.created_at > $2::timestamptz and f.realized_pnl > 0
  ), ends as (
    select f.position_id, f.created_at, is_opening, sum(f.quantity) over (
        partition by f.position_id, is_opening order by f.created_at rows unbounded preceding) as until
    from fills f join positions p on p.id = f.position_id,
      lateral (select (f.side = 'BUY') = (p.direction = 'LONG') as is_opening) kind
    where f.account_id = $1 and f.created_at >= (select min(opened_at) from closing)
      and f.position_id in (select position_id from closing)
  ), pieces as (
    select position_id, until - coalesce(lead(until) over later, 0) as part,
      min(created_at) filter (where is_opening) over later as opened_at,
      min(created_at) filter (where not is_opening) over later as closed_at
    from ends window later as (partition by position_id order by until desc rows unbounded preceding)
  )
  select (select coalesce(sum(realized_pnl), 0) from closing) as total,
    coalesce(trunc(sum(c.realized_pnl * pieces.part / c.quantity), 18), 0) as long_enough
  from pieces join closing c on c.position_id = pieces.position_id and c.created_at = pieces.closed_at
  where pieces.closed_at - pieces.opened_at >= make_interval(secs => $3)`

/** The check of the owner of an account whose phase asks for one. */
async function readIdentity(db: Queryable, id: string): Promise<CheckStatus | null> {
  const { rows } = await db.query<{ status: CheckStatus | null }>({
    name: 'payout_identity',
    text: `select coalesce(k.status, 'NONE') as status
      from challenge_accounts m join challenges c on c.id = m.challenge_id
        join programs p on p.id = c.program_id and p.version = c.program_version
        cross join lateral jsonb_array_elements(p.definition -> 'phases') listed (terms)
        left join identity_checks k on k.user_id = c.user_id
      where m.account_id = $1 and terms ->> 'id' = m.phase and (terms ->> 'requires_kyc')::boolean`,
    values: [id],
  })
  return rows[0]?.status ?? null
}
