/** The next bundle of evidence of an account: the figures it is about, and the rows that lead to them. */
import { inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { EvidenceRows } from '../../core/read/evidence.js'
import type { Usd } from '../../core/values/decimal.js'
import { assertInvariant } from '../../core/values/invariant.js'
import type { Micros } from '../../core/values/time.js'
import { planOf, type PlanRow } from '../accounts/plan-rows.js'
import {
  readDayAt,
  readEarlierFills,
  readOpening,
  readSpan,
  shortenSpan,
  type OnUnreadable,
} from '../read/evidence-rows.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf, optional, usdOf } from '../tables/column.js'
import { lastEvidence, type SealedEvidence } from './evidence.js'

export interface DueEvidence {
  readonly accountId: string
  readonly rows: EvidenceRows
  readonly until: Micros
  /** The account's high-water mark. */
  readonly highWaterMark: Usd
  /** The high of the trading day of these rows, where a floor trails it. */
  readonly dayHigh: Usd | null
  readonly previous: SealedEvidence | null
  /** Ids of the breaches and liquidated positions. */
  readonly subjects: readonly string[]
}

interface Subject {
  readonly id: string
  readonly at: Micros
}

/** In one bundle; an account whose positions are all liquidated together has no more. */
const SUBJECTS_MAX = 100
/** A bundle of a busier day has only its last fills. */
const FILLS_MAX = 500

/** All of one trading day that wait for a bundle; null when none does. */
export const readDueEvidence = (pool: Pool, accountId: string): Promise<DueEvidence | null> =>
  inTransaction(
    pool,
    async (client) => {
      const due = await listDueSubjects(client, accountId)
      const [first] = due
      if (first === undefined) return null
      const { endedAt } = await readDayAt(client, accountId, first.at)
      const ofDay = due.filter(({ at }) => endedAt === null || at < endedAt)
      return readUpTo(client, accountId, ofDay)
    },
    ONE_MOMENT,
  )

/** One breach or liquidation, whether or not a bundle has it already; or the account as of a moment. */
export const readEvidenceOf = (
  pool: Pool,
  accountId: string,
  subject: Subject,
  onUnreadable: OnUnreadable,
): Promise<DueEvidence> =>
  inTransaction(pool, (client) => readUpTo(client, accountId, [subject], onUnreadable), ONE_MOMENT)

async function readUpTo(
  client: Queryable,
  accountId: string,
  subjects: readonly Subject[],
  onUnreadable?: OnUnreadable,
): Promise<DueEvidence> {
  const until = Math.max(...subjects.map(({ at }) => at))
  const ids = subjects.map(({ id }) => id)
  const { plan, highWaterMark, dayHigh: high, tradingDay } = await readAccount(client, accountId)
  const { day } = await readDayAt(client, accountId, until)
  const at = await shortenSpan(client, { accountId, from: day.at, until }, FILLS_MAX)
  const opening = await readOpening(client, { accountId, at, day })
  const span = await readSpan(client, { accountId, from: at, until, subjects: ids, triggered: null }, onUnreadable)
  const earlier = await readEarlierFills(client, { accountId, from: at, until })
  const previous = await lastEvidence(client, accountId)
  const dayHigh = tradingDay === day.date ? high : null
  const rows = { plan, opening, day, earlier, ...span }
  return { accountId, rows, until, highWaterMark, dayHigh, previous, subjects: ids }
}

async function listDueSubjects(client: Queryable, accountId: string): Promise<readonly Subject[]> {
  const { rows } = await client.query<{ id: string; occurred_at: string }>({
    text: `select id, occurred_at from evidence_subjects where account_id = $1 and sequence is null
      order by occurred_at limit $2`,
    values: [accountId, SUBJECTS_MAX],
  })
  return rows.map((row) => ({ id: row.id, at: microsOf(row.occurred_at) }))
}

interface HighsRow {
  readonly high_water_mark: string
  readonly day_high: string | null
  readonly trading_day: string
}

async function readAccount(client: Queryable, accountId: string) {
  const { rows } = await client.query<PlanRow & HighsRow>({
    text: `select a.plan_id, a.plan_version, p.definition, a.high_water_mark, a.day_high, a.trading_day::text
      from accounts a join plans p on p.id = a.plan_id and p.version = a.plan_version where a.id = $1`,
    values: [accountId],
  })
  const [row] = rows
  assertInvariant(row !== undefined, 'an account has a plan')
  const dayHigh = optional(row.day_high, usdOf)
  return { plan: planOf(row), highWaterMark: usdOf(row.high_water_mark), dayHigh, tradingDay: row.trading_day }
}
