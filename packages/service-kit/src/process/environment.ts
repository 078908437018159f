import { domainToASCII } from 'node:url'
import { isIpRule } from '@ats/contracts'
import { parseDatabaseUrl } from './database-url.js'
import Joi from 'joi'

/** The settings that both services have. */
export interface ServiceSettings {
  readonly NODE_ENV: 'development' | 'test' | 'production'
  readonly HOST: string
  readonly PORT: number
  /** The second listener: for an internal network only. */
  readonly INTERNAL_HOST: string
  readonly INTERNAL_PORT: number
  /** Names that its listeners answer for, in addition to localhost and that of the machine. */
  readonly ALLOWED_HOSTS: readonly string[]
  /** How long it serves on after SIGTERM, no longer ready: until load balancers have noticed. */
  readonly DRAIN_MS: number
  readonly DATABASE_URL: string
  readonly DATABASE_POOL_MAX: number
  /** Null: there is no Redis. */
  readonly REDIS_URL: string | null
  /** Per client IP; a caller known to be right is never held up by them. */
  readonly FAILED_AUTHENTICATIONS_PER_MINUTE: number
  /** Documents and public market data, per client IP; 0 is unlimited. */
  readonly PUBLIC_REQUESTS_PER_MINUTE: number
  /** Requests under way or waiting their turn, of the whole process. */
  readonly IN_FLIGHT_MAX: number
  readonly IN_FLIGHT_PER_USER: number
  /** The limit, per client IP, of all whose credentials are not known. */
  readonly IN_FLIGHT_PER_ADDRESS: number
  /** Open at a time on the public listener, from an address that is no trusted proxy. */
  readonly CONNECTIONS_PER_ADDRESS: number
  /** CIDR ranges of proxies whose X-Forwarded-For is believed, comma separated. */
  readonly TRUSTED_PROXIES: readonly string[]
  readonly LOG_LEVEL: string
  /** The name that the starter of this process gave it; null: none. */
  readonly INSTANCE_ID: string | null
  /** The collector of traces; null: none are made. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | null
  /** The share of requests that is traced, 0 to 1, of those whose caller has not decided about it. */
  readonly OTEL_TRACES_SAMPLER_ARG: number
}

const extended = Joi.extend((joi: Joi.Root) => ({
  type: 'commaSeparated',
  base: joi.array(),
  coerce: {
    from: 'string',
    method: (value: string) => ({
      value: value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    }),
  },
})) as { commaSeparated(): Joi.ArraySchema }

/** An environment variable that holds a list, such as `a, b`; blank entries are dropped. */
export function commaSeparated(item: Joi.Schema): Joi.ArraySchema {
  return extended.commaSeparated().items(item)
}

/** Addresses and CIDR ranges, e.g. `TRUSTED_PROXIES`: none unless it is set. */
export const ipRangesSchema = commaSeparated(
  Joi.string().custom((entry: string) => {
    if (!isIpRule(entry)) throw new Error('not an IP address or CIDR range')
    return entry
  }),
).default([])

const HOST_NAME = /^(?!-)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/

/** Names of hosts as requests name them, without a port; `*.example.com` stands for all below it. */
export const hostNamesSchema = commaSeparated(
  Joi.string().custom((entry: string) => {
    const isSuffix = entry.startsWith('*.')
    if (/[/?#\\@]/.test(entry)) throw new Error('an address of a page is no name')
    const name = domainToASCII(isSuffix ? entry.slice(2) : entry).replace(/\.$/, '')
    if (isIpRule(name)) throw new Error('addresses are answered for without it')
    if (!HOST_NAME.test(name)) throw new Error('not the name of a host, or *. and the end of one, without a port')
    return isSuffix ? `*.${name}` : name
  }),
).default([])

/** A TCP port to listen on; 0 takes any free one. */
export const portSchema = Joi.number().integer().min(0).max(65_535)

const count = Joi.number().integer().min(1)
const url = (scheme: readonly string[], named: string) => {
  const problem = `{#label} must be a ${named} address`
  return Joi.string()
    .uri({ scheme: [...scheme] })
    .messages({ 'string.uriCustomScheme': problem, 'string.uri': problem })
}

/** One host, or several of one cluster, as libpq writes them. */
const databaseUrl = Joi.string()
  .custom((address: string) => {
    parseDatabaseUrl(address)
    return address
  })
  .messages({ 'any.custom': '{#label}: {#error.message}' })

/** The settings of `ServiceSettings` that are alike in both services. */
export const settingsSchema = {
  NODE_ENV: Joi.string().valid('development', 'test', 'production').default('development'),
  HOST: Joi.string().default('127.0.0.1'),
  INTERNAL_HOST: Joi.string().default('127.0.0.1'),
  ALLOWED_HOSTS: hostNamesSchema,
  // With what follows it, an end stays within the 24 s of a lifecycle.
  DRAIN_MS: Joi.number().integer().min(0).max(10_000).default(0),
  DATABASE_URL: databaseUrl.required(),
  REDIS_URL: url(['redis', 'rediss'], 'redis:// or rediss://').default(null),
  FAILED_AUTHENTICATIONS_PER_MINUTE: count.default(600),
  PUBLIC_REQUESTS_PER_MINUTE: Joi.number().integer().min(0).default(600),
  IN_FLIGHT_PER_ADDRESS: count.default(200),
  CONNECTIONS_PER_ADDRESS: count.default(1_000),
  TRUSTED_PROXIES: ipRangesSchema,
  LOG_LEVEL: Joi.string().valid('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  // `/readyz` repeats it as a header.
  INSTANCE_ID: Joi.string()
    .pattern(/^[\x21-\x7e]{1,128}$/)
    .message('{#label} must be 1 to 128 printable ASCII characters, none of them blank')
    .default(null),
  OTEL_EXPORTER_OTLP_ENDPOINT: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .default(null),
  OTEL_TRACES_SAMPLER_ARG: Joi.number().min(0).max(1).default(1),
}
