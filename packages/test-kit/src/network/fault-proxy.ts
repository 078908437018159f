import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * forward: pass everything on. refuse: no one listens, open connections end. hang: connections are accepted and stay silent, open ones
 * freeze. reset: connections, open ones too, are reset.
 */
export type FaultMode = 'forward' | 'refuse' | 'hang' | 'reset'

export interface FaultProxy {
  readonly port: number
  /** Resolves when the mode is in force. Connections frozen by `hang` are reset by the next change: bytes they swallowed are lost. */
  mode(next: FaultMode): Promise<void>
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** A TCP proxy to a loopback port that can fail the way networks and dependencies do. */
export async function startFaultProxy({ targetPort }: { targetPort: number }): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let mode: FaultMode = 'forward'
  const server = createServer((client) => {
    track(sockets, client)
    if (mode === 'reset') client.resetAndDestroy()
    else if (mode === 'forward') forward(client, createConnection({ port: targetPort, host: HOST }), sockets)
    else client.pause()
  })
  const port = await listen(server, 0)
  return {
    port,
    mode: async (next) => {
      if (mode === 'hang' || next === 'reset') resetAll(sockets)
      if (next === 'hang') freezeAll(sockets)
      if (next === 'refuse') await stopListening(server, sockets)
      mode = next
      if (next !== 'refuse' && !server.listening) await listen(server, port)
    },
    close: () => stopListening(server, sockets),
  }
}

function forward(client: Socket, target: Socket, sockets: Set<Socket>): void {
  track(sockets, target)
  client.on('close', () => target.destroy())
  target.on('close', () => client.destroy())
  client.pipe(target).pipe(client)
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => undefined) // resets are what this proxy is for
}

function freezeAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.unpipe().pause()
}

function resetAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.resetAndDestroy()
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen({ port, host: HOST })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function stopListening(server: Server, sockets: Set<Socket>): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  for (const socket of sockets) socket.destroy()
  await closed
}
