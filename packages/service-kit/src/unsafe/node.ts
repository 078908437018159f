/**
 * Fields of Node's HTTP server that are not documented. Written for Node 20.20, 22.23 and 24.21; where a version lacks
 * one, the caller gets `null` or `false` and does without.
 */
import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

interface InnerResponse extends ServerResponse {
  /** The head as text, null until it is made. Once it is there, Node adds nothing to it. */
  _header?: string | null
  _keepAliveTimeout?: number
  /** Writes the head, if it was not yet, together with the text. */
  _send?: (text: string, encoding: 'utf8') => boolean
}

/** The keep-alive time of a response without a head, in ms; null when it has one, or cannot be given one as text. */
export function keepAliveOfUnsent(response: ServerResponse): number | null {
  const { _header: head, _send: send, _keepAliveTimeout: keepAliveMs } = response as InnerResponse
  return head !== null || send === undefined || keepAliveMs === undefined ? null : keepAliveMs
}

/** Ends a response for which `keepAliveOfUnsent` was not null: head and body in one write, as they are. */
export function endWithHead(response: ServerResponse, head: string, text: string): void {
  const inner: InnerResponse = response
  inner._header = head
  inner._send?.(text, 'utf8')
  response.end()
}

interface ParsingSocket extends Socket {
  readonly parser?: { onIncoming?: unknown } | null
}

/** Returned by `onIncoming`, it says that the connection is no longer HTTP: the parser leaves the rest of its bytes. */
const IS_UPGRADED = 2

/** Closes a connection. What its parser already has, which may be a thousand requests, stays unread. */
export function cutRequests(socket: ParsingSocket): void {
  if (socket.parser?.onIncoming !== undefined) socket.parser.onIncoming = () => IS_UPGRADED
  socket.destroy()
}

/** A connection that was accepted and has no socket yet. */
export interface Accepted {
  close(): void
  getpeername?(into: { address?: string }): number
}

export function peerAddressOf(accepted: Accepted): string {
  const name: { address?: string } = {}
  accepted.getpeername?.(name)
  return name.address ?? ''
}

type OnConnection = (this: unknown, status: number, accepted?: Accepted) => void

interface AcceptingServer extends Server {
  readonly _handle?: { onconnection?: OnConnection } | null
}

/**
 * Has `take` called with each connection that a listening server accepts, before Node makes a socket of it, which costs
 * more than the rest of what is done for one that is refused. `serve` makes the socket and goes on as usual.
 * @returns false when this Node has no place for it
 */
export function takeAccepted(server: Server, take: (accepted: Accepted, serve: () => void) => void): boolean {
  const { _handle: handle } = server as AcceptingServer
  const accept = handle?.onconnection
  if (!handle || accept === undefined) return false
  handle.onconnection = (status, accepted) => {
    if (status !== 0 || accepted === undefined) return accept.call(handle, status, accepted)
    take(accepted, () => accept.call(handle, 0, accepted))
  }
  return true
}
