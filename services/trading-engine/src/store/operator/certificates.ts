/** Certificates, and the key that signs them. */
import { generateKeyPairSync } from 'node:crypto'
import type { Certificate } from '../../core/model/certificate.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'
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
  const { rows } = await db.query<Certificate>({
    text: `select code, text, signature from certificates where ${column} = $1`,
    values: [value],
  })
  return rows[0] ?? null
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
}
