import type { Micros } from '../values/time.js'

/** A certificate: what an account that has passed may show to anybody. */
export interface Certificate {
  readonly code: string
  /** The bytes that are signed: JSON in one line. */
  readonly text: string
  /** The signature of Ed25519, in base64. */
  readonly signature: string
  /** Null: it stands. */
  readonly revocation: Revocation | null
}

/** The firm has taken a certificate back, for good. */
export interface Revocation {
  readonly at: Micros
  readonly reason: string
}

/** The content of a certificate, in the order in which it is written; decimals are texts, the same anywhere. */
export interface CertificateContent {
  readonly format: 'certificate-1'
  readonly code: string
  readonly account_id: string
  readonly display_name: string | null
  readonly program: { readonly id: string; readonly version: number; readonly name: string } | null
  readonly phase: string | null
  readonly plan: { readonly id: string; readonly version: number; readonly name: string }
  readonly currency: string
  /** The balance that it began with. */
  readonly size: string
  readonly profit: string
  /** Days on which it traded. */
  readonly days: number
  readonly opened_at: string
  readonly passed_at: string
  /** The events up to the one that it passed with, as `GET …/events` shows them, each with a line feed, hashed. */
  readonly evidence: {
    readonly events: number
    readonly sha256: string
    /** The hash of its last bundle of evidence; null without breaches and liquidations. */
    readonly bundle: string | null
  }
}

/** A certificate as lists show it. */
export interface IssuedCertificate extends Certificate {
  readonly accountId: string
  readonly userId: string
  /** Signed last, under the name that it has. */
  readonly issuedAt: Micros
}
