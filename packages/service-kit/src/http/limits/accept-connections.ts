import type { Server, Socket } from 'node:net'
import { normaliseIp } from '../client-ip.js'
import type { Held, HeldConnections } from './held-connections.js'

/** To serve a connection, to serve it when there is time for it, or to leave it open and close it later. */
export type Verdict = 'serve' | 'defer' | 'refuse'

export interface Deferred extends Held {
  /** Serves it, unless its address has too many open by now. */
  admit(): void
}

export interface Judges {
  /** Asked about each new connection. `ip` is normalised. */
  readonly judge: (ip: string) => Verdict
  /** Asked again about one that was deferred. */
  readonly isFull: (ip: string) => boolean
  readonly deferred: HeldConnections<Deferred>
  readonly refused: HeldConnections<Held>
}

/** A connection that was accepted and has no socket yet. */
interface Accepted extends Held {
  getpeername?(into: { address?: string }): number
}

type OnConnection = (this: unknown, status: number, accepted?: Accepted) => void

/**
 * Node makes a socket of each connection it accepts, which costs more than the rest of what is done for one that is
 * refused. `onconnection` is called before that. Node does not document it: a version that does not have it makes
 * sockets of refused connections, too, and none is deferred.
 */
interface AcceptingServer extends Server {
  readonly _handle?: { onconnection?: OnConnection } | null
}

/** Has the connections of the server judged before its listeners are told of them. */
export function acceptConnections(server: Server, { judge, isFull, deferred, refused }: Judges): void {
  let isJudgedEarly = false
  server.on('listening', () => {
    const { _handle: handle } = server as AcceptingServer
    const accept = handle?.onconnection
    if (!handle || accept === undefined) return
    isJudgedEarly = true
    const carryOut = (verdict: Verdict, accepted: Accepted, ip: string): void => {
      if (verdict === 'serve') return accept.call(handle, 0, accepted)
      if (verdict === 'refuse') return void refused.add(accepted)
      const admit = (): void => carryOut(isFull(ip) ? 'refuse' : 'serve', accepted, ip)
      deferred.add({ admit, close: () => accepted.close() })
    }
    handle.onconnection = (status, accepted) => {
      if (status !== 0 || accepted === undefined) return accept.call(handle, status, accepted)
      const ip = addressOf(accepted)
      carryOut(judge(ip), accepted, ip)
    }
  })

  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (isJudgedEarly || judge(normaliseIp(socket.remoteAddress ?? '')) !== 'refuse') {
      for (const listener of serve) listener.call(server, socket)
      return
    }
    const forget = refused.add({ close: () => socket.destroy() })
    socket.on('error', () => undefined) // it is closed next
    socket.once('close', forget)
  })
}

function addressOf(accepted: Accepted): string {
  const name: { address?: string } = {}
  accepted.getpeername?.(name)
  return normaliseIp(name.address ?? '')
}
