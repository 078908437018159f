/** The settings by which the services and the dashboard of one machine find each other: loopback only. */
import type { Environment, RunningService } from './start-service.js'

export type EngineRole = 'api' | 'worker' | 'all'

/** The address of a wallet, and the engine's proof of identity towards it. */
export interface WalletAccess {
  /** Address of its internal listener. */
  readonly internalUrl: string
  readonly serviceToken: string
}

const HOST = '127.0.0.1'
const ON_LOOPBACK = { NODE_ENV: 'development', HOST, INTERNAL_HOST: HOST }

export interface WalletNeeds {
  readonly databaseUrl: string
  readonly redisUrl: string | null
  readonly serviceToken: string
}

export const walletEnvironment = ({ databaseUrl, redisUrl, serviceToken }: WalletNeeds): Environment => ({
  ...ON_LOOPBACK,
  DATABASE_URL: databaseUrl,
  SERVICE_TOKENS: serviceToken,
  ...redisEnvironment(redisUrl),
})

export interface EngineNeeds {
  readonly databaseUrl: string
  readonly redisUrl: string | null
  readonly role: EngineRole
  readonly wallet: WalletAccess
}

/** Markets never close there. */
export const engineEnvironment = ({ databaseUrl, redisUrl, role, wallet }: EngineNeeds): Environment => ({
  ...ON_LOOPBACK,
  ROLE: role,
  DATABASE_URL: databaseUrl,
  WALLET_URL: wallet.internalUrl,
  WALLET_SERVICE_TOKEN: wallet.serviceToken,
  MARKET_HOURS: 'always',
  ...redisEnvironment(redisUrl),
})

export interface DashboardNeeds {
  readonly redisUrl: string | null
  readonly wallet: Pick<RunningService, 'url'>
  readonly engine: Pick<RunningService, 'url' | 'internalUrl' | 'gatewayUrl'>
  readonly lab: Pick<RunningService, 'url' | 'gatewayUrl'> | null
}

export const dashboardEnvironment = ({ redisUrl, wallet, engine, lab }: DashboardNeeds): Environment => ({
  ...ON_LOOPBACK,
  LOGIN: 'demo',
  ENGINE_URL: engine.gatewayUrl,
  WALLET_URL: wallet.url,
  OPERATOR_URL: engine.internalUrl,
  ENGINE_PUBLIC_URL: engine.url,
  WALLET_PUBLIC_URL: wallet.url,
  ...(lab === null ? {} : { LAB_URL: lab.gatewayUrl, LAB_PUBLIC_URL: lab.url }),
  ...redisEnvironment(redisUrl),
})

/** The same for both: what the engine keeps of keys, the wallet deletes. */
const redisEnvironment = (redisUrl: string | null): Environment => (redisUrl === null ? {} : { REDIS_URL: redisUrl })
