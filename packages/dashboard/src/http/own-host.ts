import type { IncomingMessage } from 'node:http'
import { singleHeader } from '@ats/service-kit/http'

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Tells whether a request names the origin of this dashboard, of all that its listener answers for: sessions belong to
 * no address and no other port. `publicOrigin` null: loopback, and the port that the request came in by.
 */
export function createOwnHostCheck(publicOrigin: string | null): (request: IncomingMessage) => boolean {
  const publicHost = publicOrigin === null ? null : new URL(publicOrigin).host
  return ({ rawHeaders, socket }) => {
    const host = singleHeader(rawHeaders, 'host')?.toLowerCase()
    if (host === undefined) return false
    if (publicHost !== null) return host === publicHost
    const port = socket.localPort === 80 ? '' : `:${socket.localPort}`
    return LOOPBACK_NAMES.some((name) => host === `${name}${port}`)
  }
}
