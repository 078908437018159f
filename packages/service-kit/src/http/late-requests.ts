import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tells a client that is slow from a process that is: Node measures how long a request takes to arrive before it looks
 * at what has arrived, and a process without a turn for so long finds that all its clients were late.
 */
export interface LateRequests {
  /** Takes every request, once its headers are there. */
  readonly note: (request: IncomingMessage) => void
  /** Calls `refuse` unless the rest of the request is found at the next look at the connection. */
  readonly lookOnce: (socket: Socket, refuse: () => void) => void
}

export function createLateRequests(): LateRequests {
  /** The newest of each connection. */
  const newest = new WeakMap<Socket, IncomingMessage>()
  return {
    note: (request) => void newest.set(request.socket, request),
    lookOnce(socket, refuse) {
      const before = newest.get(socket)
      // The headers of the late one are missing.
      const isNext = before === undefined || before.complete
      setImmediate(() => {
        const request = newest.get(socket)
        const isThere = request?.complete === true && !(isNext && request === before)
        if (!isThere) refuse()
      })
    },
  }
}
