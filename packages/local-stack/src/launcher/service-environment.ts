/** The environment of the services and the dashboard in `npm start`: development settings, loopback only. */
export interface Addresses {
  readonly enginePort: number
  readonly walletPort: number
  readonly dashboardPort: number
  readonly walletDatabaseUrl: string
  readonly engineDatabaseUrl: string
  readonly redisUrl: string | undefined
  readonly serviceToken: string
  readonly webhookSecretKeys: string
  readonly operatorToken: string
  /** By which the dashboard signs for whom its requests are. */
  readonly gatewaySecret: string
  readonly sessionSecret: string
}

type Environment = Readonly<Record<string, string>>

const HOST = '127.0.0.1'

export function walletEnvironment(inherited: Environment, addresses: Addresses, internalPort: number): Environment {
  return {
    ...inherited,
    NODE_ENV: 'development',
    HOST,
    PORT: String(addresses.walletPort),
    INTERNAL_HOST: HOST,
    INTERNAL_PORT: String(internalPort),
    DATABASE_URL: addresses.walletDatabaseUrl,
    SERVICE_TOKENS: addresses.serviceToken,
    WEBHOOK_SECRET_KEYS: addresses.webhookSecretKeys,
    USER_ID_TRUST: 'plain',
    GATEWAY_HMAC_SECRETS: addresses.gatewaySecret,
    PUBLIC_REQUESTS_PER_MINUTE: '0',
    ...redisEnvironment(addresses),
  }
}

export function engineEnvironment(
  inherited: Environment,
  addresses: Addresses,
  { internalPort, gatewayPort, walletInternalPort }: EnginePorts,
): Environment {
  return {
    ...inherited,
    ...redisEnvironment(addresses),
    NODE_ENV: 'development',
    ROLE: 'all',
    HOST,
    PORT: String(addresses.enginePort),
    INTERNAL_HOST: HOST,
    INTERNAL_PORT: String(internalPort),
    OPERATOR_TOKENS: addresses.operatorToken,
    GATEWAY_HMAC_SECRETS: addresses.gatewaySecret,
    GATEWAY_PORT: String(gatewayPort),
    DATABASE_URL: addresses.engineDatabaseUrl,
    WALLET_URL: `http://${HOST}:${walletInternalPort}`,
    WALLET_SERVICE_TOKEN: addresses.serviceToken,
    MARKET_HOURS: 'always',
    ACCOUNT_CREATION: 'open',
    PUBLIC_REQUESTS_PER_MINUTE: '0',
  }
}

export interface EnginePorts {
  readonly internalPort: number
  /** For users whom the dashboard has logged in. */
  readonly gatewayPort: number
  readonly walletInternalPort: number
}

export function dashboardEnvironment(
  inherited: Environment,
  addresses: Addresses,
  ports: { readonly internalPort: number; readonly engine: Omit<EnginePorts, 'walletInternalPort'> },
): Environment {
  const at = (port: number): string => `http://${HOST}:${port}`
  return {
    ...inherited,
    ...redisEnvironment(addresses),
    NODE_ENV: 'development',
    LOGIN: 'demo',
    HOST,
    PORT: String(addresses.dashboardPort),
    INTERNAL_HOST: HOST,
    INTERNAL_PORT: String(ports.internalPort),
    ENGINE_URL: at(ports.engine.gatewayPort),
    WALLET_URL: at(addresses.walletPort),
    OPERATOR_URL: at(ports.engine.internalPort),
    OPERATOR_TOKEN: addresses.operatorToken,
    ENGINE_PUBLIC_URL: at(addresses.enginePort),
    WALLET_PUBLIC_URL: at(addresses.walletPort),
    GATEWAY_HMAC_SECRET: addresses.gatewaySecret,
    SESSION_SECRETS: addresses.sessionSecret,
    PUBLIC_REQUESTS_PER_MINUTE: '0',
  }
}

/** The same for both: what the engine keeps of keys, the wallet deletes. */
const redisEnvironment = ({ redisUrl }: Addresses): Environment =>
  redisUrl === undefined ? {} : { REDIS_URL: redisUrl }
