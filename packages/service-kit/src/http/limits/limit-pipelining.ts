import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isStreaming } from '../streams/streaming-sockets.js'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** The parser of a connection asks this about each head. Not documented by Node: where it is absent, it parses on. */
interface ParsingSocket extends Socket {
  readonly parser?: { onIncoming?: unknown } | null
}

/** Says that the connection is no longer HTTP: the parser leaves the rest of what it was given as it is. */
const leaveTheRest = (): number => 2

/** Requests that may wait on a connection for the response to one before them. Few clients pipeline at all. */
const PIPELINED_MAX = 16

/**
 * Cuts a connection that sends more than PIPELINED_MAX requests ahead of its responses. A packet of 64 KB can hold a
 * thousand of them, all of which Node makes in one go, whatever may be in flight; and as long as nothing is written,
 * nothing tells the peer to wait. Behind a stream none waits: its responses would be kept until the stream ends.
 */
export function limitPipelining(serve: Serve): Serve {
  const waiting = new WeakMap<Socket, number>()
  const cut = (socket: ParsingSocket): void => {
    if (socket.parser?.onIncoming !== undefined) socket.parser.onIncoming = leaveTheRest
    socket.destroy()
  }
  return (request, response) => {
    const socket: ParsingSocket = request.socket
    if (socket.destroyed) return
    if (isStreaming(socket)) return cut(socket)
    // A response gets its socket when it is the first that is due.
    if (response.socket === null) {
      const count = (waiting.get(socket) ?? 0) + 1
      if (count > PIPELINED_MAX) return cut(socket)
      waiting.set(socket, count)
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    }
    serve(request, response)
  }
}
