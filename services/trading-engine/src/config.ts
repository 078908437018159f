import { ipRangesSchema, logLevelSchema } from '@ats/service-kit'
import Joi from 'joi'
import type { Micros } from './core/market-view.js'
import { parseTimestamp } from './core/time.js'

/** All the engine takes from its environment. */
export type EngineConfig = SharedConfig & FeedConfig

/** Where prices come from. */
export type FeedConfig = { readonly MARKET_FEED: 'synthetic' } | ReplayConfig

export interface ReplayConfig {
  readonly MARKET_FEED: 'replay'
  /** A file of recorded prices, or a folder of them. */
  readonly REPLAY_PATH: string
  /** Recorded seconds that go by in a second. */
  readonly REPLAY_SPEED: number
  /** Where in the recording it starts; null: where the recording does. */
  readonly REPLAY_START: Micros | null
  /** Recorded seconds of silence after which a price is stale. */
  readonly REPLAY_STALE_SECONDS: number
  /** A name: each begins the recording once, and goes on with it after a restart. */
  readonly REPLAY_RUN: string
}

export interface SharedConfig {
  readonly NODE_ENV: 'development' | 'test' | 'production'
  /** `api`: answers requests; `worker`: lets the market act on its share of the accounts; `all`: both. */
  readonly ROLE: 'api' | 'worker' | 'all'
  readonly HOST: string
  readonly PORT: number
  readonly DATABASE_URL: string
  readonly DATABASE_POOL_MAX: number
  /** The wallet's internal listener. */
  readonly WALLET_URL: string
  readonly WALLET_SERVICE_TOKEN: string
  readonly ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: boolean
  /** `always`: instruments trade around the clock; `venue`: within the venue's hours. */
  readonly MARKET_HOURS: 'always' | 'venue'
  /** `venue`: positions pay and receive funding as on their venue; `none`: they do not. */
  readonly FUNDING: 'venue' | 'none'
  /** `open`: anybody may take any plan; `entitled`: only plans granted by the operator. */
  readonly ACCOUNT_CREATION: 'open' | 'entitled'
  readonly REQUESTS_PER_MINUTE: number
  /** Failed authentications per client IP; a valid key is never held up by them. */
  readonly FAILED_AUTHENTICATIONS_PER_MINUTE: number
  /** Public market data, per client IP; 0 is unlimited. */
  readonly PUBLIC_REQUESTS_PER_MINUTE: number
  /** CIDR ranges of proxies whose X-Forwarded-For is believed, comma separated. */
  readonly TRUSTED_PROXIES: readonly string[]
  /** CIDR ranges besides the public internet that webhooks may go to, comma separated; never in production. */
  readonly WEBHOOK_ALLOW_CIDRS: readonly string[]
  /** A file of PEM certificates that webhooks trust besides the usual ones; never in production. Null: none. */
  readonly WEBHOOK_CA_FILE: string | null
  /** The spans between attempts of a webhook are divided by it: for tests, never in production. */
  readonly WEBHOOK_SCHEDULE_DIVISOR: number
  /** How long deliveries and their attempts are kept. */
  readonly WEBHOOK_RETENTION_DAYS: number
  readonly LOG_LEVEL: string
}

const inProduction = (value: string, otherwise: string) =>
  Joi.any().when('NODE_ENV', {
    is: 'production',
    then: Joi.any().default(value),
    otherwise: Joi.any().default(otherwise),
  })

export const engineConfigSchema = Joi.object<EngineConfig>({
  NODE_ENV: Joi.string().valid('development', 'test', 'production').default('development'),
  ROLE: Joi.string().valid('api', 'worker', 'all').default('all'),
  HOST: Joi.string().default('127.0.0.1'),
  PORT: Joi.number().port().allow(0).default(4000),
  DATABASE_URL: Joi.string()
    .uri({ scheme: ['postgres', 'postgresql'] })
    .required(),
  DATABASE_POOL_MAX: Joi.number().integer().min(2).max(200).default(16),
  WALLET_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .required(),
  WALLET_SERVICE_TOKEN: Joi.string().min(32).required(),
  MARKET_FEED: Joi.string().valid('synthetic', 'replay').default('synthetic'),
  REPLAY_PATH: Joi.string()
    .when('MARKET_FEED', { is: 'replay', then: Joi.required(), otherwise: Joi.forbidden() })
    .messages({ 'any.unknown': '{#label} is set, but MARKET_FEED is not replay' }),
  REPLAY_SPEED: Joi.number().min(0.001).max(1_000_000).default(1),
  REPLAY_START: Joi.string()
    .custom((text: string) => {
      const moment = parseTimestamp(text)
      if (moment === null) throw new Error('it must be a date or a timestamp such as 2020-03-13T14:30:00Z')
      return moment
    })
    .default(null),
  REPLAY_STALE_SECONDS: Joi.number().min(0).max(1_000_000_000).default(60),
  REPLAY_RUN: Joi.string().max(64).default('first'),
  ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: Joi.boolean().default(false),
  MARKET_HOURS: Joi.string().valid('always', 'venue').default('venue'),
  FUNDING: Joi.string().valid('venue', 'none').default('venue'),
  ACCOUNT_CREATION: inProduction('entitled', 'open').valid('open', 'entitled'),
  REQUESTS_PER_MINUTE: Joi.number().integer().min(1).default(1200),
  FAILED_AUTHENTICATIONS_PER_MINUTE: Joi.number().integer().min(1).default(600),
  PUBLIC_REQUESTS_PER_MINUTE: Joi.number().integer().min(0).default(600),
  TRUSTED_PROXIES: ipRangesSchema,
  WEBHOOK_ALLOW_CIDRS: ipRangesSchema,
  WEBHOOK_CA_FILE: Joi.string().default(null),
  WEBHOOK_SCHEDULE_DIVISOR: Joi.number().min(1).max(100_000).default(1),
  WEBHOOK_RETENTION_DAYS: Joi.number().integer().min(1).max(3_650).default(30),
  LOG_LEVEL: logLevelSchema,
}).custom((config: EngineConfig, helpers) => {
  const isUnsafe =
    config.NODE_ENV === 'production' &&
    config.MARKET_FEED === 'synthetic' &&
    !config.ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION
  const local = localWebhookSettings(config)
  if (config.NODE_ENV === 'production' && local.length > 0) {
    return helpers.message({
      custom: `${local.join(' and ')} must not be set in production: webhooks go to the public internet only`,
    })
  }
  if (!isUnsafe) return config
  return helpers.message({
    custom:
      'MARKET_FEED=synthetic makes up its prices; in production it also needs ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION=true',
  })
})

/** Settings that are set and let webhooks go where those of production must not. */
const localWebhookSettings = (config: EngineConfig): readonly string[] => [
  ...(config.WEBHOOK_ALLOW_CIDRS.length > 0 ? ['WEBHOOK_ALLOW_CIDRS'] : []),
  ...(config.WEBHOOK_CA_FILE === null ? [] : ['WEBHOOK_CA_FILE']),
  ...(config.WEBHOOK_SCHEDULE_DIVISOR === 1 ? [] : ['WEBHOOK_SCHEDULE_DIVISOR']),
]

/** The one place that reads the environment. */
export const environment: NodeJS.ProcessEnv = process.env
