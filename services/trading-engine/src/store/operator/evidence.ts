/** Evidence as it is kept: what waits for it, the bundles, and the ticks copied beside them. */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { Micros } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf, optional } from '../tables/column.js'

/** A bundle as it was sealed: JSON text, and its hash. */
export interface SealedEvidence {
  readonly accountId: string
  /** Counts the bundles of an account from 1. */
  readonly sequence: number
  readonly sealed: string
  readonly hash: string
}

export interface StoredEvidence extends SealedEvidence {
  /** JSON texts. */
  readonly ticks: readonly string[]
}

/** A tick of a listing, copied to stay. */
export interface KeptTick {
  readonly venue: string
  readonly symbol: string
  readonly tick: number
  /** JSON text. */
  readonly prices: string
}

/** Accounts with a breach or a liquidation that is in no bundle yet, whose wait is the longest first. */
export async function listAccountsAwaitingEvidence(pool: Pool, limit: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ account_id: string }>({
    name: 'list_accounts_awaiting_evidence',
    text: `select account_id from (select account_id, occurred_at from evidence_subjects where sequence is null
      order by occurred_at limit $1) due group by account_id order by min(occurred_at)`,
    values: [limit],
  })
  return rows.map(({ account_id }) => account_id)
}

/** The bundle that comes last; null before the first. */
export async function lastEvidence(db: Queryable, accountId: string): Promise<SealedEvidence | null> {
  return (await readBundles(db, 'account_id = $1 order by sequence desc limit 1', [accountId]))[0] ?? null
}

/** The account's first bundle after that one; null when it is the last. */
export async function nextEvidence(db: Queryable, accountId: string, after: number): Promise<StoredEvidence | null> {
  const where = 'account_id = $1 and sequence > $2 order by sequence limit 1'
  const [bundle] = await readBundles(db, where, [accountId, after])
  if (bundle === undefined) return null
  const { rows } = await db.query<{ prices: string }>({
    text: 'select prices from evidence_ticks where account_id = $1 and sequence = $2 order by tick, venue, symbol',
    values: [accountId, bundle.sequence],
  })
  return { ...bundle, ticks: rows.map(({ prices }) => prices) }
}

async function readBundles(db: Queryable, where: string, values: unknown[]): Promise<readonly SealedEvidence[]> {
  const { rows } = await db.query<{ account_id: string; sequence: string; sealed: string; hash: string }>({
    text: `select account_id, sequence, sealed, hash from evidence where ${where}`,
    values,
  })
  return rows.map(({ account_id, sequence, ...row }) => ({ accountId: account_id, sequence: Number(sequence), ...row }))
}

/** False when another process has made a bundle of that number first: nothing is written then. */
export function insertEvidence(
  pool: Pool,
  { accountId, sequence, sealed, hash }: SealedEvidence,
  subjects: readonly string[],
  ticks: readonly KeptTick[],
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'insert into evidence (account_id, sequence, sealed, hash) values ($1, $2, $3, $4) on conflict do nothing',
      [accountId, sequence, sealed, hash],
    )
    if (rowCount === 0) return false
    await client.query(
      `insert into evidence_ticks (account_id, sequence, venue, symbol, tick, prices)
        select $1, $2, venue, symbol, tick, prices
        from json_to_recordset($3) as given (venue text, symbol text, tick bigint, prices text)`,
      [accountId, sequence, JSON.stringify(ticks)],
    )
    await client.query('update evidence_subjects set sequence = $2 where id = any($1)', [subjects, sequence])
    return true
  })
}

/** A breach or a liquidation that the books know and no bundle has. */
export interface UnsealedSubject {
  readonly id: string
  readonly kind: 'breach' | 'liquidation'
  /** The bundle it was sealed in; null where it waits for one. */
  readonly sequence: number | null
}

export async function listUnsealed(db: Queryable, accountId: string): Promise<readonly UnsealedSubject[]> {
  const { rows } = await db.query<{ id: string; kind: UnsealedSubject['kind']; sequence: string | null }>({
    text: `select known.id, known.kind, subjects.sequence from (
        select id, kind from evidence_subjects where account_id = $1
        union select id, 'breach' from breaches where account_id = $1 and tick is not null
        union select id, 'liquidation' from positions where account_id = $1 and liquidation_tick is not null
      ) known left join evidence_subjects subjects on subjects.id = known.id
      where not exists (select from evidence where account_id = $1 and evidence.sequence = subjects.sequence
        and strpos(sealed, '"' || known.kind || ' ' || known.id || '":') > 0)
      order by subjects.occurred_at, known.id`,
    values: [accountId],
  })
  return rows.map(({ sequence, ...row }) => ({ ...row, sequence: optional(sequence, Number) }))
}

/** A breach, a liquidated position, or an account. */
export interface EvidenceSubject {
  readonly accountId: string
  readonly isAccount: boolean
  /** The number of the bundle it is in; null where it is in none. */
  readonly sequence: number | null
  /** When it happened; of an account the time of its latest row. */
  readonly at: Micros
}

export async function findSubject(db: Queryable, id: string): Promise<EvidenceSubject | null> {
  const { rows } = await db.query<{ account_id: string; sequence: string | null; at: string }>({
    text: `select id as account_id, null as sequence, clock::text as at from accounts where id = $1
      union all select account_id, sequence::text, occurred_at::text from evidence_subjects where id = $1
      union all select account_id, null, created_at::text from breaches where id = $1 and tick is null
      union all select account_id, null, closed_at::text from positions
        where id = $1 and close_reason = 'LIQUIDATION' and liquidation_tick is null`,
    values: [id],
  })
  const [row] = rows
  return row === undefined
    ? null
    : {
        accountId: row.account_id,
        isAccount: row.account_id === id,
        sequence: optional(row.sequence, Number),
        at: microsOf(row.at),
      }
}
