/** Engine, wallet and Redis as their operator starts them, each in a process of its own. */
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { answersReady, ensureServiceDatabase, findFreePort, SERVICE_NODE_ARGS, waitUntil } from '@ats/local-stack'
import { migrate } from '@ats/service-kit/db'
import type { Stack } from '../stack/stack.js'

export interface Services {
  readonly enginePort: number
  readonly walletPort: number
  readonly enginePid: number
}

const rootOf = (name: string): string => dirname(dirname(require.resolve(name)))
const ENGINE = rootOf('@ats/trading-engine')
const WALLET = rootOf('@ats/wallet')
const HOST = '127.0.0.1'
const STOP = [
  { signal: 'SIGTERM', waitMs: 25_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const
const READY_WITHIN_MS = 60_000

/** They end with the stack. */
export async function startServices({
  guardian,
  directory,
  databaseUrl,
  redisUrl,
  postgres,
}: Stack): Promise<Services> {
  const password = randomBytes(24).toString('hex')
  const walletDatabase = await ensureServiceDatabase(postgres.superuserUrl, { name: 'wallet', password })
  await migrate({ connectionString: walletDatabase, directory: join(WALLET, 'migrations') })
  const [enginePort, engineInternalPort] = [await findFreePort(), await findFreePort()]
  const [walletPort, walletInternalPort] = [await findFreePort(), await findFreePort()]
  const token = randomBytes(24).toString('hex')
  const shared = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
  }
  const start = (name: string, root: string, env: Record<string, string>) =>
    guardian.run({
      name: `neighbours-${name}`,
      command: process.execPath,
      args: [...SERVICE_NODE_ARGS, join(root, 'dist', 'main.js')],
      cwd: '/',
      env: { ...shared, ...env },
      logFile: join(directory, `neighbours-${name}.log`),
      stop: STOP,
    })
  await start('wallet', WALLET, {
    PORT: String(walletPort),
    INTERNAL_PORT: String(walletInternalPort),
    DATABASE_URL: walletDatabase,
    SERVICE_TOKENS: token,
  })
  await ready(walletPort)
  const engine = await start('engine', ENGINE, {
    PORT: String(enginePort),
    INTERNAL_PORT: String(engineInternalPort),
    DATABASE_URL: databaseUrl,
    WALLET_URL: `http://${HOST}:${walletInternalPort}`,
    WALLET_SERVICE_TOKEN: token,
    MARKET_HOURS: 'always',
  })
  await ready(enginePort)
  return { enginePort, walletPort, enginePid: engine.process.pid }
}

async function ready(port: number): Promise<void> {
  if (!(await waitUntil(() => answersReady(port), { timeoutMs: READY_WITHIN_MS })))
    throw new Error(`no service on port ${port} after ${READY_WITHIN_MS / 1000} s`)
}
