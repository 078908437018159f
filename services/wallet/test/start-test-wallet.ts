import { randomUUID } from 'node:crypto'
import { createLogger } from '@ats/service-kit/process'
import {
  apiClient,
  captureLogs,
  createTestDatabase,
  createTestPool,
  TEST_TIMEOUT_FACTOR,
  type ApiClient,
  type CapturedLogs,
} from '@ats/test-kit'
import type { Pool } from 'pg'
import { composeWallet, type WalletOverrides } from '../src/compose.js'
import { loadWalletConfig } from '../src/config.js'

export const SERVICE_TOKEN = 'engine-token-0123456789-0123456789'
export const NEXT_SERVICE_TOKEN = 'engine-token-next-0123456789-01234'

/** The same in every test wallet, so that two of them can share a database. */
const WEBHOOK_SECRET_KEYS = `test:${Buffer.alloc(32, 1).toString('base64')}`

export interface TestWallet {
  /** The public listener; every response is held to the listener's own document. */
  readonly api: ApiClient
  readonly internal: ApiClient
  readonly url: string
  readonly internalUrl: string
  readonly databaseUrl: string
  /** The same database, for looking behind the API. */
  readonly pool: Pool
  readonly logs: CapturedLogs
  readonly stop: () => Promise<void>
}

export interface TestWalletOptions extends WalletOverrides {
  readonly env?: NodeJS.ProcessEnv
  /** Uses this database instead of a fresh one. */
  readonly databaseUrl?: string
}

/** A whole wallet in this process, on free ports and a database of its own. */
export async function startTestWallet({
  env = {},
  databaseUrl,
  ...overrides
}: TestWalletOptions = {}): Promise<TestWallet> {
  const database = databaseUrl === undefined ? await createTestDatabase('wallet') : undefined
  const url = databaseUrl ?? database?.url ?? ''
  const logs = captureLogs()
  const logger = createLogger({ service: 'wallet', level: 'trace', destination: logs.destination })
  const config = loadWalletConfig({
    NODE_ENV: 'test',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: url,
    SERVICE_TOKENS: `${SERVICE_TOKEN},${NEXT_SERVICE_TOKEN}`,
    WEBHOOK_SECRET_KEYS,
    ...env,
  })
  const wallet = composeWallet(config, { logger, timeoutFactor: TEST_TIMEOUT_FACTOR, ...overrides })
  const { port, internalPort } = await wallet.start()
  const pool = createTestPool(url)
  const [publicUrl, internalUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${internalPort}`]
  // Wallets with the same settings say the same: one document takes longer to make than most tests do.
  const documentOf = (port: 'public' | 'internal') => ({
    name: `wallet ${port} ${JSON.stringify(env)}`,
    make: wallet.openapi[port],
  })
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
  return {
    api: apiClient({ baseUrl: publicUrl, openapi: documentOf('public') }),
    internal: apiClient({ baseUrl: internalUrl, openapi: documentOf('internal'), headers }),
    url: publicUrl,
    internalUrl,
    databaseUrl: url,
    pool,
    logs,
    stop: async () => {
      await wallet.stop(1_000)
      await pool.end()
      await database?.drop()
    },
  }
}

export interface CreatedKey {
  readonly apiKey: {
    readonly id: string
    readonly label: string
    readonly keyPrefix: string
    readonly permissions: readonly string[]
    readonly ipWhitelist: readonly string[]
    readonly webhookUrl: string | null
    readonly expiresAt: string | null
    readonly createdAt: string
    readonly lastUsedAt: string | null
    readonly lastUsedIp: string | null
  }
  readonly key: string
  readonly secret: string
  readonly webhookSecret?: string
}

/** A user id that is unique in the run. */
export function newUser(): { readonly 'x-user-id': string } {
  return { 'x-user-id': `user-${randomUUID()}` }
}

export async function createKey(
  { api }: TestWallet,
  user: { readonly 'x-user-id': string },
  fields: Readonly<Record<string, unknown>> = {},
): Promise<CreatedKey> {
  const rawBody = JSON.stringify({ label: 'bot', permissions: ['READ_ONLY'], ...fields })
  const response = await api.post<CreatedKey>('/api/api-keys', { headers: user, rawBody })
  if (response.status !== 201) throw new Error(`no key was created: ${response.text}`)
  return response.body
}

/** A header as the gateway sends it: Node's client writes one byte for each character it is given. */
export const asUtf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
