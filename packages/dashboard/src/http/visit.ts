import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request on its way to its response, and what is known of it from the first. */
export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Source address, normalised. */
  readonly ip: string
  readonly startedAtMs: number
}
