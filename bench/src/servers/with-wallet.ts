import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort } from '@ats/local-stack'
import type { Bench, Gate } from '../bench.js'
import { nodeArgsOf, startNodeProcess } from './node-process.js'
import { createWalletDatabase } from './wallet-database.js'

export const WALLET_ENTRY = join(__dirname, '..', '..', '..', 'services', 'wallet', 'dist', 'main.js')

/** Runs `work` with the real wallet on a fresh database, that knows a key of every scope for each user. */
export async function withWallet<T>(
  { servers, profileDir }: Pick<Bench, 'servers' | 'profileDir'>,
  users: number,
  work: (gate: Gate) => Promise<T>,
): Promise<T> {
  const { redisUrl } = servers
  const database = await createWalletDatabase(servers.postgres.url, users)
  const serviceToken = randomBytes(24).toString('hex')
  const internalPort = await findFreePort()
  const wallet = await startNodeProcess(servers, {
    name: 'wallet',
    entry: WALLET_ENTRY,
    environment: {
      NODE_ENV: 'production',
      ALLOW_PLAIN_USER_ID_IN_PRODUCTION: 'true',
      USER_ID_TRUST: 'plain',
      DATABASE_URL: database.url,
      INTERNAL_PORT: String(internalPort),
      SERVICE_TOKENS: serviceToken,
      WEBHOOK_SECRET_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    },
    nodeArgs: nodeArgsOf(profileDir),
    readyPath: '/readyz',
  })
  try {
    return await work({ walletUrl: `http://127.0.0.1:${internalPort}`, serviceToken })
  } finally {
    await wallet.stop()
    await database.drop()
  }
}
