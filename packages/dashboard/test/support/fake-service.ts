import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a service got it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

type Respond = (response: ServerResponse, received: Received) => void

/** A service reduced to what the gateway sees of it: it keeps what it gets and responds as it is told. */
export interface FakeService {
  readonly url: string
  readonly received: Received[]
  /** From now on; default 200 with `{}`. */
  respond: Respond
  /** Connections that are open. */
  readonly connections: () => Promise<number>
  close(): Promise<void>
}

const respondEmpty: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{}')
}

export async function startFakeService(): Promise<FakeService> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request
      const got = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) }
      received.push(got)
      service.respond(response, got)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respond: respondEmpty,
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}
