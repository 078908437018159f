import { join } from 'node:path'
import {
  commaSeparated,
  hasDuplicates,
  isPlaceholder,
  isProxyRangeTooWide,
  isPublicPlainHttp,
  listenersCollide,
  loadConfig,
  portSchema,
  settingsSchema,
  textsOf,
  type ServiceSettings,
  type UnsafeSetting,
} from '@ats/service-kit/process'
import Joi from 'joi'
import { parseFirmTokens, tokensOf, type FirmToken } from './firm-tokens.js'

type SharedSettings = Pick<
  ServiceSettings,
  | 'NODE_ENV'
  | 'HOST'
  | 'PORT'
  | 'INTERNAL_HOST'
  | 'INTERNAL_PORT'
  | 'ALLOWED_HOSTS'
  | 'DRAIN_MS'
  | 'REDIS_URL'
  | 'CONNECTIONS_PER_ADDRESS'
  | 'TRUSTED_PROXIES'
  | 'INSTANCE_ID'
  | 'LOG_LEVEL'
>

/** The settings of a login by an OpenID provider. */
export interface OidcSettings {
  readonly OIDC_ISSUER: string
  readonly OIDC_CLIENT_ID: string
  readonly OIDC_CLIENT_SECRET: string
  readonly OIDC_SCOPE: string
  /** The claim that is the user id, for good: never one that changes hands, such as an address. */
  readonly OIDC_USER_CLAIM: string
  /** The claim that lists what the user may be. */
  readonly OIDC_ROLES_CLAIM: string
  /** Its entry for operators. */
  readonly OIDC_OPERATOR_ROLE: string
  /** Its entry for traders; null: everybody who can log in is one. */
  readonly OIDC_TRADER_ROLE: string | null
  /** One of these the provider must have reached; none: any. */
  readonly OIDC_ACR_VALUES: readonly string[]
  /** Whether a logout ends the session with the provider, too, where that can be done. */
  readonly OIDC_LOGOUT: 'dashboard' | 'provider'
}

export interface DashboardConfig extends SharedSettings, OidcSettings {
  /** The users of this deployment; only that of operators may hold their token. */
  readonly AUDIENCE: 'traders' | 'operators' | 'all'
  /** Scheme, host and port that browsers use; null: loopback, at whatever port it listens on. */
  readonly PUBLIC_ORIGIN: string | null
  readonly WEB_ROOT: string
  readonly DOCS_ROOT: string
  /** The gateway listener of the engine. */
  readonly ENGINE_URL: string
  readonly WALLET_URL: string
  /** The gateway listener of the laboratory; null: there is none. */
  readonly LAB_URL: string | null
  /** Signs the user of each request to it: one of its GATEWAY_HMAC_SECRETS, which open neither engine nor wallet. */
  readonly LAB_HMAC_SECRET: string | null
  /** The internal listener of the engine; null: no operator API. */
  readonly OPERATOR_URL: string | null
  /** The users who may use it, each with a token of OPERATORS. */
  readonly FIRM_TOKENS: readonly FirmToken[]
  /** The addresses of the services in examples. */
  readonly ENGINE_PUBLIC_URL: string
  readonly WALLET_PUBLIC_URL: string
  readonly LAB_PUBLIC_URL: string
  /** Where operators see the metrics; null: nowhere that pages could name. */
  readonly GRAFANA_URL: string | null
  /** Signs the user of each request: one of GATEWAY_HMAC_SECRETS of engine and wallet. */
  readonly GATEWAY_HMAC_SECRET: string
  /** The first seals sessions, all open them. */
  readonly SESSION_SECRETS: readonly string[]
  readonly LOGIN: 'demo' | 'oidc'
  readonly REQUESTS_PER_MINUTE_PER_SESSION: number
  readonly LOGINS_PER_MINUTE: number
  /** Pages and their files, per client IP; 0 is unlimited. */
  readonly PUBLIC_REQUESTS_PER_MINUTE: number
  readonly STREAMS_PER_SESSION: number
  /** Requests to the services under way, of one session and of the whole process. */
  readonly IN_FLIGHT_PER_SESSION: number
  readonly IN_FLIGHT_MAX: number
}

const secret = Joi.string().min(32)
const count = Joi.number().integer().min(1)

/** Scheme, host and port alone. */
const origin = Joi.string().custom((text: string) => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new Error('not an http address')
  if (new URL(text).origin !== text) throw new Error('no more than scheme, host and port, in lower case')
  return text
})

const whereOidc = (schema: Joi.Schema): Joi.Schema =>
  Joi.when('LOGIN', { is: 'oidc', then: schema.required(), otherwise: schema.default('') })

const { NODE_ENV, HOST, INTERNAL_HOST, ALLOWED_HOSTS, DRAIN_MS, REDIS_URL, CONNECTIONS_PER_ADDRESS } = settingsSchema
const { TRUSTED_PROXIES, INSTANCE_ID, LOG_LEVEL } = settingsSchema

/** Settings that are no more, and what to do about them. */
const REPLACED = {
  OPERATOR_TOKEN: Joi.forbidden().messages({
    'any.unknown': 'OPERATOR_TOKEN is no setting any more: FIRM_TOKENS has a token a user; see docs/UPGRADING.md',
  }),
}

const dashboardSchema = Joi.object<DashboardConfig>({
  ...{
    NODE_ENV,
    HOST,
    INTERNAL_HOST,
    ALLOWED_HOSTS,
    DRAIN_MS,
    REDIS_URL,
    CONNECTIONS_PER_ADDRESS,
    TRUSTED_PROXIES,
    INSTANCE_ID,
    LOG_LEVEL,
  },
  PORT: portSchema.default(4002),
  INTERNAL_PORT: portSchema.default(4012),
  AUDIENCE: Joi.string()
    .valid('traders', 'operators', 'all')
    .default((env: DashboardConfig) => (env.NODE_ENV === 'production' ? 'traders' : 'all')),
  PUBLIC_ORIGIN: Joi.when('LOGIN', { is: 'oidc', then: origin.required(), otherwise: origin.default(null) }),
  WEB_ROOT: Joi.string().default(join(__dirname, '..', 'dist-web')),
  DOCS_ROOT: Joi.string().default(join(__dirname, '..', 'dist-docs')),
  ENGINE_URL: origin.default('http://127.0.0.1:4020'),
  WALLET_URL: origin.default('http://127.0.0.1:4001'),
  LAB_URL: origin.default(null),
  LAB_HMAC_SECRET: Joi.when('LAB_URL', {
    is: Joi.string().required(),
    then: secret.required(),
    otherwise: secret.default(null),
  }),
  OPERATOR_URL: Joi.when('FIRM_TOKENS', {
    is: Joi.array().min(1).required(),
    then: origin.required(),
    otherwise: origin.default(null),
  }),
  FIRM_TOKENS: Joi.string().custom(parseFirmTokens).default([]),
  ...REPLACED,
  ENGINE_PUBLIC_URL: origin.default('http://127.0.0.1:4000'),
  WALLET_PUBLIC_URL: origin.default('http://127.0.0.1:4001'),
  LAB_PUBLIC_URL: origin.default('http://127.0.0.1:4003'),
  GRAFANA_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .default(null),
  GATEWAY_HMAC_SECRET: secret.required(),
  SESSION_SECRETS: commaSeparated(secret).min(1).max(3).required(),
  LOGIN: Joi.string().valid('demo', 'oidc').default('oidc'),
  OIDC_ISSUER: whereOidc(Joi.string().uri({ scheme: ['http', 'https'] })),
  OIDC_CLIENT_ID: whereOidc(Joi.string()),
  OIDC_CLIENT_SECRET: whereOidc(Joi.string()),
  OIDC_SCOPE: Joi.string()
    .pattern(/(?:^| )openid(?: |$)/)
    .default('openid'),
  OIDC_USER_CLAIM: Joi.string()
    .invalid('email', 'preferred_username', 'nickname', 'phone_number')
    .messages({ 'any.invalid': '{#label} must not be a claim that can pass to another person; sub never does' })
    .default('sub'),
  OIDC_ROLES_CLAIM: Joi.string().default('groups'),
  OIDC_OPERATOR_ROLE: Joi.string().default('operator'),
  OIDC_TRADER_ROLE: Joi.string().default(null),
  OIDC_ACR_VALUES: commaSeparated(Joi.string()).default([]),
  OIDC_LOGOUT: Joi.string().valid('dashboard', 'provider').default('dashboard'),
  REQUESTS_PER_MINUTE_PER_SESSION: count.default(600),
  LOGINS_PER_MINUTE: count.default(20),
  PUBLIC_REQUESTS_PER_MINUTE: Joi.number().integer().min(0).default(3_000),
  STREAMS_PER_SESSION: count.default(3),
  IN_FLIGHT_PER_SESSION: count.default(24),
  IN_FLIGHT_MAX: count.default(2_000),
})

/** @throws ConfigError naming every problem */
export function loadDashboardConfig(env: NodeJS.ProcessEnv = process.env): DashboardConfig {
  return loadConfig(dashboardSchema, env, UNSAFE)
}

const isPlainHttp = (address: unknown): boolean => typeof address === 'string' && address.startsWith('http:')

const secretsOf = ({
  GATEWAY_HMAC_SECRET: gateway,
  LAB_HMAC_SECRET: lab,
  SESSION_SECRETS: sessions,
  FIRM_TOKENS: firm,
}: Settings) => [gateway, lab, ...tokensOf(firm), ...textsOf(sessions)].filter((text) => typeof text === 'string')

type Settings = Partial<DashboardConfig>

/** The settings that production refuses to start with. */
const UNSAFE: readonly UnsafeSetting<DashboardConfig>[] = [
  {
    isUnsafe: ({ LOGIN: login }) => login === 'demo',
    problem: 'LOGIN=demo signs in everybody, as an operator; use LOGIN=oidc in production',
  },
  {
    isUnsafe: ({ PUBLIC_ORIGIN: address }) => isPlainHttp(address),
    problem: 'PUBLIC_ORIGIN is http: cookies would cross networks in the clear; use https',
  },
  {
    isUnsafe: ({ OIDC_ISSUER: issuer }) => isPlainHttp(issuer),
    problem: 'OIDC_ISSUER is http: anybody on the way could sign in as any user; use https',
  },
  {
    isUnsafe: ({ AUDIENCE: audience }) => audience === 'all',
    problem:
      'AUDIENCE=all serves traders and operators from one deployment; run one with traders and one with operators',
  },
  {
    isUnsafe: ({ AUDIENCE: audience, FIRM_TOKENS: firm }) => audience !== 'operators' && tokensOf(firm).length > 0,
    problem: 'FIRM_TOKENS is set where traders sign in; only the deployment with AUDIENCE=operators may hold it',
  },
  {
    isUnsafe: (config) => secretsOf(config).some(isPlaceholder),
    problem:
      'GATEWAY_HMAC_SECRET, LAB_HMAC_SECRET, SESSION_SECRETS or FIRM_TOKENS holds a placeholder, which can be guessed; use at least 32 random characters',
  },
  {
    isUnsafe: (config) => hasDuplicates(secretsOf(config)),
    problem:
      'GATEWAY_HMAC_SECRET, LAB_HMAC_SECRET, SESSION_SECRETS and FIRM_TOKENS hold the same secret twice: who has it for one purpose has it for both',
  },
  {
    isUnsafe: ({ ENGINE_URL: engine = '', WALLET_URL: wallet = '', OPERATOR_URL: operator, LAB_URL: lab }) =>
      [engine, wallet, operator ?? '', lab ?? ''].some(isPublicPlainHttp),
    problem:
      'ENGINE_URL, WALLET_URL, OPERATOR_URL or LAB_URL is http to a public address: what users send would cross it in the clear',
  },
  {
    isUnsafe: ({ TRUSTED_PROXIES: ranges }) => isProxyRangeTooWide(textsOf(ranges)),
    problem: 'TRUSTED_PROXIES is so wide that strangers could name any address as theirs; list your proxies alone',
  },
  {
    isUnsafe: listenersCollide,
    problem: 'INTERNAL_PORT is PORT: metrics would be open to all; use another',
  },
]
