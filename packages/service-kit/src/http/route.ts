import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { ErrorCode } from '@ats/contracts'
import type Joi from 'joi'
import type { RequestError } from '../process/errors.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type ParamKinds = Readonly<Record<string, 'uuid' | 'text'>>

/** One row of a service's table of routes: all that differs between routes, and all that its documentation says. */
export interface Route<P> {
  readonly method: Method
  /** Express style, matched exactly: `/v1/account/:account_id`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  /** A label of the service's own (`public`, `any`, `TRADE`, `user`, …), understood by its `authenticate`. */
  readonly access: string
  /** A malformed uuid answers 404 like one that does not exist; valid ones reach the handler in lower case. */
  readonly params?: ParamKinds
  /** The noun for a parameter, where its name without `_id` is not the word for it. */
  readonly nouns?: Readonly<Record<string, string>>
  /** Parameters it does not name are ignored; text is converted. */
  readonly query?: Joi.ObjectSchema
  /** Normally control characters in a query are an error. true: they reach the schema. */
  readonly controlCharacters?: boolean
  /** Present: a JSON object is required. Fields it does not name are errors at every depth; nothing is converted. */
  readonly body?: Joi.ObjectSchema
  /** The body may be left out entirely; the handler then gets an empty object. */
  readonly bodyOptional?: boolean
  /** Bytes the body may have; 16 KB when absent. */
  readonly bodyBytesMax?: number
  /** The list that a body of this route is: checked some items in each turn of the event loop. */
  readonly bodyList?: BodyList
  /** The requests in one that a body of this route is: each has a check and a response of its own. */
  readonly bodyRequests?: BodyRequests
  /** A content type, such as `text/calendar`, whose UTF-8 body the handler gets as `text`, with an empty `body`. */
  readonly textType?: string
  /**
   * The handler gets the bytes of the body, whatever they are, with an empty `body`; `body` and `textType` document
   * it.
   */
  readonly rawBody?: boolean
  /** Normally a null counts as an absent field. true: nulls reach the schema and the handler. */
  readonly keepNulls?: boolean
  readonly responses: Readonly<Record<number, RouteResponse>>
  /** Its 200 has an ETag, and a caller who holds that one already gets 304 without a body. For GET. */
  readonly hasEtag?: boolean
  /** A stream that continues after the frame whose id the header Last-Event-ID has. */
  readonly isResumable?: boolean
  /**
   * Not begun for a caller who has left by then, as no GET is: for what is of no use to a caller who does not know of
   * it, such as an order. Anything else that was sent is done.
   */
  readonly needsCaller?: boolean
  /** In place of the app's, for a route that may have to wait for something. */
  readonly answerWithinMs?: number
  /**
   * The errors of the route, in addition to those that follow from the fields above (404 of a uuid, 400 of a body, …).
   */
  readonly errors: readonly ErrorCode[]
  readonly handler: (request: HandlerRequest<P>) => Promise<Reply> | Reply
}

/** A row as a service writes it: the handler's types follow from the params and schemas beside it. */
export interface RouteRow<P, Kinds extends ParamKinds, Query extends object, Body extends object> extends Omit<
  Route<P>,
  'access' | 'handler'
> {
  readonly params?: Kinds
  readonly query?: Joi.ObjectSchema<Query>
  readonly body?: Joi.ObjectSchema<Body>
  readonly handler: (
    request: HandlerRequest<P, { readonly [name in keyof Kinds]: string }, Query, Body>,
  ) => Promise<Reply> | Reply
}

type Nothing = Readonly<Record<never, never>>

/**
 * Makes the rows of a service's table. `Callers` has the caller that a handler gets for each label of access;
 * `assertCaller` throws when it is another. The cast is the only one: the app calls a handler with what the schemas of
 * its own route made of the request.
 */
export const routeBuilder =
  <Callers extends { readonly [Access in keyof Callers]: unknown }>(
    assertCaller: (principal: Callers[keyof Callers], access: keyof Callers) => void,
  ) =>
  <
    Access extends keyof Callers & string,
    Kinds extends ParamKinds = Nothing,
    Query extends object = Nothing,
    Body extends object = Nothing,
  >(
    access: Access,
    row: RouteRow<Callers[Access], Kinds, Query, Body>,
  ): Route<Callers[keyof Callers]> => ({
    ...row,
    access,
    handler: (request) => {
      assertCaller(request.principal, access)
      return row.handler(request as Parameters<typeof row.handler>[0])
    },
  })

/**
 * A row whose response is a stream of server-sent events. It is authenticated, limited and checked as any row, and its
 * errors are those of any row: `open` is the handler, and may still refuse.
 */
export interface StreamRow<P, Kinds extends ParamKinds, Query extends object> extends Pick<
  RouteRow<P, Kinds, Query, Nothing>,
  'path' | 'operationId' | 'summary' | 'description' | 'tags' | 'params' | 'query' | 'isResumable' | 'errors'
> {
  readonly frames: FrameTerms
  readonly open: (
    request: HandlerRequest<P, { readonly [name in keyof Kinds]: string }, Query, Nothing>,
  ) => Promise<StreamReply> | StreamReply
}

/** The events of a stream by name: what they tell, and their data. */
export type FrameTerms = Readonly<Record<string, { readonly description: string; readonly data: Joi.Schema }>>

const STREAM_TYPE = 'text/event-stream'

/** Makes the rows of streams, as `routeBuilder` the others. */
export const streamBuilder =
  <Callers extends { readonly [Access in keyof Callers]: unknown }>(
    assertCaller: (principal: Callers[keyof Callers], access: keyof Callers) => void,
  ) =>
  <Access extends keyof Callers & string, Kinds extends ParamKinds = Nothing, Query extends object = Nothing>(
    access: Access,
    { frames, open, ...row }: StreamRow<Callers[Access], Kinds, Query>,
  ): Route<Callers[keyof Callers]> =>
    routeBuilder<Callers>(assertCaller)<Access, Kinds, Query>(access, {
      ...row,
      method: 'GET',
      responses: { 200: { description: STREAM_DESCRIPTION, contentType: STREAM_TYPE, frames } },
      handler: async (request) => ({ status: 200, stream: await open(request) }),
    })

const STREAM_DESCRIPTION =
  'Server-sent events: `retry:`, then frames of `event:` and one line of JSON as `data:`, and a comment every 15 s. An ' +
  'error that ends the stream is its last event, `error`.'

/** The schema of a body in two: together they accept the same, and say the same of what is wrong. */
export interface BodyList<Body extends object = object> {
  /** The field that is the list. */
  readonly name: string
  /** Items it may have, as `outline` says in words: of a longer list, one more is read. */
  readonly itemsMax: number
  /** A body with some of the items and nothing else. */
  readonly part: Joi.ObjectSchema<Body>
  /** The body, with a list of whatever items: their number, and what they are to each other. */
  readonly outline: Joi.ObjectSchema
}

/**
 * Requests in one. What is wrong with one of them is its own error and leaves the others as they are; what is wrong
 * with the list, or with the field by which they are told apart, is that of the whole body. Each of them counts as a
 * request in every budget.
 */
export interface BodyRequests {
  /** The field of the body that lists them. */
  readonly name: string
  readonly countMax: number
  /** One of them. */
  readonly item: Joi.ObjectSchema
  /** The field of each that no two have in common. */
  readonly identity: string
}

/** A request of several in one: its values, or what is wrong with them. */
export type Checked<T> = { readonly values: T } | { readonly error: RequestError }

export interface RouteResponse {
  readonly description: string
  /** Body of the answer. Absent: no JSON body. */
  readonly schema?: Joi.Schema
  /** `application/json` when absent. */
  readonly contentType?: string
  /** Headers worth documenting, name to description. */
  readonly headers?: Readonly<Record<string, string>>
  /** The frames of a stream. */
  readonly frames?: FrameTerms
}

/** A request before its body is read: nothing of it has been interpreted. */
export interface UnreadRequest {
  readonly method: string
  /** Path as sent, without the query. */
  readonly path: string
  /** Path and query as sent. */
  readonly rawUrl: string
  readonly headers: IncomingHttpHeaders
  /** Name, value, name, value, … as sent: the only place where a repeated header shows. */
  readonly rawHeaders: readonly string[]
  /** Source address, normalised; IPv4-mapped IPv6 appears as IPv4. */
  readonly ip: string
  readonly requestId: string
}

/** The request that `authenticate` sees: the body is complete. */
export interface RawRequest extends UnreadRequest {
  readonly body: Buffer
}

/** By which the lines of a request are found: those that it wrote here, and what other services did for it. */
export interface RequestIds {
  readonly request_id: string
  readonly trace_id?: string
}

/** The caller `P`, and what the schemas of the route made of path, query and body. */
export interface HandlerRequest<P, Params = Readonly<Record<string, string>>, Query = object, Body = object> {
  readonly principal: P
  readonly params: Params
  readonly query: Query
  /** Null fields are removed unless the route keeps them. */
  readonly body: Body
  /** The body as it came, when it was of the route's `textType`. */
  readonly text?: string
  /** The body as it came, where the route takes a `rawBody`. */
  readonly bytes?: Buffer
  readonly requestId: string
  /** For whatever is logged on its way. */
  readonly ids: RequestIds
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  /** True when the connection is closed or another response was given: what the handler still reads is not used. */
  readonly isGone: () => boolean
  /** The response to the error of one of several requests in one. Logs the error unless it is its caller's. */
  readonly failed: (error: unknown) => { readonly status: number; readonly text: string }
}

export interface Reply {
  readonly status: number
  /** Sent as JSON. */
  readonly body?: unknown
  /** Already serialised: sent byte for byte, as JSON unless `headers` say otherwise. */
  readonly text?: string
  /** In the place of both: sent as they are. */
  readonly bytes?: Buffer
  /** In the place of all of them. */
  readonly stream?: StreamReply
  /** The ETag of the text, where it is known already. */
  readonly etag?: () => string
  readonly headers?: Readonly<Record<string, string>>
  /** Values of Set-Cookie, the only header of which there may be several. */
  readonly cookies?: readonly string[]
}

/** A response that goes on after its head. One of these is called, once. */
export interface StreamReply {
  /** The head is sent. */
  readonly begin: (response: ServerResponse) => void
  /** The caller no longer waits, or asked for the head alone. */
  readonly abandon: () => void
}

/** The caller, and headers that every response to this request carries, errors included. */
export interface Authentication<P> {
  readonly principal: P
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Counts so many requests more in the caller's budgets, all or none of them; resolves with the headers in the place
   * of those above. @throws RequestError 429
   */
  readonly countMore?: (more: number) => Promise<Readonly<Record<string, string>>>
}

/** Refuses what need not be read: throws RequestError, or rejects with it. */
export type CheckHeaders<P> = (request: UnreadRequest, route: Route<P>) => Promise<void> | undefined

/** Headers of the answer. @throws RequestError 429 */
export type CountDocument = (request: RawRequest) => Promise<Readonly<Record<string, string>> | undefined>

/** @throws RequestError 401, 403 or 429; DependencyError when it cannot tell */
export type Authenticate<P> = (request: RawRequest, route: Route<P>) => Promise<Authentication<P>>

/**
 * Called once it is known who asks, before anything is done for them: has a request fail that would not have failed, or
 * changes what is sent. For development alone. @throws what is answered instead
 */
export type Disturb<P> = (
  request: RawRequest,
  route: Route<P>,
  caller: P,
  response: ServerResponse,
) => Promise<void> | undefined

export interface Readiness {
  readonly ready: boolean
  /** One short word or sentence per thing that was checked. */
  readonly checks: Readonly<Record<string, string>>
}
