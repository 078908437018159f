/** The engine as a process of its own, built, for tests that kill it. */
import { join } from 'node:path'
import { engineEnvironment, SERVICE_NODE_ARGS, serviceEntry, startLoneService, type EngineRole } from '@ats/local-stack'
import type { FakeWallet } from '@ats/test-kit'

export interface EngineProcess {
  readonly baseUrl: string
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<unknown>
}

export interface EngineProcessOptions {
  readonly role: EngineRole
  readonly databaseUrl: string
  readonly wallet: FakeWallet
  /** Default: any free one. */
  readonly port?: number
  /** Additional settings. */
  readonly environment?: Readonly<Record<string, string>>
  /** The statement at which it is killed, such as `record_webhooks before 2`: the second, before it is sent. */
  readonly crashAt?: string
}

const CRASHING = ['--require', join(__dirname, 'crash-at-statement.cjs')]

export async function startEngineProcess(options: EngineProcessOptions): Promise<EngineProcess> {
  const { role, databaseUrl, wallet, port, environment, crashAt } = options
  const access = { internalUrl: wallet.url, serviceToken: wallet.serviceToken }
  const engine = await startLoneService({
    name: 'trading-engine',
    entry: serviceEntry('trading-engine').main,
    environment: {
      ...engineEnvironment({ databaseUrl, redisUrl: null, role, wallet: access }),
      NODE_ENV: 'test',
      ...environment,
      ...(crashAt !== undefined && { CRASH_AT: crashAt }),
    },
    ...(crashAt !== undefined && { nodeArgs: [...SERVICE_NODE_ARGS, ...CRASHING] }),
    ...(port === undefined ? {} : { ports: { PORT: port } }),
  })
  return {
    baseUrl: engine.url,
    kill: () => engine.kill(),
    stop: async () => (await engine.stop()).code,
    ended: engine.child.exited,
  }
}
