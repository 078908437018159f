import {
  commaSeparated,
  hasDuplicates,
  listenersCollide,
  isPlaceholder,
  loadConfig,
  portSchema,
  textsOf,
  isProxyRangeTooWide,
  settingsSchema,
  type ServiceSettings,
  type UnsafeSetting,
} from '@ats/service-kit/process'
import Joi from 'joi'
import { parseEncryptionKey, type EncryptionKey } from './fields/encryption-keys.js'

export interface WalletConfig extends ServiceSettings {
  /** One, or two while a token is being replaced. */
  readonly SERVICE_TOKENS: readonly string[]
  readonly USER_ID_TRUST: 'plain' | 'gateway-hmac'
  readonly GATEWAY_HMAC_SECRETS: readonly string[]
  /** Whether signatures that do not cover the body are believed, too. */
  readonly GATEWAY_HMAC_ACCEPT_V1: boolean
  readonly ALLOW_PLAIN_USER_ID_IN_PRODUCTION: boolean
  /** All that one user asks for. */
  readonly REQUESTS_PER_MINUTE_PER_USER: number
  /** Keys created, changed or given a new signing secret by one user. */
  readonly KEY_CHANGES_PER_HOUR: number
  readonly WEBHOOK_ALLOW_PRIVATE_HOSTS: boolean
  /** How long the audit keeps its counts of refused validations. What happened to keys it keeps for ever. */
  readonly AUDIT_REFUSALS_DAYS: number
  /** The first encrypts, all decrypt. */
  readonly WEBHOOK_SECRET_KEYS: readonly EncryptionKey[]
  /** How long a replaced signing secret goes on signing, 0 to 168. */
  readonly WEBHOOK_SECRET_GRACE_HOURS: number
}

const { DATABASE_URL, LOG_LEVEL } = settingsSchema

const secret = Joi.string().min(32)

const webhookSecretKeys = commaSeparated(Joi.string().custom(parseEncryptionKey))
  .min(1)
  .unique('id')
  .messages({ 'array.unique': '{#label} has the id of a key before it' })

/** Everybody knows this key. What it encrypts is safe from mistakes only, so production has no default. */
export const DEVELOPMENT_KEY_ID = 'development'

const developmentKeys = (): readonly EncryptionKey[] => [
  parseEncryptionKey(`${DEVELOPMENT_KEY_ID}:${Buffer.alloc(32).toString('base64')}`),
]

const walletSchema = Joi.object<WalletConfig>({
  ...settingsSchema,
  ALLOW_PLAIN_USER_ID_IN_PRODUCTION: Joi.boolean().default(false),
  PORT: portSchema.default(4001),
  INTERNAL_PORT: portSchema.default(4011),
  DATABASE_POOL_MAX: Joi.number().integer().min(1).max(200).default(10),
  SERVICE_TOKENS: commaSeparated(secret).min(1).max(2).required(),
  USER_ID_TRUST: Joi.string()
    .valid('plain', 'gateway-hmac')
    .default((env: WalletConfig) => (env.NODE_ENV === 'production' ? 'gateway-hmac' : 'plain')),
  GATEWAY_HMAC_SECRETS: commaSeparated(secret)
    .max(2)
    .default([])
    .when('USER_ID_TRUST', { is: 'gateway-hmac', then: commaSeparated(secret).min(1).required() }),
  GATEWAY_HMAC_ACCEPT_V1: Joi.boolean().default(false),
  REQUESTS_PER_MINUTE_PER_USER: Joi.number().integer().min(1).default(300),
  KEY_CHANGES_PER_HOUR: Joi.number().integer().min(1).default(60),
  IN_FLIGHT_MAX: Joi.number().integer().min(8).default(2_000),
  IN_FLIGHT_PER_USER: Joi.number().integer().min(1).default(100),
  WEBHOOK_ALLOW_PRIVATE_HOSTS: Joi.boolean().default(false),
  AUDIT_REFUSALS_DAYS: Joi.number().integer().min(1).max(3_650).default(90),
  WEBHOOK_SECRET_KEYS: Joi.when('NODE_ENV', {
    is: 'production',
    then: webhookSecretKeys.required(),
    otherwise: webhookSecretKeys.default(developmentKeys),
  }),
  WEBHOOK_SECRET_GRACE_HOURS: Joi.number().integer().min(0).max(168).default(24),
})

/** @throws ConfigError naming every problem */
export function loadWalletConfig(env: NodeJS.ProcessEnv = process.env): WalletConfig {
  return loadConfig(walletSchema, env, UNSAFE)
}

/** The settings that production refuses to start with. */
const UNSAFE: readonly UnsafeSetting<WalletConfig>[] = [
  {
    isUnsafe: ({ USER_ID_TRUST: trust, ALLOW_PLAIN_USER_ID_IN_PRODUCTION: isAllowed }) =>
      trust === 'plain' && isAllowed !== true,
    problem:
      'USER_ID_TRUST=plain lets anyone who reaches this port act as any user; use gateway-hmac in production, or set ALLOW_PLAIN_USER_ID_IN_PRODUCTION=true',
  },
  {
    isUnsafe: ({ SERVICE_TOKENS: tokens }) => textsOf(tokens).some(isPlaceholder),
    problem: 'SERVICE_TOKENS holds a placeholder, which can be guessed; use at least 32 random characters',
  },
  {
    isUnsafe: ({ GATEWAY_HMAC_SECRETS: secrets }) => textsOf(secrets).some(isPlaceholder),
    problem: 'GATEWAY_HMAC_SECRETS holds a placeholder, which can be guessed; use at least 32 random characters',
  },
  {
    isUnsafe: ({ GATEWAY_HMAC_ACCEPT_V1: isAccepted }) => isAccepted === true,
    problem:
      'GATEWAY_HMAC_ACCEPT_V1=true believes signatures that another body can be put under; in production the gateway signs v2',
  },
  {
    isUnsafe: ({ SERVICE_TOKENS: tokens, GATEWAY_HMAC_SECRETS: secrets }) =>
      hasDuplicates([...textsOf(tokens), ...textsOf(secrets)]),
    problem:
      'SERVICE_TOKENS and GATEWAY_HMAC_SECRETS hold the same secret twice: who has it for one purpose has it for both',
  },
  {
    isUnsafe: ({ TRUSTED_PROXIES: ranges }) => isProxyRangeTooWide(textsOf(ranges)),
    problem: 'TRUSTED_PROXIES is so wide that strangers could name any address as theirs; list your proxies alone',
  },
  {
    isUnsafe: ({ WEBHOOK_ALLOW_PRIVATE_HOSTS: isAllowed }) => isAllowed === true,
    problem: 'WEBHOOK_ALLOW_PRIVATE_HOSTS=true lets users have this network called; it must not be set in production',
  },
  {
    isUnsafe: listenersCollide,
    problem: 'INTERNAL_PORT is PORT: what only services may ask would be open to all; use another',
  },
]

/** Loads what running the migrations takes. */
export function loadMigrationConfig(env: NodeJS.ProcessEnv = process.env): {
  readonly DATABASE_URL: string
  readonly LOG_LEVEL: string
} {
  return loadConfig(Joi.object({ DATABASE_URL, LOG_LEVEL }), env)
}

/** Loads what re-encrypting the webhook secrets takes. */
export function loadRotationConfig(
  env: NodeJS.ProcessEnv = process.env,
): Pick<WalletConfig, 'DATABASE_URL' | 'LOG_LEVEL' | 'WEBHOOK_SECRET_KEYS'> {
  const fields = {
    DATABASE_URL,
    LOG_LEVEL,
    WEBHOOK_SECRET_KEYS: webhookSecretKeys.required(),
  }
  return loadConfig(Joi.object(fields), env)
}
