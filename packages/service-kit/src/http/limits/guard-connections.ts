import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createIpRanges } from '@ats/contracts'
import { periodic } from '../../async/periodic.js'
import { normaliseIp } from '../client-ip.js'
import { isStreaming } from '../streams/streaming-sockets.js'
import { acceptConnections, type Deferred, type Verdict } from './accept-connections.js'
import { createAcceptQueue } from './accept-queue.js'
import { createAddressConnections } from './address-connections.js'
import { createHeldConnections } from './held-connections.js'

export interface ConnectionLimits {
  /** Open at a time from one address or /64; one more is not listened to, and closed after a while. */
  readonly perAddress: number
  /** Behind these are many clients: the limit is not for them. */
  readonly trustedProxies: readonly string[]
  /** The time within which the peer must take what was written. */
  readonly readWithinMs: number
  /** Likewise, of a stream. */
  readonly readStreamWithinMs: number
  /** More than this may not wait to be taken. */
  readonly unreadBytesMax: number
  readonly keepOutMs: number
}

/** The bytes that a connection had written at a moment, all of which must be taken soon. */
interface Owed {
  readonly bytes: number
  readonly sinceMs: number
}

/**
 * Keeps out what would be too many connections of one address, lets those of an address that opens many wait for those
 * of others, and cuts clients that read their responses too slowly.
 */
export function guardConnections(server: Server, limits: ConnectionLimits): void {
  const { perAddress, trustedProxies, readWithinMs, readStreamWithinMs, unreadBytesMax, keepOutMs } = limits
  const isProxy = createIpRanges(trustedProxies)
  const open = new Map<Socket, Owed | null>()
  const connections = createAddressConnections(perAddress)
  const refused = createHeldConnections(keepOutMs)
  const deferred = createHeldConnections<Deferred>(keepOutMs)
  const closeHeld = (): void => {
    for (const held of [refused, deferred]) held.closeAll()
  }
  const queue = createAcceptQueue({
    onSpareTurn() {
      if (server.listening) deferred.takeOldest()?.admit()
      return server.listening && deferred.size > 0
    },
  })
  const isFull = (ip: string): boolean => connections.isFull(ip) && !isProxy(ip)
  const decide = (ip: string): Verdict => {
    queue.accepted()
    connections.arrive(ip)
    if (isFull(ip)) return 'refuse'
    const isTurnOfOthers = queue.isLate || deferred.size > 0
    return isTurnOfOthers && connections.opensMany(ip) && !isProxy(ip) ? 'defer' : 'serve'
  }

  const isTooSlow = (socket: Socket, owed: Owed | null, nowMs: number): boolean => {
    const unread = socket.writableLength
    if (unread === 0) return false
    if (unread > unreadBytesMax) return true
    const withinMs = isStreaming(socket) ? readStreamWithinMs : readWithinMs
    return owed !== null && !isTaken(socket, owed) && nowMs - owed.sinceMs >= withinMs
  }
  const look = (): void => {
    const nowMs = performance.now()
    connections.sweep()
    for (const held of [refused, deferred]) held.sweep()
    if (!server.listening) closeHeld()
    for (const [socket, owed] of open) {
      if (isTooSlow(socket, owed, nowMs)) socket.destroy()
      else if (socket.writableLength === 0) open.set(socket, null)
      else if (owed === null || isTaken(socket, owed)) open.set(socket, { bytes: socket.bytesWritten, sinceMs: nowMs })
    }
  }
  const sweep = periodic(look, { everyMs: Math.min(1_000, Math.ceil(Math.min(readWithinMs, keepOutMs) / 4)) })
  sweep.start()
  server.on('close', () => {
    closeHeld()
    void sweep.stop()
  })

  server.prependListener('connection', (socket: Socket) => {
    const end = connections.open(normaliseIp(socket.remoteAddress ?? ''))
    open.set(socket, null)
    socket.once('close', () => {
      open.delete(socket)
      end()
    })
  })
  acceptConnections(server, { decide, isFull, deferred, refused })
}

const isTaken = (socket: Socket, { bytes }: Owed): boolean => socket.bytesWritten - socket.writableLength >= bytes
