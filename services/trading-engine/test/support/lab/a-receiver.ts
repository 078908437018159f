/** A receiver of webhooks on this machine, without TLS. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: {
    readonly id: string
    readonly type: string
    readonly sequence: number
    readonly created_at: string
    readonly data: { readonly order?: { readonly client_id: string | null } }
  }
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
}

/** @param answer the status; null: it never answers */
export async function withReceiver<T>(
  answer: (received: Received) => Promise<number | null> | number | null,
  use: (receiver: Receiver) => Promise<T>,
): Promise<T> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (of) => {
      const one = { headers: request.headers, text: of, body: JSON.parse(of) as Received['body'] }
      received.push(one)
      const status = await answer(one)
      if (status !== null) response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await use({ url: `http://127.0.0.1:${port}/hook`, received })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
