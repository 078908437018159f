/**
 * Issues the certificate of an account that has passed: one an account, with the same code however often it is asked
 * for. Asked for with another display name, or without one, it is signed again.
 */
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { createTurns } from '@ats/service-kit/async'
import { inTransaction } from '@ats/service-kit/db'
import { RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { Account } from '../core/model/account/account.js'
import type { Certificate, CertificateContent } from '../core/model/certificate.js'
import type { StoredEvent } from '../core/model/events.js'
import { formatDecimal } from '../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../core/values/time.js'
import { findCertificateOf, findPassing, loadCertificateKey, putCertificate } from '../store/operator/certificates.js'
import { findChallenge } from '../store/operator/challenges.js'
import { lastEvidence } from '../store/operator/evidence.js'
import { findProgram } from '../store/operator/programs.js'
import { listEvents } from '../store/read/events.js'
import { lockUser } from '../store/write/insert-account.js'
import { eventText } from '../wire/event-body.js'

export interface CertificateDependencies {
  readonly pool: Pool
  readonly now: () => Micros
}

const EVENTS_AT_A_TIME = 200
const takeTurn = createTurns({ share: 0.5 })

export async function issueCertificate(
  { pool, now }: CertificateDependencies,
  account: Account,
  displayName: string | null,
): Promise<Certificate> {
  const passing = await findPassing(pool, account.id)
  if (passing === null)
    throw new RequestError('conflict', 'the account has not passed', { reason: 'account_state', state: account.state })
  const content = await contentOf(pool, account, passing)
  const key = createPrivateKey(await loadCertificateKey(pool))
  return inTransaction(pool, async (client) => {
    await lockUser(client, account.userId)
    const known = await findCertificateOf(client, account.id)
    const code = known?.code ?? newCode()
    const text = JSON.stringify({ ...content, code, display_name: displayName } satisfies CertificateContent)
    if (known?.text === text) return known
    const certificate = { code, text, signature: sign(null, Buffer.from(text), key).toString('base64') }
    await putCertificate(client, account.id, certificate, now())
    return certificate
  })
}

/** SPKI in DER, in base64. */
export async function readCertificateKey(pool: Pool): Promise<string> {
  const key = createPublicKey(await loadCertificateKey(pool))
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 130 bits that nobody guesses. */
const newCode = (): string => [...randomBytes(26)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')

async function contentOf(pool: Pool, account: Account, passing: StoredEvent): Promise<CertificateContent> {
  const { plan, challengeId, phase } = account
  const challenge = challengeId === null || phase === null ? null : await findChallenge(pool, challengeId)
  const program = challenge === null ? null : await findProgram(pool, challenge.programId, challenge.programVersion)
  const { objective: passed } = JSON.parse(passing.data) as { objective: { profit: number; trading_days: number } }
  return {
    format: 'certificate-1',
    code: '',
    account_id: account.id,
    display_name: null,
    program: program && { id: program.id, version: program.version, name: program.name },
    phase: program?.phases.find(({ id }) => id === phase)?.label ?? phase,
    plan: { id: plan.id, version: plan.version, name: plan.name },
    currency: plan.currency,
    size: formatDecimal(plan.initialBalance),
    profit: String(passed.profit),
    days: passed.trading_days,
    opened_at: formatTimestamp(account.createdAt),
    passed_at: formatTimestamp(passing.at),
    evidence: {
      events: passing.sequence,
      sha256: await hashEvents(pool, account.id, passing.sequence),
      bundle: (await lastEvidence(pool, account.id))?.hash ?? null,
    },
  }
}

async function hashEvents(pool: Pool, accountId: string, last: number): Promise<string> {
  const hash = createHash('sha256')
  let after = 0
  while (after < last) {
    await takeTurn()
    const { rows } = await listEvents(pool, accountId, after, Math.min(EVENTS_AT_A_TIME, last - after))
    for (const event of rows) hash.update(`${eventText(event)}\n`)
    const read = rows.at(-1)?.sequence ?? last
    after = read
  }
  return hash.digest('hex')
}
