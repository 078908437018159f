import { randomBytes } from 'node:crypto'
import { serviceEntry, walletEnvironment } from '@ats/local-stack'
import type { Bench, Gate } from '../bench.js'
import { nodeArgsOf, startNodeProcess } from './node-process.js'
import { createWalletDatabase } from './wallet-database.js'

/** The settings that production asks of a wallet behind no gateway. */
export const walletSettings = (): Readonly<Record<string, string>> => ({
  NODE_ENV: 'production',
  ALLOW_PLAIN_USER_ID_IN_PRODUCTION: 'true',
  USER_ID_TRUST: 'plain',
  WEBHOOK_SECRET_KEYS: `bench:${randomBytes(32).toString('base64')}`,
})

/** Runs `work` with the real wallet on a fresh database, that knows a key of every scope for each user. */
export async function withWallet<T>(
  { servers, profileDir }: Pick<Bench, 'servers' | 'profileDir'>,
  users: number,
  work: (gate: Gate) => Promise<T>,
): Promise<T> {
  const database = await createWalletDatabase(servers.postgres.url, users)
  const serviceToken = randomBytes(24).toString('hex')
  const wallet = await startNodeProcess(servers, {
    name: 'wallet',
    entry: serviceEntry('wallet').main,
    environment: {
      ...walletEnvironment({ databaseUrl: database.url, redisUrl: servers.redis.url, serviceToken }),
      ...walletSettings(),
    },
    nodeArgs: nodeArgsOf(profileDir),
  })
  try {
    return await work({ walletUrl: `http://127.0.0.1:${wallet.internalPort}`, serviceToken })
  } finally {
    await wallet.stop()
    await database.drop()
  }
}
