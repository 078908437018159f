import createClient, { type Client } from 'openapi-fetch'
import type { Intent } from './client-id.js'
import { ENGINE_WHOLE_NUMBERS } from './numbers/engine-whole-numbers.js'
import { SYSTEM_CLOCK, type Clock } from './transport/clock.js'
import { Transport, type Call, type CallOptions, type TransportOptions } from './transport/transport.js'
import type { EnginePaths } from './types.js'
import { SDK_VERSION } from './version.js'

/** The options of both clients. */
export interface ClientOptions {
  /** Address of the service, such as `http://127.0.0.1:4000`. */
  readonly url: string
  /** Milliseconds within which a call ends, its repetitions included. Default 30,000. */
  readonly deadlineMs?: number
  /** Milliseconds an attempt waits for its answer before the next one. Default 5,000. */
  readonly attemptMs?: number
  /** In place of the global `fetch`: a proxy, or a test. */
  readonly fetch?: typeof globalThis.fetch
  /** In place of the clock and of chance: for tests. */
  readonly clock?: Clock
}

/** The calls of the engine, typed by its OpenAPI document, through a transport of their own. */
export interface EngineApi {
  readonly http: Client<EnginePaths>
  readonly through: Transport['through']
  readonly transport: Transport
  readonly clock: Clock
  readonly deadlineMs: number
}

export function createEngineApi(options: ClientOptions, headers: TransportOptions['headers']): EngineApi {
  const transport = createTransport(options, {
    headers,
    query: { decimals: 'string' },
    wholeNumbers: ENGINE_WHOLE_NUMBERS,
  })
  return {
    http: createClient<EnginePaths>({ baseUrl: options.url }),
    through: transport.through,
    transport,
    clock: clockOf(options),
    deadlineMs: deadlineOf(options),
  }
}

/** A placing call, whose repetitions carry the client_id of its body: one without cannot be made. */
export const placing = <T extends object>(
  { through }: EngineApi,
  body: Intent<T>,
  lookUp: string,
  options: CallOptions & Pick<Call, 'cost'> = {},
) => ({ body, ...through({ ...options, repeat: { kind: 'intent', clientId: body.client_id, lookUp } }) })

export const createTransport = (
  options: ClientOptions,
  rest: Pick<TransportOptions, 'headers' | 'query' | 'wholeNumbers'>,
): Transport =>
  new Transport({
    ...rest,
    headers: async (request) => ({
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      'user-agent': `ats-sdk/${SDK_VERSION}`,
      ...(await rest.headers(request)),
    }),
    fetch: options.fetch ?? globalThis.fetch,
    baseUrl: options.url,
    clock: clockOf(options),
    deadlineMs: deadlineOf(options),
    attemptMs: options.attemptMs ?? 5_000,
  })

const deadlineOf = ({ deadlineMs = 30_000 }: ClientOptions): number => deadlineMs
export const clockOf = ({ clock = SYSTEM_CLOCK }: ClientOptions): Clock => clock

/** The body of a 2xx answer; the transport throws for all others. */
export async function unwrap<T>(answer: Promise<{ readonly data?: T }>): Promise<T> {
  const { data } = await answer
  return data as T
}
