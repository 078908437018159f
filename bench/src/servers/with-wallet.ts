import { randomBytes } from 'node:crypto'
import { findFreePort } from '@ats/local-stack'
import type { Bench, Gate } from '../bench.js'
import { walletEntry, WORK_TREE } from './builds.js'
import { nodeArgsOf, startNodeProcess } from './node-process.js'
import { createWalletDatabase } from './wallet-database.js'

/** Runs `work` with the real wallet on a fresh database, that knows a key of every scope for each user. */
export async function withWallet<T>(
  bench: Pick<Bench, 'servers' | 'profileDir'>,
  users: number,
  work: (gate: Gate) => Promise<T>,
): Promise<T> {
  const wallet = await startWallet(bench, users)
  try {
    return await work(wallet.gate)
  } finally {
    await wallet.stop()
  }
}

export async function startWallet(
  { servers, profileDir }: Pick<Bench, 'servers' | 'profileDir'>,
  users: number,
  build = WORK_TREE,
): Promise<{ readonly gate: Gate; stop(): Promise<void> }> {
  const { redisUrl } = servers
  const database = await createWalletDatabase(servers.postgres.url, users, build)
  const serviceToken = randomBytes(24).toString('hex')
  const internalPort = await findFreePort()
  const wallet = await startNodeProcess(servers, {
    name: 'wallet',
    entry: walletEntry(build),
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
  return {
    gate: { walletUrl: `http://127.0.0.1:${internalPort}`, serviceToken },
    async stop() {
      await wallet.stop()
      await database.drop()
    },
  }
}
