/** The public price interfaces of GMX and Ostium over real connections, which fail in every way such interfaces do. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSelfSigned, type SelfSigned } from '@ats/test-kit'
import type { ListedPair, ListedToken } from './listings.js'
import { createPayloads } from './payloads.js'
import { createStream, type StreamFigures } from './stream.js'
import { isKey, RESPONSES, type PriceFault } from './price-faults.js'

export interface VenuePrices {
  /** Without a path; both venues are here. */
  readonly url: string
  readonly streamUrl: string
  /** PEM file of the certificate, to be trusted; null without TLS. */
  readonly caFile: string | null
  /** Requests so far. */
  readonly requested: () => number
  readonly streaming: () => StreamFigures
  /** Sends a tick of every pair on the stream. */
  tick(): void
  /** Sends a text of any kind on the stream. */
  say(text: string): void
  /** Ends all connections of the stream without a word. */
  cutStreams(): void
  /** Resolves when the fault is in force; null: none. On one channel alone: the other one works. */
  fail(fault: PriceFault | null, channel?: 'http' | 'stream'): Promise<void>
  close(): Promise<void>
}

export interface VenuePricesOptions {
  readonly tokens: readonly ListedToken[]
  readonly pairs: readonly ListedPair[]
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** With a certificate of its own. Default: plain. */
  readonly isTls?: boolean
}

const HOST = '127.0.0.1'

export async function startVenuePrices(options: VenuePricesOptions): Promise<VenuePrices> {
  const { tokens, pairs, now = Date.now, isTls = false } = options
  const faults: { http: PriceFault | null; stream: PriceFault | null } = { http: null, stream: null }
  const certificate = isTls ? await createSelfSigned() : null
  const payloads = createPayloads({ tokens, pairs, now, fault: () => faults.http })
  const streamPayloads = createPayloads({ tokens, pairs, now, fault: () => faults.stream })
  const stream = createStream(streamPayloads, () => faults.stream)
  const repeated = new Map<string, string>()
  let requested = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '/'
    const sent = await readBody(request)
    const body = payloads.bodyOf(new URL(target, 'http://venue'), sent)
    const text = (faults.http === 'repeated' ? repeated.get(target) : undefined) ?? JSON.stringify(body)
    repeated.set(target, text)
    const headers = { 'content-type': 'application/json', date: new Date(payloads.time()).toUTCString() }
    response.writeHead(body === undefined ? 404 : 200, headers).end(text)
  }

  const server = createVenueServer(certificate, (request, response) => {
    requested += 1
    payloads.step()
    response.on('error', () => undefined)
    const { http: fault } = faults
    if (isKey(RESPONSES, fault)) RESPONSES[fault](response)
    else void answer(request, response)
  })
  server.on('upgrade', stream.upgrade)
  const listen = async (port: number): Promise<number> => {
    server.listen(port, HOST)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    stream.cut()
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const port = await listen(0)
  const secure = isTls ? 's' : ''

  return {
    url: `http${secure}://${HOST}:${port}`,
    streamUrl: `ws${secure}://${HOST}:${port}/v1/prices/stream`,
    caFile: certificate?.caFile ?? null,
    requested: () => requested,
    streaming: stream.figures,
    tick: stream.tick,
    say: stream.send,
    cutStreams: stream.cut,
    async fail(fault, channel) {
      if (channel !== 'stream') faults.http = fault
      if (channel !== 'http') faults.stream = fault
      if (fault === 'refuse' && channel === undefined) await stop()
      else if (!server.listening) await listen(port)
    },
    async close() {
      await stop()
      await certificate?.remove()
    },
  }
}

/** An object; empty when the request has no body. */
async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>)
}

function createVenueServer(certificate: SelfSigned | null, onRequest: RequestListener): Server {
  if (certificate === null) return createServer(onRequest)
  const server = createTlsServer({ key: certificate.key, cert: certificate.cert }, onRequest)
  server.on('tlsClientError', () => undefined)
  return server
}
