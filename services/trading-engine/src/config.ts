import { readFileSync } from 'node:fs'
import { hashCredential } from '@ats/contracts'
import {
  commaSeparated,
  ConfigError,
  hasDuplicates,
  ipRangesSchema,
  listenersCollide,
  isPlaceholder,
  isPublicPlainHttp,
  loadConfig,
  portSchema,
  textsOf,
  isProxyRangeTooWide,
  settingsSchema,
  type ServiceSettings,
  type UnsafeSetting,
} from '@ats/service-kit/process'
import Joi from 'joi'
import { VENUE_COST_NAMES, type VenueCostName } from './core/model/market/venue-costs.js'
import { parseOperators, type OperatorToken } from './core/model/account/operators.js'
import type { Micros } from './core/values/time.js'
import { parseTimestamp } from './core/values/time.js'
import { livePricesSettings, type LivePricesConfig } from './market/feeds/live/live-prices-config.js'
import { liveExecutionSettings, type LiveExecutionConfig } from './venues/chain/live-settings.js'

/** All the engine takes from its environment. */
export type EngineConfig = SharedConfig & FeedConfig

/** Where prices come from. */
export type FeedConfig = { readonly MARKET_FEED: 'synthetic' } | ReplayConfig | LiveConfig

export interface LiveConfig extends LivePricesConfig {
  readonly MARKET_FEED: 'live'
  /** How long published ticks are kept; their candles are kept for ever. */
  readonly TICK_RETENTION_DAYS: number
}

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

export interface SharedConfig extends ServiceSettings, LiveExecutionConfig {
  /** `api`: answers requests; `worker`: lets the market act on its share of the accounts; `all`: both. */
  readonly ROLE: 'api' | 'worker' | 'all'
  /** The tokens of the operator API, and whose they are; none: it is not served. */
  readonly OPERATORS: readonly OperatorToken[]
  /** Shared with the gateway, which signs for whom it speaks; two while one is replaced. None: no gateway listener. */
  readonly GATEWAY_HMAC_SECRETS: readonly string[]
  /** The listener of signed users. */
  readonly GATEWAY_HOST: string
  readonly GATEWAY_PORT: number
  /** The wallet's internal listener. */
  readonly WALLET_URL: string
  readonly WALLET_SERVICE_TOKEN: string
  /** `optional`: calls without credentials act as one sandbox user; those that are sent are checked all the same. */
  readonly AUTH_MODE: 'required' | 'optional'
  readonly ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: boolean
  /** `always`: instruments trade around the clock; `venue`: within the venue's hours. */
  readonly MARKET_HOURS: 'always' | 'venue'
  /** `venue`: positions pay and receive funding as on their venue; `none`: they do not. */
  readonly FUNDING: 'venue' | 'none'
  /** The charges of venues, beyond fees and funding, that plans have which do not say. */
  readonly VENUE_COSTS: readonly VenueCostName[]
  /** `open`: anybody may take any plan; `entitled`: only plans granted by the operator. */
  readonly ACCOUNT_CREATION: 'open' | 'entitled'
  /** `asked`: certificates are issued to those who ask; `passed`: to every account as it passes. */
  readonly CERTIFICATES: 'asked' | 'passed'
  readonly REQUESTS_PER_MINUTE: number
  /** Over all keys of a user; making new ones makes it no larger. */
  readonly REQUESTS_PER_MINUTE_PER_USER: number
  readonly IN_FLIGHT_PER_KEY: number
  /** CIDR ranges that webhooks may go to in addition to the public internet, comma separated; never in production. */
  readonly WEBHOOK_ALLOW_CIDRS: readonly string[]
  /** A file of PEM certificates that webhooks trust in addition to the usual ones; never in production. Null: none. */
  readonly WEBHOOK_CA_FILE: string | null
  /** The spans between attempts of a webhook are divided by it: for tests, never in production. */
  readonly WEBHOOK_SCHEDULE_DIVISOR: number
  /** How long deliveries and their attempts are kept. */
  readonly WEBHOOK_RETENTION_DAYS: number
  /** The dashboard as its users reach it, without a slash at the end: for links in messages. Null: they have none. */
  readonly DASHBOARD_URL: string | null
  /** This service as anybody reaches it, likewise: for the links in mails that stop them. */
  readonly PUBLIC_URL: string | null
  /** The mail server, with user and password; null: no mails are sent. */
  readonly SMTP_URL: string | null
  /** The sender of mails. */
  readonly MAIL_FROM: string | null
  /** The token of the bot by which messages go to Telegram; null: none do. */
  readonly TELEGRAM_BOT_TOKEN: string | null
  readonly TELEGRAM_API_URL: string
}

/** At prices of the venues, all but what closes positions. */
const LIVE_VENUE_COSTS: readonly VenueCostName[] = ['borrowing', 'rollover', 'oracle_fee', 'overnight_leverage']
const venueCosts = commaSeparated(Joi.string().valid(...VENUE_COST_NAMES, 'none')).custom(
  (names: readonly (VenueCostName | 'none')[]) => names.filter((name) => name !== 'none'),
)

const inProduction = (value: string, otherwise: string) =>
  Joi.any().when('NODE_ENV', {
    is: 'production',
    then: Joi.any().default(value),
    otherwise: Joi.any().default(otherwise),
  })

/** An address that paths are put behind. */
const baseUrl = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .custom((url: string) => url.replace(/\/$/, ''))

/** Needed as soon as mails are sent. */
const withMail = (setting: Joi.StringSchema) =>
  setting.default(null).when('SMTP_URL', { is: Joi.string().required(), then: setting.required() })

const gatewaySecret = Joi.string().min(32)

/** A token used on two listeners is as safe as the worse of them. */
const hasTokenOf = (people: unknown, secrets: readonly string[]): boolean =>
  Array.isArray(people) &&
  secrets.some((secret) => {
    const hash = hashCredential(secret).toString('hex')
    return (people as readonly OperatorToken[]).some((person) => person.hash === hash)
  })

/** Settings that are no more, and what to do about them. */
const REPLACED = {
  OPERATOR_TOKENS: Joi.forbidden().messages({
    'any.unknown': 'OPERATOR_TOKENS is no setting any more: OPERATORS names people instead; see docs/UPGRADING.md',
  }),
}

const engineConfigSchema = Joi.object<EngineConfig>({
  ...settingsSchema,
  ROLE: Joi.string().valid('api', 'worker', 'all').default('all'),
  PORT: portSchema.default(4000),
  INTERNAL_PORT: portSchema.default(4010),
  OPERATORS: Joi.string().custom(parseOperators).default([]),
  ...REPLACED,
  GATEWAY_HMAC_SECRETS: commaSeparated(gatewaySecret).max(2).default([]),
  GATEWAY_HOST: Joi.string().default(Joi.ref('INTERNAL_HOST')),
  GATEWAY_PORT: portSchema.default(4020),
  DATABASE_POOL_MAX: Joi.number().integer().min(2).max(200).default(16),
  WALLET_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .required(),
  WALLET_SERVICE_TOKEN: Joi.string().min(32).required(),
  AUTH_MODE: Joi.string().valid('required', 'optional').default('required'),
  MARKET_FEED: Joi.string().valid('synthetic', 'replay', 'live').default('synthetic'),
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
  ...livePricesSettings,
  ...liveExecutionSettings,
  // A trading day may have begun 25 hours ago: the day before yesterday.
  TICK_RETENTION_DAYS: Joi.number().integer().min(2).max(3_650).default(14),
  ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: Joi.boolean().default(false),
  MARKET_HOURS: Joi.string().valid('always', 'venue').default('venue'),
  FUNDING: Joi.string().valid('venue', 'none').default('venue'),
  VENUE_COSTS: venueCosts.when('MARKET_FEED', {
    is: 'live',
    then: Joi.any().default(LIVE_VENUE_COSTS),
    otherwise: Joi.any().default([]),
  }),
  ACCOUNT_CREATION: inProduction('entitled', 'open').valid('open', 'entitled'),
  CERTIFICATES: Joi.string().valid('asked', 'passed').default('asked'),
  REQUESTS_PER_MINUTE: Joi.number().integer().min(1).default(1200),
  // As many as ten keys have, which is all that a user can have.
  REQUESTS_PER_MINUTE_PER_USER: Joi.number()
    .integer()
    .min(1)
    .default((env: SharedConfig) => 10 * env.REQUESTS_PER_MINUTE),
  IN_FLIGHT_MAX: Joi.number().integer().min(8).default(4_000),
  IN_FLIGHT_PER_KEY: Joi.number().integer().min(1).default(100),
  IN_FLIGHT_PER_USER: Joi.number().integer().min(1).default(200),
  WEBHOOK_ALLOW_CIDRS: ipRangesSchema,
  WEBHOOK_CA_FILE: Joi.string().default(null),
  WEBHOOK_SCHEDULE_DIVISOR: Joi.number().min(1).max(100_000).default(1),
  WEBHOOK_RETENTION_DAYS: Joi.number().integer().min(1).max(3_650).default(30),
  DASHBOARD_URL: baseUrl.default(null),
  PUBLIC_URL: withMail(baseUrl),
  SMTP_URL: Joi.string()
    .uri({ scheme: ['smtp', 'smtps'] })
    .default(null),
  MAIL_FROM: withMail(Joi.string().pattern(/^[^\r\n@]*@[^\s@]+$/)),
  TELEGRAM_BOT_TOKEN: Joi.string()
    .pattern(/^[0-9]+:[\w-]+$/)
    .default(null),
  TELEGRAM_API_URL: Joi.string()
    .uri({ scheme: ['https'] })
    .default('https://api.telegram.org'),
})

/** Settings with which production refuses to start. */
const UNSAFE: readonly UnsafeSetting<SharedConfig & { readonly MARKET_FEED: EngineConfig['MARKET_FEED'] }>[] = [
  {
    isUnsafe: ({ MARKET_FEED: feed, ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: isAllowed }) =>
      feed === 'synthetic' && isAllowed !== true,
    problem:
      'MARKET_FEED=synthetic makes up its prices; in production it also needs ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION=true',
  },
  {
    isUnsafe: ({ AUTH_MODE: mode }) => mode === 'optional',
    problem: 'AUTH_MODE=optional lets anyone trade without a key; production takes only AUTH_MODE=required',
  },
  {
    isUnsafe: ({ WALLET_SERVICE_TOKEN: token }) => token !== undefined && isPlaceholder(token),
    problem: 'WALLET_SERVICE_TOKEN is a placeholder, which can be guessed; use at least 32 random characters',
  },
  {
    isUnsafe: ({ OPERATORS: people, GATEWAY_HMAC_SECRETS: secrets, WALLET_SERVICE_TOKEN: token = '' }) =>
      hasTokenOf(people, [...textsOf(secrets), token]),
    problem:
      'OPERATORS has the SHA-256 of WALLET_SERVICE_TOKEN or of one of GATEWAY_HMAC_SECRETS: who has it for one purpose has it for both',
  },
  {
    isUnsafe: listenersCollide,
    problem: 'INTERNAL_PORT is PORT: the internal listener would be open to all; use another',
  },
  {
    isUnsafe: ({ PORT: port, INTERNAL_PORT: internal, GATEWAY_PORT: gateway, GATEWAY_HMAC_SECRETS: secrets }) =>
      textsOf(secrets).length > 0 && gateway !== 0 && (gateway === port || gateway === internal),
    problem: 'GATEWAY_PORT is PORT or INTERNAL_PORT: signed users have a listener of their own; use another',
  },
  {
    isUnsafe: ({ GATEWAY_HMAC_SECRETS: secrets }) => textsOf(secrets).some(isPlaceholder),
    problem: 'GATEWAY_HMAC_SECRETS holds a placeholder, which can be guessed; use at least 32 random characters',
  },
  {
    isUnsafe: ({ GATEWAY_HMAC_SECRETS: secrets, WALLET_SERVICE_TOKEN: token = '' }) =>
      hasDuplicates([...textsOf(secrets), token]),
    problem:
      'GATEWAY_HMAC_SECRETS holds a secret twice, or WALLET_SERVICE_TOKEN: who has it for one purpose has it for both',
  },
  {
    isUnsafe: ({ WALLET_URL: url }) => url !== undefined && isPublicPlainHttp(url),
    problem:
      'WALLET_URL would send secrets in the clear over networks of others; use https, or a private address or name',
  },
  {
    isUnsafe: ({ TRUSTED_PROXIES: ranges }) => Array.isArray(ranges) && isProxyRangeTooWide(ranges),
    problem: 'TRUSTED_PROXIES is so wide that strangers could name any address as theirs; list your proxies alone',
  },
  {
    isUnsafe: ({ WEBHOOK_ALLOW_CIDRS: ranges }) => Array.isArray(ranges) && ranges.length > 0,
    problem: 'WEBHOOK_ALLOW_CIDRS lets users have this network called; it must not be set in production',
  },
  {
    isUnsafe: ({ WEBHOOK_CA_FILE: file }) => typeof file === 'string',
    problem: 'WEBHOOK_CA_FILE is for receivers of your own; in production webhooks trust public authorities alone',
  },
  {
    isUnsafe: ({ WEBHOOK_SCHEDULE_DIVISOR: divisor }) => divisor !== undefined && divisor !== 1,
    problem: 'WEBHOOK_SCHEDULE_DIVISOR is for tests; production keeps to the documented schedule',
  },
]

/** @throws ConfigError naming every problem */
export const loadEngineConfig = (env: NodeJS.ProcessEnv): EngineConfig =>
  loadConfig(engineConfigSchema, withOperators(env), UNSAFE)

/** OPERATORS may be in a file: its entries, a line each. */
function withOperators(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { OPERATORS: text = '', OPERATORS_FILE: path = '' } = env
  if (path === '') return env
  if (text !== '') throw new ConfigError(['set OPERATORS or OPERATORS_FILE, not both'])
  try {
    return { ...env, OPERATORS: readFileSync(path, 'utf8') }
  } catch (error) {
    throw new ConfigError([`OPERATORS_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`])
  }
}

/** The one place that reads the environment. */
export const environment: NodeJS.ProcessEnv = process.env
