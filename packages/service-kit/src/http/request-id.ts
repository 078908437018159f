import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const ACCEPTED = /^[\w-]{1,64}$/

/** The caller's own id when it is safe to echo and to log, else a fresh one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID()
}
