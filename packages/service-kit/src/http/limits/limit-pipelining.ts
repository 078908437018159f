import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { cutRequests } from '../../unsafe/node.js'
import { isStreaming } from '../streams/streaming-sockets.js'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Requests that may wait on a connection for the response to one before them. Few clients pipeline at all. */
const PIPELINED_MAX = 16

/**
 * Cuts a connection that sends more than PIPELINED_MAX requests ahead of its responses. A packet of 64 KB can hold a
 * thousand of them, all of which Node makes in one go, whatever may be in flight; and as long as nothing is written,
 * nothing tells the peer to wait. Behind a stream none waits: its responses would be kept until the stream ends.
 */
export function limitPipelining(serve: Serve): Serve {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    if (isStreaming(socket)) return cutRequests(socket)
    // A response gets its socket when it is the first that is due.
    if (response.socket === null) {
      const count = (waiting.get(socket) ?? 0) + 1
      if (count > PIPELINED_MAX) return cutRequests(socket)
      waiting.set(socket, count)
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    }
    serve(request, response)
  }
}
