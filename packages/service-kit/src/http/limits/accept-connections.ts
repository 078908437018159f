import type { Server, Socket } from 'node:net'
import { normaliseIp } from '../client-ip.js'
import type { Held, HeldConnections } from './held-connections.js'

/** To serve a connection, to judge it again when there is time for it, or to leave it unheard. */
export type Verdict = 'serve' | 'defer' | 'refuse'

export interface Deferred extends Held {
  judgeAgain(): void
}

export interface Judges {
  /** Asked about each connection. `ip` is normalised. */
  readonly judge: (ip: string) => Verdict
  readonly onAccept: () => void
  readonly deferred: HeldConnections<Deferred>
  readonly refused: HeldConnections<Held>
}

/** A connection that was accepted and has no socket yet. */
interface Accepted extends Held {
  getpeername?(into: { address?: string }): number
}

type OnConnection = (this: unknown, status: number, accepted?: Accepted) => void

/**
 * Node makes a socket of each connection it accepts, one in a turn of the event loop, which costs more than all that is
 * done for one that is refused; and while somebody opens connections faster than they are accepted, everybody's wait.
 * Not documented by Node: where it is absent, sockets are made of those that are refused, too, and none is deferred.
 */
interface AcceptingServer extends Server {
  readonly _handle?: { onconnection?: OnConnection } | null
}

/** Has the connections of the server judged before its listeners are told of them. */
export function acceptConnections(server: Server, { judge, onAccept, deferred, refused }: Judges): void {
  let isJudgedEarly = false
  server.on('listening', () => {
    const { _handle: handle } = server as AcceptingServer
    const accept = handle?.onconnection
    if (!handle || accept === undefined) return
    isJudgedEarly = true
    const settle = (accepted: Accepted, ip: string): void => {
      const verdict = judge(ip)
      if (verdict === 'serve') accept.call(handle, 0, accepted)
      else if (verdict === 'refuse') refused.add(accepted)
      else deferred.add({ judgeAgain: () => settle(accepted, ip), close: () => accepted.close() })
    }
    handle.onconnection = (status, accepted) => {
      if (status !== 0 || accepted === undefined) return accept.call(handle, status, accepted)
      onAccept()
      settle(accepted, addressOf(accepted))
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
