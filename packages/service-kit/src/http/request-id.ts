import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { scrubCredentials } from '../process/scrub-credentials.js'

const ACCEPTED = /^[\w-]{1,64}$/

/** The caller's own id when it is safe to echo and to log, else a fresh one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  if (typeof given !== 'string' || !ACCEPTED.test(given)) return randomUUID()
  return scrubCredentials(given) === given ? given : randomUUID()
}
