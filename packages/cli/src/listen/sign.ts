import { createHmac, randomBytes } from 'node:crypto'

/** A secret in the form of the service's own: whsec_ and 24 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/** The headers of Standard Webhooks, as the service sends them. */
export function signedHeaders(secret: string, id: string, body: string, now: number): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

export const isSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text)
