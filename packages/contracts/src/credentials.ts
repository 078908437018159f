import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Public half of a key, sent as `X-API-Key`. */
export const API_KEY_PATTERN = /^svc_ak_[0-9a-f]{48}$/

/** Secret half of a key, sent as `X-API-Secret`. */
export const API_SECRET_PATTERN = /^svc_sk_[0-9a-f]{48}$/

/** `svc_ak_` and the first 8 of the 48 hex characters: enough to recognise a key, useless for guessing the rest. */
export const KEY_PREFIX_LENGTH = 15

/** A fresh pair with 192 random bits in each half. */
export function generateCredentials(): { readonly key: string; readonly secret: string } {
  return { key: `svc_ak_${randomBytes(24).toString('hex')}`, secret: `svc_sk_${randomBytes(24).toString('hex')}` }
}

/** Secret that signs what is sent to one webhook, in the form of Standard Webhooks: base64 of 32 bytes. */
export const WEBHOOK_SECRET_PATTERN = /^whsec_[A-Za-z0-9+/]{43}=$/

/** A fresh signing secret of 256 random bits. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** SHA-256 of a key, secret or token. Neither salt nor stretching: the input has at least 192 random bits. */
export function hashCredential(credential: string): Buffer {
  return hash('sha256', credential, 'buffer')
}

/** Compares two SHA-256 digests in a time that does not depend on where they differ. */
export function digestsEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
