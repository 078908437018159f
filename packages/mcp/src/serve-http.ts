import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { HttpSettings } from './config.js'

const MCP_BYTES_MAX = 64 * 1024

export interface HttpServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Serves MCP at `/mcp` on 127.0.0.1, without sessions: each request is complete. Refuses requests without the token,
 * those of web pages (an Origin header), and those for another host name (DNS rebinding).
 */
export async function serveHttp(createServer_: () => McpServer, { port, token }: HttpSettings): Promise<HttpServer> {
  const isToken = createTokenCheck(token)
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, isToken)
    if (refusal !== null) return void refuse(response, ...refusal)
    answer(createServer_, request, response).catch(() => response.destroy())
  })
  await listen(server, port)
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${actual}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Problem = readonly [status: number, message: string]

function refusalOf({ headers, method, url }: IncomingMessage, isToken: (header?: string) => boolean): Problem | null {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  if (host !== '127.0.0.1' && host !== 'localhost') return [421, 'this server answers on 127.0.0.1 alone']
  if (headers.origin !== undefined) return [403, 'web pages may not use this server']
  if (!isToken(headers.authorization)) return [401, 'send ATS_MCP_TOKEN as Authorization: Bearer']
  if (url !== '/mcp') return [404, 'the server is at /mcp']
  if (method !== 'POST') return [405, 'without sessions there is only POST']
  return null
}

async function answer(create: () => McpServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readJson(request)
  if (body === null) return refuse(response, 400, `the body must be JSON of at most ${MCP_BYTES_MAX} bytes`)
  const server = create()
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.on('close', () => void server.close())
  // The class has accessors where the interface has optional properties.
  await server.connect(transport)
  await transport.handleRequest(request, response, body.value)
}

async function readJson(request: IncomingMessage): Promise<{ readonly value: unknown } | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MCP_BYTES_MAX) return null
    chunks.push(chunk)
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString()) as unknown }
  } catch {
    return null
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }))
}

function createTokenCheck(token: string): (header?: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`Bearer ${token}`)
  return (header = '') => timingSafeEqual(digest(header), expected)
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
