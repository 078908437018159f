/**
 * Issues the certificate of an account that has passed: one an account, with the same code however often it is asked
 * for, and one event. Asked for with another display name, or without one, it is signed again; what it says stays.
 */
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { createTurns } from '@ats/service-kit/async'
import { inTransaction } from '@ats/service-kit/db'
import { RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { Account } from '../core/model/account/account.js'
import type { Certificate, CertificateContent } from '../core/model/certificate.js'
import type { StoredEvent } from '../core/model/events.js'
import { openDraft } from '../core/model/draft.js'
import type { Outcome } from '../core/model/outcome.js'
import { assertInvariant } from '../core/values/invariant.js'
import { writeWhole } from '../core/values/input-text.js'
import { formatDecimal } from '../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../core/values/time.js'
import { findCertificateOf, findPassing, loadCertificateKey, putCertificate } from '../store/operator/certificates.js'
import { findChallenge } from '../store/operator/challenges.js'
import { lastEvidence } from '../store/operator/evidence.js'
import { findProgram } from '../store/operator/programs.js'
import { listEvents } from '../store/read/events.js'
import { lockUser } from '../store/write/insert-account.js'
import { asNumber } from '../wire/decimals.js'
import { eventText } from '../wire/event-body.js'
import type { Command } from './pipeline/command.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface CertificateDependencies {
  readonly pool: Pool
  readonly now: () => Micros
  readonly runCommand: RunCommand
}

/** The origin of the request: the trader, an operator, or the service itself. */
export type Issuer = Pick<Command<unknown>, 'origin' | 'operator'>

const EVENTS_AT_A_TIME = 200
const takeTurn = createTurns({ share: 0.5 })

/** Readings under way, by account: callers at the same time share one. */
const reading = new Map<string, Promise<CertificateContent>>()

/** `displayName` undefined: as it is, and of a new one none. */
export async function issueCertificate(
  dependencies: CertificateDependencies,
  account: Account,
  displayName: string | null | undefined,
  issuer: Issuer,
): Promise<Certificate> {
  const { pool } = dependencies
  const known = (await findCertificateOf(pool, account.id)) ?? (await issue(dependencies, account, displayName, issuer))
  const content = JSON.parse(known.text) as CertificateContent
  if (displayName === undefined || content.display_name === displayName) return known
  return rename(dependencies, account, displayName)
}

/** Issues it once an account, however many ask at the same time: within the lock on it, and with the event. */
async function issue(
  { pool, runCommand }: CertificateDependencies,
  account: Account,
  displayName: string | null | undefined,
  { origin, operator }: Issuer,
): Promise<Certificate> {
  const passing = await findPassing(pool, account.id)
  if (passing === null)
    throw new RequestError('conflict', 'the account has not passed', { reason: 'account_state', state: account.state })
  const content = await shareReading(account.id, () => contentOf(pool, account, passing))
  const code = newCode()
  const fresh = await signed(pool, { ...content, code, display_name: displayName ?? null })
  const { text } = await runCommand(certificateCommand(account, { code, certificate: fresh }, { origin, operator }))
  return JSON.parse(text) as Certificate
}

export interface FreshCertificate {
  readonly code: string
  readonly certificate: Certificate
}

export const certificateCommand = (
  { id: accountId, userId }: Pick<Account, 'id' | 'userId'>,
  { code, certificate: fresh }: FreshCertificate,
  { origin, operator }: Pick<Issuer, 'origin'> & { readonly operator: Issuer['operator'] | undefined },
): Command<Certificate> => ({
  ...{ kind: 'issue_certificate', accountId, userId, origin },
  ...(operator !== undefined && { operator }),
  ...{ clientId: null, fingerprint: Buffer.alloc(0), write: asNumber, isUrgent: true, writesBeside: true },
  decide: async (current, context, db): Promise<Outcome<Certificate>> => {
    const known = await findCertificateOf(db, accountId)
    if (known !== null) return { kind: 'decided', changes: null, answer: known }
    const draft = openDraft(current, context)
    await putCertificate(db, accountId, fresh, draft.stamp())
    draft.emit({ type: 'certificate.issued', code })
    return { kind: 'decided', changes: draft.changes(), answer: fresh }
  },
  render: (certificate) => ({ status: 200, text: JSON.stringify(certificate) }),
  asked: writeWhole({ code, certificate: fresh }),
})

/** The same certificate under another name, or without one. */
async function rename(
  { pool, now }: CertificateDependencies,
  { id, userId }: Account,
  displayName: string | null,
): Promise<Certificate> {
  const key = await loadCertificateKey(pool)
  return inTransaction(pool, async (client) => {
    await lockUser(client, userId)
    const known = await findCertificateOf(client, id)
    assertInvariant(known !== null, 'a certificate stays')
    const content = JSON.parse(known.text) as CertificateContent
    const certificate = { ...signWith(key, { ...content, display_name: displayName }), revocation: known.revocation }
    await putCertificate(client, id, certificate, now())
    return certificate
  })
}

async function shareReading(id: string, read: () => Promise<CertificateContent>): Promise<CertificateContent> {
  const known = reading.get(id)
  if (known !== undefined) return known
  const content = read().finally(() => reading.delete(id))
  reading.set(id, content)
  return content
}

const signed = async (pool: Pool, content: CertificateContent): Promise<Certificate> =>
  signWith(await loadCertificateKey(pool), content)

function signWith(key: string, content: CertificateContent): Certificate {
  const text = JSON.stringify(content)
  const signature = sign(null, Buffer.from(text), createPrivateKey(key)).toString('base64')
  return { code: content.code, text, signature, revocation: null }
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
  const { objective: passed } = JSON.parse(passing.data) as { objective: { trading_days: number } }
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
    profit: profitOf(passing),
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

/** As it is written: a number would lose digits of a large one. */
function profitOf({ data }: StoredEvent): string {
  const [, profit] = /"profit":"?(-?\d+(?:\.\d+)?)/.exec(data) ?? []
  assertInvariant(profit !== undefined, 'an account passes with a profit')
  return profit
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
