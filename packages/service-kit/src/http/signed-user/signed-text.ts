import { createHash } from 'node:crypto'

export interface SignedRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly rawUrl: string
  readonly userId: string
  readonly body: Buffer
}

/**
 * The text that a gateway signs for version 2: six lines, of the service's name, the time, the method, the path with
 * its query, the user and the SHA-256 of the body in hex. `time`: Unix seconds, as sent.
 */
export const signedText = (service: string, time: string, { method, rawUrl, userId, body }: SignedRequest): string =>
  [service, time, method, rawUrl, userId, createHash('sha256').update(body).digest('hex')].join('\n')
