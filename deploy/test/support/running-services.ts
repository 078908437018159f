/** Runs both built services in processes of their own, on a real PostgreSQL, and on Redis where one is installed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createTestDatabase, type ServiceName } from '@ats/test-kit'
import { REPOSITORY } from './repository.js'
import { untilAnswered } from '../../../services/trading-engine/test/support/engine/until-answered.js'

export interface RunningServices {
  readonly walletUrl: string
  readonly walletInternalUrl: string
  readonly engineUrl: string
  readonly engineInternalUrl: string
  /** A user with a key, and an account. */
  trader(): Promise<Trader>
  /** The log of a service, one object a line. */
  logged(service: ServiceName): readonly Readonly<Record<string, unknown>>[]
  /** The standard error of a service. */
  complained(service: ServiceName): string
  /** SIGTERM to both; resolves with how they ended. */
  stop(): Promise<Readonly<Record<ServiceName, number | null>>>
}

export interface Trader {
  readonly accountId: string
  /** With the key of the trader. */
  send(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

export interface RunningServicesOptions {
  readonly redisUrl?: string | undefined
  /** For both. */
  readonly environment?: Readonly<Record<string, string>>
  /** For Node. */
  readonly nodeArgs?: readonly string[]
}

const TOKEN = 'b7f3c1d09e5a48626f0d1c2b3a495867'

export async function startServices({
  redisUrl,
  environment = {},
  nodeArgs = [],
}: RunningServicesOptions = {}): Promise<RunningServices> {
  const [walletDatabase, engineDatabase] = await Promise.all([
    createTestDatabase('wallet'),
    createTestDatabase('trading-engine'),
  ])
  const shared = {
    ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', PORT: '0', INTERNAL_PORT: '0', LOG_LEVEL: 'debug' },
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...environment,
  }
  const wallet = await startProcess('wallet', nodeArgs, {
    ...shared,
    ...{ DATABASE_URL: walletDatabase.url, SERVICE_TOKENS: TOKEN },
  })
  const walletInternalUrl = urlOf(wallet.internalPort)
  const engine = await startProcess('trading-engine', nodeArgs, {
    ...shared,
    ...{ DATABASE_URL: engineDatabase.url, WALLET_URL: walletInternalUrl, WALLET_SERVICE_TOKEN: TOKEN },
    ...{ MARKET_HOURS: 'always', FUNDING: 'none' },
  })
  const walletUrl = urlOf(wallet.port)
  const engineUrl = urlOf(engine.port)
  const processes = { wallet, 'trading-engine': engine }
  return {
    walletUrl,
    walletInternalUrl,
    engineUrl,
    engineInternalUrl: urlOf(engine.internalPort),
    trader: () => openTrader(walletUrl, engineUrl),
    logged: (service) => processes[service].logged(),
    complained: (service) => processes[service].complained(),
    async stop() {
      const engineCode = await engine.stop()
      const walletCode = await wallet.stop()
      await Promise.all([walletDatabase.drop(), engineDatabase.drop()])
      return { wallet: walletCode, 'trading-engine': engineCode }
    },
  }
}

let traders = 0

async function openTrader(walletUrl: string, engineUrl: string): Promise<Trader> {
  const permissions = ['TRADE', 'MANAGE_ORDERS', 'READ_ONLY']
  const { body: made } = await untilAnswered(() => {
    const user = { 'x-user-id': `trader-${process.pid}-${(traders += 1)}` }
    return call(`${walletUrl}/api/api-keys`, 'POST', user, { label: 'bot', permissions })
  })
  const key = { 'x-api-key': String(made['key']), 'x-api-secret': String(made['secret']) }
  const { body: account } = await untilAnswered(() =>
    call(`${engineUrl}/v1/accounts`, 'POST', key, { plan_id: 'standard-100k' }),
  )
  return {
    accountId: String(account['id']),
    send: (method, path, body, headers = {}) => call(`${engineUrl}${path}`, method, { ...key, ...headers }, body),
  }
}

async function call(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`

interface ServiceProcess {
  readonly port: number
  readonly internalPort: number
  logged(): readonly Readonly<Record<string, unknown>>[]
  complained(): string
  stop(): Promise<number | null>
}

async function startProcess(
  service: ServiceName,
  nodeArgs: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...nodeArgs, join(REPOSITORY, 'services', service, 'dist', 'main.js')], {
    env,
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (output[name] += chunk.toString()))
  const logged = () => linesOf(output.stdout)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const { port, internal_port: internalPort } = await listening(service, child, logged, ended, output)
  return {
    port,
    internalPort,
    logged,
    complained: () => output.stderr,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const linesOf = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

interface Ports {
  readonly port: number
  readonly internal_port: number
}

/** Until the line that says so. */
function listening(
  service: ServiceName,
  child: ChildProcess,
  logged: ServiceProcess['logged'],
  ended: Promise<unknown>,
  output: { readonly stderr: string },
): Promise<Ports> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const line = logged().find(({ msg }) => String(msg).includes('is listening'))
      if (line !== undefined) resolve(line as unknown as Ports)
    }
    child.stdout?.on('data', look)
    void ended.then(() => reject(new Error(`the ${service} did not start: ${output.stderr}`)))
  })
}
