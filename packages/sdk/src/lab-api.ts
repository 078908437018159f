import createClient, { type Client } from 'openapi-fetch'
import { clockOf, createTransport, type ClientOptions } from './engine-api.js'
import { WHOLE_NUMBERS } from './generated/lab.js'
import type { Clock } from './transport/clock.js'
import type { Transport, TransportOptions } from './transport/transport.js'
import type { LabPaths } from './types.js'

/** The calls of the laboratory's own API. */
export interface LabApi {
  readonly http: Client<LabPaths>
  readonly through: Transport['through']
  readonly clock: Clock
  /** Without a slash at its end. */
  readonly url: string
}

export function createLabApi(options: ClientOptions, headers: TransportOptions['headers']): LabApi {
  const wholeNumbers = new Set(WHOLE_NUMBERS)
  const transport = createTransport(options, { headers, query: {}, wholeNumbers })
  return {
    http: createClient<LabPaths>({ baseUrl: options.url }),
    through: transport.through,
    clock: clockOf(options),
    url: options.url.replace(/\/$/, ''),
  }
}
