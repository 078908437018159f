import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import { count, listOf, oneOf, record, text, time, uuid, whole } from '../../../wire/codec/schemas.js'

const sha256 = Joi.string().pattern(/^[0-9a-f]{64}$/)
const version = named('CertifiedVersion', record({ id: text, version: count, name: text }))

const content = named(
  'CertificateContent',
  record({
    format: oneOf(['certificate-1']),
    code: text,
    account_id: uuid,
    display_name: text.allow(null),
    program: version.allow(null),
    phase: text.allow(null),
    plan: version,
    currency: text,
    size: text.description('The balance that it began with.'),
    profit: text,
    days: whole.description('On which it traded.'),
    opened_at: time,
    passed_at: time,
    evidence: named(
      'CertifiedEvidence',
      record({
        events: count.description('Those of the account up to the one that it passed with.'),
        sha256: sha256.description('Of these events, as `GET …/events` shows each, with a line feed after each.'),
        bundle: sha256.allow(null).description('The hash of its last bundle of evidence.'),
      }),
    ),
  }),
)

const shown = {
  certificate: content.description('Signed as JSON without blanks, in this order.'),
  signature: text.description('Of Ed25519, in base64.'),
  public_key: text.description('SPKI in DER, in base64: compare it with the one that the firm publishes.'),
  revoked_at: time.optional().description('The firm has taken it back. Absent: it stands.'),
  revoked_reason: text.optional().description('For its owner and operators alone.'),
}

export const certificate = named('Certificate', record(shown))
export const certificates = listOf(certificate)

/** As operators see it. */
export const issuedCertificate = named(
  'IssuedCertificate',
  record({ user_id: text, issued_at: time.description('Signed last, under the name that it has.'), ...shown }),
)

export const certificateKey = named('CertificateKey', record({ public_key: text }))
