/** The engine as a process of its own, built, for tests that kill it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { FakeWallet } from '@ats/test-kit'

export interface EngineProcess {
  readonly baseUrl: string
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

export interface EngineProcessOptions {
  readonly role: 'api' | 'worker' | 'all'
  readonly databaseUrl: string
  readonly wallet: FakeWallet
  /** Additional settings. */
  readonly environment?: Readonly<Record<string, string>>
}

const MAIN = join(__dirname, '../..', '..', 'dist', 'main.js')

export async function startEngineProcess({
  role,
  databaseUrl,
  wallet,
  environment = {},
}: EngineProcessOptions): Promise<EngineProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      ROLE: role,
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: databaseUrl,
      WALLET_URL: wallet.url,
      WALLET_SERVICE_TOKEN: wallet.serviceToken,
      MARKET_HOURS: 'always',
      ...environment,
    },
  })
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  const port = await listening(child, exited)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** The port in the line that says where it listens. */
async function listening(child: ChildProcess, exited: Promise<unknown>): Promise<number> {
  let output = ''
  const said = new Promise<number>((resolve) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const line = output.split('\n').find((text) => text.includes('is listening'))
      if (line !== undefined) resolve((JSON.parse(line) as { port: number }).port)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
  })
  const port = await Promise.race([said, exited.then(() => null)])
  if (port === null) throw new Error(`the engine did not start: ${output}`)
  return port
}
