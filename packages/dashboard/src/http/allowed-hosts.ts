import type { IncomingMessage } from 'node:http'
import { singleHeader } from '@ats/service-kit/http'

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Tells whether a request names this dashboard as its host. A page of another site whose name was made to point here
 * names its own. `publicOrigin` null: loopback, and the port that the request came in by.
 */
export function createHostCheck(publicOrigin: string | null): (request: IncomingMessage) => boolean {
  const publicHost = publicOrigin === null ? null : new URL(publicOrigin).host
  return ({ rawHeaders, socket }) => {
    const host = singleHeader(rawHeaders, 'host')?.toLowerCase()
    if (host === undefined) return false
    if (publicHost !== null) return host === publicHost
    const port = socket.localPort === 80 ? '' : `:${socket.localPort}`
    return LOOPBACK_NAMES.some((name) => host === `${name}${port}`)
  }
}
