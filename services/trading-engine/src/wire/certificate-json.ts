import type { Certificate, IssuedCertificate } from '../core/model/certificate.js'
import { formatTimestamp } from '../core/values/time.js'

/** The text that was signed, byte for byte, beside its signature. Anybody reads when it was revoked, its owner why. */
export function certificateJson(
  { text, signature, revocation }: Certificate,
  publicKey: string,
  viewer: 'owner' | 'anybody',
): string {
  const at = revocation === null ? '' : `,"revoked_at":"${formatTimestamp(revocation.at)}"`
  const why =
    revocation === null || viewer === 'anybody' ? '' : `,"revoked_reason":${JSON.stringify(revocation.reason)}`
  return `{"certificate":${text},"signature":"${signature}","public_key":"${publicKey}"${at}${why}}`
}

/** As operators see it. */
export const issuedCertificateJson = (issued: IssuedCertificate, publicKey: string): string =>
  `{"user_id":${JSON.stringify(issued.userId)},"issued_at":"${formatTimestamp(issued.issuedAt)}",` +
  certificateJson(issued, publicKey, 'owner').slice(1)
