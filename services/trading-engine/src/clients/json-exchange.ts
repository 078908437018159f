/** One JSON request and its response over connections that are kept open, by Node's own client: no redirects. */
import * as http from 'node:http'
import * as https from 'node:https'
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
  const target = { hostname, port, auth, agent }
  const prefix = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  return {
    send: ({ method, path, body }, headers, signal) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body)
        const sent = request({ ...target, method, path: prefix + path, headers: { ...headers, ...contentOf(text) } })
        const giveUp = (): void => void sent.destroy(signal.reason as Error)
        if (signal.aborted) giveUp()
        else signal.addEventListener('abort', giveUp, { once: true })
        sent.on('error', reject)
        sent.on('response', (response) => {
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
      }),
    close: () => agent.destroy(),
  }
}

const contentOf = (text: string | undefined): Readonly<Record<string, string | number>> =>
  text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }

function parsed(chunks: readonly Buffer[]): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}
