import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Rejects with the error of the socket: whether the request was carried out is then unknown, but for ECONNREFUSED. */
export type Send = (request: HttpRequest) => Promise<HttpAnswer>

const TIMEOUT_MS = 5_000

export interface SenderOptions {
  /** The loopback address to connect from; default 127.0.0.1. */
  readonly localAddress?: string
  /** False: each request by a connection of its own. Default true. */
  readonly keepAlive?: boolean
  /** Default 5,000. */
  readonly timeoutMs?: number
}

export function createSender(
  baseUrl: string,
  { localAddress, keepAlive = true, timeoutMs = TIMEOUT_MS }: SenderOptions = {},
): { readonly send: Send; readonly close: () => void } {
  const { hostname, port } = new URL(baseUrl)
  const from = localAddress === undefined ? {} : { localAddress }
  const agent = new Agent({ keepAlive, maxFreeSockets: Infinity, ...from })
  const send: Send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined || body === null ? undefined : JSON.stringify(body)
      const contentHeaders =
        payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }
      const outgoing = request({ hostname, port, agent, method, path, headers: { ...contentHeaders, ...headers } })
      outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)))
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          if (!incoming.complete) return reject(new Error('the answer broke off'))
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
        })
      })
      outgoing.end(payload)
    })
  return { send, close: () => agent.destroy() }
}

/** True when the server was not there at all, so that nothing can have been done. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
