import type { IncomingMessage } from 'node:http'
import { RequestAborted } from '../async/request-aborted.js'
import { RequestError } from '../process/errors.js'

/** The limit of a route that does not set another. */
export const BODY_BYTES_MAX = 16 * 1024

/**
 * A body over its limit is still read to its end, up to here, and thrown away: a connection closed in the middle of an
 * upload often loses the answer too, and the caller would never see the 413.
 */
const DISCARDED_BYTES_MAX = 1024 * 1024

export const EMPTY_BODY = Buffer.alloc(0)

/**
 * Reads the whole body as bytes; null when there is none. A body of GET or HEAD means nothing and is left to the HTTP
 * server to skip.
 * @throws RequestError payload_too_large, RequestAborted
 */
export function readBody(request: IncomingMessage, bytesMax = BODY_BYTES_MAX): Promise<Buffer> | null {
  const { headers, method } = request
  if (method === 'GET' || method === 'HEAD') return null
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return null
  const discardedMax = Math.max(DISCARDED_BYTES_MAX, bytesMax)
  if (Number(headers['content-length']) > discardedMax)
    return Promise.reject(tooLarge(bytesMax, { Connection: 'close' }))
  return collect(request, bytesMax, discardedMax)
}

/** Whether what follows may be more than is worth reading only to throw it away. */
export const isLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX

function collect(request: IncomingMessage, bytesMax: number, discardedMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bytesMax) chunks.push(chunk)
      else if (bytes > discardedMax) reject(tooLarge(bytesMax, { Connection: 'close' }))
    })
    request.on('end', () => (bytes > bytesMax ? reject(tooLarge(bytesMax)) : resolve(Buffer.concat(chunks, bytes))))
    request.on('error', (error) => reject(new RequestAborted('the request broke off', { cause: error })))
    request.on('close', () => {
      if (!request.complete) reject(new RequestAborted('the request broke off'))
    })
  })
}

function tooLarge(bytesMax: number, headers: Readonly<Record<string, string>> = {}): RequestError {
  return new RequestError('payload_too_large', `the body must not be larger than ${bytesMax} bytes`, {}, headers)
}
