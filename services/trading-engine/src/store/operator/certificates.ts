/** Certificates, and the key that signs them. */
import { generateKeyPairSync } from 'node:crypto'
import type { Pool } from 'pg'
import type { Certificate, IssuedCertificate, Revocation } from '../../core/model/certificate.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'
import { storedEventOf, type EventRow } from '../tables/events.js'
import type { StoredEvent } from '../../core/model/events.js'

/** The private key, PKCS 8 in PEM: made once per installation and kept with its other secrets. */
export async function loadCertificateKey(db: Queryable): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const { rows } = await db.query<{ value: string }>({
      text: `select value from settings where name = 'certificate_key'`,
    })
    return rows[0]?.value
  }
  const known = await read()
  if (known !== undefined) return known
  const fresh = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  await db.query({
    text: `insert into settings (name, value) values ('certificate_key', $1) on conflict (name) do nothing`,
    values: [fresh],
  })
  const stored = await read()
  assertInvariant(stored !== undefined, 'the key of certificates is stored')
  return stored
}

/** The event that the account passed with; null: it has not. */
export async function findPassing(db: Queryable, accountId: string): Promise<StoredEvent | null> {
  const { rows } = await db.query<EventRow>({
    text: `select * from whole_events where account_id = $1 and type = 'account.passed' order by sequence desc limit 1`,
    values: [accountId],
  })
  return rows[0] === undefined ? null : storedEventOf(rows[0])
}

export const findCertificate = (db: Queryable, code: string): Promise<Certificate | null> => find(db, 'code', code)

export const findCertificateOf = (db: Queryable, accountId: string): Promise<Certificate | null> =>
  find(db, 'account_id', accountId)

async function find(db: Queryable, column: 'code' | 'account_id', value: string): Promise<Certificate | null> {
  const { rows } = await db.query<CertificateRow>({
    text: `select code, text, signature, revoked_at, revoked_reason from certificates where ${column} = $1`,
    values: [value],
  })
  return rows[0] === undefined ? null : certificateOf(rows[0])
}

interface CertificateRow {
  readonly code: string
  readonly text: string
  readonly signature: string
  readonly revoked_at: string | null
  readonly revoked_reason: string | null
}

const certificateOf = ({
  code,
  text,
  signature,
  revoked_at: at,
  revoked_reason: reason,
}: CertificateRow): Certificate => ({
  ...{ code, text, signature },
  revocation: at === null || reason === null ? null : { at: microsOf(at), reason },
})

/** The first time alone. */
export async function revokeCertificate(db: Queryable, code: string, { at, reason }: Revocation): Promise<boolean> {
  const { rows } = await db.query<{ code: string }>({
    text: `update certificates set revoked_at = $2, revoked_reason = $3 where code = $1 and revoked_at is null
      returning code`,
    values: [code, formatTimestamp(at), reason],
  })
  return rows.length === 1
}

interface IssuedRow extends CertificateRow {
  readonly account_id: string
  readonly user_id: string
  readonly issued_at: string
}

const ISSUED = `(select c.code as id, c.*, a.user_id from certificates c join accounts a on a.id = c.account_id) issued`

/** Lists those signed last first. */
export const listCertificates = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<IssuedCertificate>> =>
  pageByTime<IssuedRow, IssuedCertificate>(pool, { table: ISSUED, time: 'issued_at', filter, window }, (row) => ({
    ...certificateOf(row),
    ...{ accountId: row.account_id, userId: row.user_id, issuedAt: microsOf(row.issued_at) },
  }))

/** Accounts that have passed and have no certificate, the oldest first, but for those `passedOver`. */
export async function listDueCertificates(
  pool: Pool,
  passedOver: readonly string[],
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly account_id: string }>({
    name: 'list_due_certificates',
    text: `select account_id from certificates_due
      where account_id <> all($1::uuid[]) order by passed_at, account_id limit $2`,
    values: [passedOver, limit],
  })
  return rows.map(({ account_id: accountId }) => accountId)
}

/** Nothing is to be issued for the account without being asked. */
export async function forgetDueCertificate(db: Queryable, accountId: string): Promise<void> {
  await db.query({ text: 'delete from certificates_due where account_id = $1', values: [accountId] })
}

/** In the place of the one that the account had. */
export async function putCertificate(
  db: Queryable,
  accountId: string,
  { code, text, signature }: Certificate,
  at: Micros,
): Promise<void> {
  await db.query({
    text: `insert into certificates (code, account_id, text, signature, issued_at) values ($1, $2, $3, $4, $5)
      on conflict (account_id) do update
        set text = excluded.text, signature = excluded.signature, issued_at = excluded.issued_at`,
    values: [code, accountId, text, signature, formatTimestamp(at)],
  })
  await forgetDueCertificate(db, accountId)
}
