/** The environment of the two services in `npm start`: development settings, loopback only. */
export interface Addresses {
  readonly enginePort: number
  readonly walletPort: number
  readonly walletDatabaseUrl: string
  readonly engineDatabaseUrl: string
  readonly redisUrl: string | undefined
  readonly serviceToken: string
  readonly webhookSecretKeys: string
  readonly operatorToken: string
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
    PUBLIC_REQUESTS_PER_MINUTE: '0',
    ...redisEnvironment(addresses),
  }
}

export function engineEnvironment(
  inherited: Environment,
  addresses: Addresses,
  { internalPort, walletInternalPort }: { readonly internalPort: number; readonly walletInternalPort: number },
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
    DATABASE_URL: addresses.engineDatabaseUrl,
    WALLET_URL: `http://${HOST}:${walletInternalPort}`,
    WALLET_SERVICE_TOKEN: addresses.serviceToken,
    MARKET_HOURS: 'always',
    ACCOUNT_CREATION: 'open',
    PUBLIC_REQUESTS_PER_MINUTE: '0',
  }
}

/** The same for both: what the engine keeps of keys, the wallet deletes. */
const redisEnvironment = ({ redisUrl }: Addresses): Environment =>
  redisUrl === undefined ? {} : { REDIS_URL: redisUrl }
