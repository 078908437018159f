/** Takes a certificate back, for good: its signature stays genuine, and all who ask for it by its code are told. */
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { Certificate, CertificateContent } from '../../core/model/certificate.js'
import { formatTimestamp } from '../../core/values/time.js'
import { findCertificate, revokeCertificate as revoke } from '../../store/operator/certificates.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import type { PlanImportDependencies } from './import-plans.js'

/** Asked again it is the answer of before, with the first reason. */
export const revokeCertificate = (
  { pool, now, newId }: PlanImportDependencies,
  code: string,
  reason: string,
  operator: OperatorAction,
): Promise<Certificate> =>
  inTransaction(pool, async (client) => {
    const at = now()
    const isRevoked = await revoke(client, code, { at, reason })
    const certificate = await findCertificate(client, code)
    if (certificate === null) throw notFound('certificate')
    if (!isRevoked) return certificate
    const { account_id: subject } = JSON.parse(certificate.text) as CertificateContent
    const outcome = { code, revoked_at: formatTimestamp(at) }
    await insertAudit(client, { id: newId(), at, action: 'revoke_certificate', subject, outcome, ...operator })
    return certificate
  })
