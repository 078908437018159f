/** Written for Express 5.3, which sets the prototype of every request and response; docs/adr/0005. */
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/**
 * Classes for `createServer` whose objects already have the prototypes that Express would set: to replace a prototype
 * costs more than everything else that Express does.
 */
export function messageClasses(app: Express): {
  IncomingMessage: typeof IncomingMessage
  ServerResponse: typeof ServerResponse
} {
  function ExpressRequest(this: IncomingMessage, ...args: unknown[]): void {
    Reflect.apply(IncomingMessage, this, args)
  }
  ExpressRequest.prototype = app.request
  function ExpressResponse(this: ServerResponse, ...args: unknown[]): void {
    Reflect.apply(ServerResponse, this, args)
  }
  ExpressResponse.prototype = app.response
  return {
    IncomingMessage: ExpressRequest as unknown as typeof IncomingMessage,
    ServerResponse: ExpressResponse as unknown as typeof ServerResponse,
  }
}
