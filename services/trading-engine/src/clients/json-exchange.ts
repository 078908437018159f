/**
 * One JSON request and its response over connections that are kept open, by Node's own client: no redirects. A kept
 * connection may end, with a peer that restarts or at an idle time-out, just as a request goes out on it: where nothing
 * has come back the request is sent once more, on a connection of its own. So requests have to be safe to repeat.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import type { Agent as HttpAgent, ClientRequest } from 'node:http'
import { urlToHttpOptions } from 'node:url'

export interface JsonRequest {
  readonly method: 'GET' | 'POST'
  /** With its query, below the base URL. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
}

export interface JsonResponse {
  readonly status: number
  /** Undefined where the body is not JSON. */
  readonly data: unknown
}

export interface JsonExchange {
  /** Rejects when no whole response comes, and as soon as the signal, which is of this request alone, is aborted. */
  send(request: JsonRequest, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<JsonResponse>
  close(): void
}

/** `baseUrl`: http or https, perhaps with a path. `responseBytesMax`: a longer response is a failure. */
export function createJsonExchange(baseUrl: string, responseBytesMax: number): JsonExchange {
  const url = new URL(baseUrl)
  const { protocol, hostname, port, auth } = urlToHttpOptions(url)
  const { request, Agent } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  const target = { hostname, port, auth }
  const prefix = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname

  const attempt = (
    { method, path, body }: JsonRequest,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    by: HttpAgent | false,
  ): Promise<JsonResponse> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const options = { ...target, agent: by, method, path: prefix + path }
      const sent = request({ ...options, headers: { ...headers, ...contentOf(text) } })
      const giveUp = (): void => void sent.destroy(signal.reason as Error)
      if (signal.aborted) giveUp()
      else signal.addEventListener('abort', giveUp, { once: true })
      let hasBegun = false
      sent.on('error', (error) => reject(!hasBegun && isStale(sent, error) ? new StaleConnection() : error))
      sent.on('response', (response) => {
        hasBegun = true
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= responseBytesMax) chunks.push(chunk)
          else response.destroy(new Error(`more than ${responseBytesMax} bytes`))
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, data: parsed(chunks) }))
      })
      sent.end(text)
    })

  return {
    send: (json, headers, signal) =>
      attempt(json, headers, signal, agent).catch((error: unknown) => {
        if (error instanceof StaleConnection) return attempt(json, headers, signal, false)
        throw error
      }),
    close: () => agent.destroy(),
  }
}

class StaleConnection extends Error {}

const ENDED: readonly unknown[] = ['ECONNRESET', 'EPIPE']

/** The connection was there before the request. */
const isStale = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && 'code' in error && ENDED.includes(error.code)

const contentOf = (text: string | undefined): Readonly<Record<string, string | number>> =>
  text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }

function parsed(chunks: readonly Buffer[]): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}
