import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createIpRanges } from '@ats/contracts'
import { periodic } from '../../async/periodic.js'
import { addressGroup } from './address-group.js'
import { normaliseIp } from '../client-ip.js'
import { isStreaming } from '../streams/streaming-sockets.js'

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

/** Beyond it they are closed immediately. */
const KEPT_OUT_MAX = 2_000

/** The bytes that a connection had written at a moment, all of which must be taken soon. */
interface Owed {
  readonly bytes: number
  readonly sinceMs: number
}

/**
 * Keeps out what would be too many connections of one address, and cuts those that read their responses too slowly. A
 * client kept out is told late: closed immediately, it would connect again immediately, and everybody's new connections
 * wait.
 */
export function guardConnections(server: Server, limits: ConnectionLimits): void {
  const { perAddress, trustedProxies, readWithinMs, readStreamWithinMs, unreadBytesMax, keepOutMs } = limits
  const isProxy = createIpRanges(trustedProxies)
  const open = new Map<Socket, Owed | null>()
  const counts = new Map<string, number>()
  /** Until when, in ms of performance.now. */
  const keptOut = new Map<Socket, number>()
  const keepOut = (socket: Socket): void => {
    if (keptOut.size >= KEPT_OUT_MAX) return void socket.destroy()
    keptOut.set(socket, performance.now() + keepOutMs)
    socket.on('error', () => undefined) // it is closed next
    socket.once('close', () => keptOut.delete(socket))
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
    for (const [socket, untilMs] of keptOut) if (nowMs >= untilMs || !server.listening) socket.destroy()
    for (const [socket, owed] of open) {
      if (isTooSlow(socket, owed, nowMs)) socket.destroy()
      else if (socket.writableLength === 0) open.set(socket, null)
      else if (owed === null || isTaken(socket, owed)) open.set(socket, { bytes: socket.bytesWritten, sinceMs: nowMs })
    }
  }
  const sweep = periodic(look, { everyMs: Math.min(1_000, Math.ceil(Math.min(readWithinMs, keepOutMs) / 4)) })
  sweep.start()
  server.on('close', () => void sweep.stop())

  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const ip = normaliseIp(socket.remoteAddress ?? '')
    const address = addressGroup(ip)
    const count = counts.get(address) ?? 0
    if (count >= perAddress && !isProxy(ip)) return keepOut(socket)
    counts.set(address, count + 1)
    open.set(socket, null)
    socket.once('close', () => {
      open.delete(socket)
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    for (const listener of serve) listener.call(server, socket)
  })
}

const isTaken = (socket: Socket, { bytes }: Owed): boolean => socket.bytesWritten - socket.writableLength >= bytes
