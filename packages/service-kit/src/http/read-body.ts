import type { IncomingMessage } from 'node:http'
import { RequestError } from '../errors.js'

export const BODY_BYTES_MAX = 16 * 1024

/**
 * A body over the limit is still read to its end, up to here, and thrown away: a connection closed in the middle of an
 * upload often loses the answer too, and the caller would never see the 413.
 */
const DISCARDED_BYTES_MAX = 1024 * 1024

/** The caller went away before the request was complete; nobody is left to answer. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

const EMPTY = Buffer.alloc(0)

/**
 * Reads the whole body as bytes. A body of GET or HEAD means nothing and is left to the HTTP server to skip.
 * @throws RequestError payload_too_large, RequestAborted
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  const { headers, method } = request
  if (method === 'GET' || method === 'HEAD') return Promise.resolve(EMPTY)
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined)
    return Promise.resolve(EMPTY)
  if (Number(headers['content-length']) > DISCARDED_BYTES_MAX) return Promise.reject(tooLarge({ Connection: 'close' }))
  return collect(request)
}

function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= BODY_BYTES_MAX) chunks.push(chunk)
      else if (bytes > DISCARDED_BYTES_MAX) reject(tooLarge({ Connection: 'close' }))
    })
    request.on('end', () => (bytes > BODY_BYTES_MAX ? reject(tooLarge()) : resolve(Buffer.concat(chunks, bytes))))
    request.on('error', (error) => reject(new RequestAborted('the request broke off', { cause: error })))
    request.on('close', () => {
      if (!request.complete) reject(new RequestAborted('the request broke off'))
    })
  })
}

function tooLarge(headers: Readonly<Record<string, string>> = {}): RequestError {
  return new RequestError('payload_too_large', `The body is larger than ${BODY_BYTES_MAX} bytes.`, {}, headers)
}
