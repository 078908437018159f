import type { Server, Socket } from 'node:net'
import { peerAddressOf, takeAccepted } from '../../unsafe/node.js'
import { normaliseIp } from '../client-ip.js'
import type { Held, HeldConnections } from './held-connections.js'

/** To serve a connection, to serve it when there is time for it, or to leave it open and close it later. */
export type Verdict = 'serve' | 'defer' | 'refuse'

export interface Deferred extends Held {
  /** Serves it, unless its address has too many open by now. */
  admit(): void
}

export interface ConnectionRules {
  /** Decides on each new connection. `ip` is normalised. */
  readonly decide: (ip: string) => Verdict
  /** Whether an address has too many open by now; decides on one that was deferred. */
  readonly isFull: (ip: string) => boolean
  readonly deferred: HeldConnections<Deferred>
  readonly refused: HeldConnections<Held>
}

/** Decides on the connections of a server before its listeners see them. */
export function acceptConnections(server: Server, { decide, isFull, deferred, refused }: ConnectionRules): void {
  /** False: this Node makes sockets of refused connections, too, and none is deferred. */
  let decidesEarly = false
  server.on('listening', () => {
    decidesEarly = takeAccepted(server, (accepted, serve) => {
      const ip = normaliseIp(peerAddressOf(accepted))
      const carryOut = (verdict: Verdict): void => {
        if (verdict === 'serve') return serve()
        if (verdict === 'refuse') return void refused.add(accepted)
        deferred.add({ admit: () => carryOut(isFull(ip) ? 'refuse' : 'serve'), close: () => accepted.close() })
      }
      carryOut(decide(ip))
    })
  })

  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (decidesEarly || decide(normaliseIp(socket.remoteAddress ?? '')) !== 'refuse') {
      for (const listener of serve) listener.call(server, socket)
      return
    }
    const forget = refused.add({ close: () => socket.destroy() })
    socket.on('error', () => undefined) // it is closed next
    socket.once('close', forget)
  })
}
