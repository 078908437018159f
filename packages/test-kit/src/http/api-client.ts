import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { responseContract, type NamedDocument, type OpenApiLike } from './response-contract.js'
import { sendRequest } from './send-request.js'
import { sendWithSupertest } from './send-with-supertest.js'

export interface ApiResponse<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /**
   * The parsed body; undefined when there is none, or it is no JSON. Its type is the caller's word, its shape is held
   * to the document.
   */
  readonly body: Body
  readonly text: string
}

export interface ApiRequest {
  readonly headers?: OutgoingHttpHeaders
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent byte for byte, instead of `body`. */
  readonly rawBody?: string | Buffer
}

type Call = <Body = Record<string, unknown>>(path: string, request?: ApiRequest) => Promise<ApiResponse<Body>>

export interface ApiClient {
  readonly get: Call
  readonly post: Call
  readonly put: Call
  readonly patch: Call
  readonly delete: Call
  /** Any method, and the path byte for byte: nothing is tidied up on the way. */
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    request?: ApiRequest,
  ): Promise<ApiResponse<Body>>
  /** The same client with these headers on every request. */
  with(headers: OutgoingHttpHeaders): ApiClient
}

export interface ApiClientOptions {
  readonly baseUrl: string
  readonly openapi: OpenApiLike | NamedDocument
  readonly headers?: OutgoingHttpHeaders
}

/**
 * An HTTP client for tests that holds every response it gets to the OpenAPI document, and throws when one is not as
 * promised there.
 */
export function apiClient(options: ApiClientOptions): ApiClient {
  return createClient(options.baseUrl, responseContract(options.openapi), options.headers ?? {})
}

/** supertest waits for the end of every response. */
const STREAM = /\/stream(?:\?|$)/

function createClient(
  baseUrl: string,
  check: ReturnType<typeof responseContract>,
  defaults: OutgoingHttpHeaders,
): ApiClient {
  const requestBy = async <Body>(
    send: typeof sendRequest,
    method: string,
    path: string,
    { headers, body, rawBody }: ApiRequest = {},
  ): Promise<ApiResponse<Body>> => {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const contentType = payload === undefined ? {} : { 'content-type': 'application/json' }
    const response = await send(baseUrl, {
      method,
      path,
      headers: { ...contentType, ...defaults, ...headers },
      body: payload,
    })
    check(method, path, response)
    const isJson = response.text !== '' && /^application\/json\b/.test(response.headers['content-type'] ?? '')
    return { ...response, body: (isJson ? JSON.parse(response.text) : undefined) as Body }
  }
  const call =
    (method: string): Call =>
    (path, options) =>
      requestBy(
        options?.rawBody === undefined && !STREAM.test(path) ? sendWithSupertest : sendRequest,
        method,
        path,
        options,
      )
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    request: (method, path, options) => requestBy(sendRequest, method, path, options),
    with: (headers) => createClient(baseUrl, check, { ...defaults, ...headers }),
  }
}
