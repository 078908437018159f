import type { Certificate, IssuedCertificate } from '../core/model/certificate.js'
import { formatTimestamp } from '../core/values/time.js'

/** The text that was signed, byte for byte, beside its signature. */
export const certificateJson = ({ text, signature }: Certificate, publicKey: string): string =>
  `{"certificate":${text},"signature":"${signature}","public_key":"${publicKey}"}`

/** As operators see it. */
export const issuedCertificateJson = (issued: IssuedCertificate, publicKey: string): string =>
  `{"user_id":${JSON.stringify(issued.userId)},"issued_at":"${formatTimestamp(issued.issuedAt)}",` +
  certificateJson(issued, publicKey).slice(1)
