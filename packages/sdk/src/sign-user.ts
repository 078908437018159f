import type { SentRequest, TransportOptions } from './transport/transport.js'

/**
 * The headers by which a gateway names the user of a request: an HMAC-SHA256 over the service, the time, the method,
 * the path with its query, the user and the SHA-256 of the body, one a line. Each attempt has its own signature,
 * since that of a change is valid once.
 */
export function signUser(service: string, userId: string, secret: string): TransportOptions['headers'] {
  const key = crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  let lastAt = 0
  return async (request) => {
    const isChange = request.method !== 'GET'
    const now = Math.floor(Date.now() / 1000)
    // Two signatures of the same second would be the same.
    const signedAt = isChange ? Math.max(now, lastAt + 1) : now
    if (isChange) lastAt = signedAt
    const text = await signedText(service, signedAt, userId, request)
    const digest = await crypto.subtle.sign('HMAC', await key, encode(text))
    return { 'x-user-id': userId, 'x-user-id-signature': `t=${signedAt},v2=${toHex(digest)}` }
  }
}

async function signedText(service: string, at: number, userId: string, request: SentRequest): Promise<string> {
  const { method, url, body = '' } = request
  const bodyHash = toHex(await crypto.subtle.digest('SHA-256', encode(body)))
  return [service, at, method, `${url.pathname}${url.search}`, userId, bodyHash].join('\n')
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
