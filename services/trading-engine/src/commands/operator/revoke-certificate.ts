/** Takes a certificate back, for good: its signature stays genuine, and all who ask for it by its code are told. */
import { notFound } from '@ats/service-kit/http'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { Account } from '../../core/model/account/account.js'
import type { Certificate, CertificateContent } from '../../core/model/certificate.js'
import { openDraft } from '../../core/model/draft.js'
import { BY_OPERATOR } from '../../core/model/order/origin.js'
import type { Outcome } from '../../core/model/outcome.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { writeWhole } from '../../core/values/input-text.js'
import { findCertificate, revokeCertificate as revoke } from '../../store/operator/certificates.js'
import { asNumber } from '../../wire/decimals.js'
import type { CertificateDependencies } from '../issue-certificate.js'
import type { Command } from '../pipeline/command.js'

export interface RevokeCertificate {
  readonly code: string
  readonly reason: string
}

/** Asked again it is the answer of before, with the first reason; there is one event. */
export async function revokeCertificate(
  { pool, runCommand, contexts }: CertificateDependencies & { readonly contexts: Accounts },
  asked: RevokeCertificate,
  operator: OperatorAction,
): Promise<Certificate> {
  const known = await findCertificate(pool, asked.code)
  if (known === null) throw notFound('certificate')
  if (known.revocation !== null) return known
  const { account_id: accountId } = JSON.parse(known.text) as CertificateContent
  const account = await contexts.get(accountId)
  assertInvariant(account !== null, 'the account of a certificate is there')
  const { text } = await runCommand(revokeCommand(account, asked, operator))
  return JSON.parse(text) as Certificate
}

interface Accounts {
  get(accountId: string): Promise<Account | null>
}

export const revokeCommand = (
  { id: accountId, userId }: Pick<Account, 'id' | 'userId'>,
  { code, reason }: RevokeCertificate,
  operator: OperatorAction,
): Command<Certificate> => ({
  ...{ kind: 'revoke_certificate', accountId, userId, origin: BY_OPERATOR, operator },
  ...{ clientId: null, fingerprint: Buffer.alloc(0), write: asNumber, isUrgent: true, writesBeside: true },
  decide: async (current, context, db): Promise<Outcome<Certificate>> => {
    const draft = openDraft(current, context)
    const isFirst = await revoke(db, code, { at: draft.stamp(), reason })
    if (isFirst) draft.emit({ type: 'certificate.revoked', code, reason })
    const answer = await findCertificate(db, code)
    assertInvariant(answer !== null, 'a certificate stays')
    return { kind: 'decided', changes: isFirst ? draft.changes() : null, answer }
  },
  render: (certificate) => ({ status: 200, text: JSON.stringify(certificate) }),
  asked: writeWhole({ code, reason }),
})
