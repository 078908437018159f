/** A server that takes webhooks over TLS, with a certificate of its own, and reacts to each as a test says. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createSelfSigned } from '../tls/self-signed.js'

export interface ReceivedWebhook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The bytes as text: what the signature is of. */
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface WebhookRequest extends ReceivedWebhook {
  readonly socket: Socket
}

/** The reaction to one request; it must end the response or its socket, or leave the sender waiting. */
export type WebhookReaction = (received: WebhookRequest, response: ServerResponse) => void

export interface WebhookReceiver {
  /** https, without a path. */
  readonly url: string
  readonly port: number
  /** PEM file of its certificate, to be trusted. */
  readonly caFile: string
  /** PEM file of the certificate's key, for another receiver on this machine. */
  readonly keyFile: string
  readonly received: readonly ReceivedWebhook[]
  /** Connections it was asked for, TLS or not. */
  readonly connections: () => number
  react(reaction: WebhookReaction): void
  close(): Promise<void>
}

const take: WebhookReaction = (_received, response) => void response.writeHead(204).end()

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const { key, cert, caFile, keyFile, remove } = await createSelfSigned('*.receiver.test')
  const received: ReceivedWebhook[] = []
  let reaction = take
  let connections = 0

  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers, socket } = request
      const webhook = { path: url, headers, body: Buffer.concat(chunks).toString(), at: Date.now() }
      received.push(webhook)
      reaction({ ...webhook, socket }, response)
    })
  })
  server.on('connection', () => (connections += 1))
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `https://localhost:${port}`,
    port,
    caFile,
    keyFile,
    received,
    connections: () => connections,
    react: (next) => void (reaction = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await remove()
    },
  }
}
