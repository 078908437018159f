import { isIpRule } from '@ats/contracts'
import Joi from 'joi'

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

/** `DRAIN_MS`: with what follows it, an end stays within the 24 s of a lifecycle. */
export const drainMsSchema = Joi.number().integer().min(0).max(10_000).default(0)

/** `LOG_LEVEL`, from all to nothing. */
export const logLevelSchema = Joi.string()
  .valid('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
  .default('info')

/** A TCP port to listen on; 0 takes any free one. */
export const portSchema = Joi.number().integer().min(0).max(65_535)

/** `OTEL_EXPORTER_OTLP_ENDPOINT`, to whose /v1/traces traces go; null: none are made. */
export const otlpEndpointSchema = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .default(null)

/** `OTEL_TRACES_SAMPLER_ARG`: the share of requests that is traced, of those whose caller has not decided about it. */
export const traceShareSchema = Joi.number().min(0).max(1).default(1)

/** `REDIS_URL`; null when there is no Redis. */
export const redisUrlSchema = Joi.string()
  .uri({ scheme: ['redis', 'rediss'] })
  .default(null)
  .messages({
    'string.uriCustomScheme': '{#label} must be a redis:// or rediss:// address',
    'string.uri': '{#label} must be a redis:// or rediss:// address',
  })
