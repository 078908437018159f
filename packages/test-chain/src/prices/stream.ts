/** The price stream of the fake Ostium: a snapshot of what a client subscribes to, and ticks as a test wants them. */
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Payloads } from './payloads.js'
import { isKey, RESPONSES, type PriceFault } from './price-faults.js'

export interface StreamFigures {
  /** Clients now. */
  readonly clients: number
  /** Connections so far. */
  readonly connected: number
  /** Pings of all clients so far. */
  readonly pings: number
}

export interface Stream {
  /** Takes over a connection that asks to become a stream. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Sends a tick of every pair to each client that has subscribed to it. */
  readonly tick: () => void
  readonly figures: () => StreamFigures
  /** Sends a text of any kind to all. */
  readonly send: (text: string) => void
  /** Ends all connections without a word. */
  readonly cut: () => void
}

/** The first byte of a text frame, and a length of which the rest never comes. */
const HALF_A_FRAME = Buffer.from([0x81, 0x7d, 0x7b])
const MEGABYTE = 1_048_576

export function createStream(payloads: Payloads, fault: () => PriceFault | null): Stream {
  const server = new WebSocketServer({ noServer: true })
  const subscribed = new Map<WebSocket, ReadonlySet<string>>()
  const lastTicks = new Map<unknown, string>()
  const sockets = new Set<Duplex>()
  let connected = 0
  let pings = 0

  const isSilent = (): boolean => fault() === 'silent'

  function subscribe(client: WebSocket, socket: Duplex, text: string): void {
    const { pairs = [] } = JSON.parse(text) as { readonly pairs?: readonly string[] }
    subscribed.set(client, new Set(pairs))
    const one = fault()
    if (one === 'half') socket.end(HALF_A_FRAME)
    else if (one === 'endless') client.send(' '.repeat(MEGABYTE))
    else if (!isSilent())
      client.send(JSON.stringify({ type: 'snapshot', data: payloads.latestPrices(subscribed.get(client)) }))
  }

  return {
    upgrade(request, socket, head) {
      connected += 1
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
      const one = fault()
      if (one === 'refuse') return void socket.destroy()
      if (isKey(RESPONSES, one) && one !== 'half' && one !== 'endless') return refuseUpgrade(request, socket, one)
      server.handleUpgrade(request, socket, head, (client) => {
        client.on('error', () => undefined)
        client.on('ping', () => (pings += 1))
        client.on('close', () => subscribed.delete(client))
        client.on('message', (data: Buffer) => subscribe(client, socket, data.toString()))
      })
    },
    tick() {
      if (isSilent()) return
      payloads.step()
      const isRepeated = fault() === 'repeated'
      for (const [client, pairs] of subscribed)
        for (const data of payloads.latestPrices(pairs)) {
          const { pair } = data as { readonly pair: string }
          const text = (isRepeated ? lastTicks.get(pair) : undefined) ?? JSON.stringify({ type: 'tick', data })
          lastTicks.set(pair, text)
          client.send(text)
        }
    },
    figures: () => ({ clients: server.clients.size, connected, pings }),
    send: (text) => server.clients.forEach((client) => client.send(text)),
    cut: () => sockets.forEach((socket) => socket.destroy()),
  }
}

/** Answers as over HTTP, on a connection that wanted to be a stream. */
function refuseUpgrade(request: IncomingMessage, socket: Duplex, fault: keyof typeof RESPONSES): void {
  const response = new ServerResponse(request)
  response.assignSocket(socket as Socket)
  response.on('finish', () => socket.end())
  RESPONSES[fault](response)
}
