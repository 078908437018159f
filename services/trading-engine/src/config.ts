import { logLevelSchema, trustedProxiesSchema } from '@ats/service-kit'
import Joi from 'joi'

/** All the engine takes from its environment. */
export interface EngineConfig {
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
  readonly MARKET_FEED: 'synthetic'
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
  MARKET_FEED: Joi.string().valid('synthetic').default('synthetic'),
  ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: Joi.boolean().default(false),
  MARKET_HOURS: Joi.string().valid('always', 'venue').default('venue'),
  FUNDING: Joi.string().valid('venue', 'none').default('venue'),
  ACCOUNT_CREATION: inProduction('entitled', 'open').valid('open', 'entitled'),
  REQUESTS_PER_MINUTE: Joi.number().integer().min(1).default(1200),
  FAILED_AUTHENTICATIONS_PER_MINUTE: Joi.number().integer().min(1).default(600),
  PUBLIC_REQUESTS_PER_MINUTE: Joi.number().integer().min(0).default(600),
  TRUSTED_PROXIES: trustedProxiesSchema,
  LOG_LEVEL: logLevelSchema,
}).custom((config: EngineConfig, helpers) => {
  const isUnsafe =
    config.NODE_ENV === 'production' &&
    config.MARKET_FEED === 'synthetic' &&
    !config.ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION
  if (!isUnsafe) return config
  return helpers.message({
    custom:
      'MARKET_FEED=synthetic makes up its prices; in production it also needs ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION=true',
  })
})

/** The one place that reads the environment. */
export const environment: NodeJS.ProcessEnv = process.env
