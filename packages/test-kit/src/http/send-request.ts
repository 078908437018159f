import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface RawRequest {
  readonly method: string
  /** Sent as it is: no normalising of dots, slashes or percent signs, as `fetch` would do. */
  readonly path: string
  /** A list sends the header several times; undefined leaves out one that would be there by default. */
  readonly headers: OutgoingHttpHeaders
  readonly body: string | Buffer | undefined
}

const TIMEOUT_MS = 100_000

/**
 * One request on a connection of its own, so that no test sees a connection another one broke. A stream is left after
 * its first bytes.
 */
export function sendRequest(baseUrl: string, { method, path, headers, body }: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const outgoing = request({
      hostname,
      port,
      method,
      path,
      agent: false,
      headers: withoutUndefined({ ...length, ...headers }),
    })
    outgoing.setTimeout(TIMEOUT_MS, () =>
      outgoing.destroy(new Error(`no answer to ${method} ${path} within ${TIMEOUT_MS} ms`)),
    )
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      const finish = (): void =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') === true
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (!isStream) return
        outgoing.destroy()
        finish()
      })
      incoming.on('error', reject)
      incoming.on('end', finish)
    })
    // As bytes: Node encodes headers like a body that is given as text.
    outgoing.end(typeof body === 'string' ? Buffer.from(body) : body)
  })
}

function withoutUndefined(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
}
