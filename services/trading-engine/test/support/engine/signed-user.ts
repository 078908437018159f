import { createHash, createHmac } from 'node:crypto'
import { apiClient, type ApiRequest, type ApiResponse } from '@ats/test-kit'
import type { TestEngine } from './engine.js'

export const GATEWAY_SECRET = 'gateway-secret-0123456789-0123456789'

export interface SignedParts {
  readonly secret?: string
  readonly service?: string
  /** Unix seconds. */
  readonly at?: number
  readonly method?: string
  readonly path: string
  readonly userId: string
  readonly body?: string
}

/** The two headers of a request that the gateway makes for a user. */
export function signedHeaders({
  secret = GATEWAY_SECRET,
  service = 'trading-engine',
  at = Math.floor(Date.now() / 1000),
  method = 'GET',
  path,
  userId,
  body = '',
}: SignedParts): Record<string, string> {
  const lines = [service, at, method, path, userId, createHash('sha256').update(body).digest('hex')]
  const digest = createHmac('sha256', secret).update(lines.join('\n'), 'utf8').digest('hex')
  return { 'x-user-id': userId, 'x-user-id-signature': `t=${at},v2=${digest}` }
}

/** Sends requests to the gateway listener as a user, each signed afresh. */
export function signedUser(engine: TestEngine, userId: string, now: () => number = Date.now) {
  if (engine.gateway === null) throw new Error('the engine has no gateway listener')
  const client = apiClient({ baseUrl: engine.gateway.url, openapi: engine.gateway.openapi })
  const send = <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
    more: ApiRequest['headers'] = {},
  ): Promise<ApiResponse<Body>> => {
    const rawBody = body === undefined ? '' : JSON.stringify(body)
    const headers = { ...signedHeaders({ method, path, userId, body: rawBody, at: Math.floor(now() / 1000) }), ...more }
    return client.request<Body>(method, path, body === undefined ? { headers } : { headers, rawBody })
  }
  return {
    client,
    send,
    get: <Body = Record<string, unknown>>(path: string) => send<Body>('GET', path),
    post: <Body = Record<string, unknown>>(path: string, body?: object) => send<Body>('POST', path, body),
  }
}
