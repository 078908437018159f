/** Runs both built services in processes of their own, on a real PostgreSQL, and on Redis where one is installed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWorkspace, startStack } from '@ats/local-stack'
import { createTestDatabase, type ServiceName } from '@ats/test-kit'
import { untilAnswered } from '../../../services/trading-engine/test/support/engine/until-answered.js'

export interface RunningServices {
  readonly walletUrl: string
  readonly walletInternalUrl: string
  readonly engineUrl: string
  readonly engineInternalUrl: string
  /** All that listen, that for signed users included. */
  readonly listeners: readonly string[]
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

export async function startServices({
  redisUrl,
  environment = {},
  nodeArgs = [],
}: RunningServicesOptions = {}): Promise<RunningServices> {
  const [walletDatabase, engineDatabase, workspace] = await Promise.all([
    createTestDatabase('wallet'),
    createTestDatabase('trading-engine'),
    openWorkspace('running-services-'),
  ])
  const fileOf = (name: string): string => join(workspace.directory, name)
  const { wallet, engine } = await startStack({
    ...workspace,
    databases: { wallet: walletDatabase.url, engine: engineDatabase.url },
    redisUrl: redisUrl ?? null,
    settings: {
      all: { NODE_ENV: 'test', LOG_LEVEL: 'debug', ...environment },
      'trading-engine': { FUNDING: 'none', ...environment },
    },
    nodeArgs,
    errorFile: (name) => fileOf(`${name}.errors`),
  })
  const read = (service: ServiceName) => ({
    log: readFileSync(fileOf(`${service}.log`), 'utf8'),
    errors: readFileSync(fileOf(`${service}.errors`), 'utf8'),
  })
  /** The files go with the processes. */
  let kept: Readonly<Record<ServiceName, ReturnType<typeof read>>> | null = null
  const written = (service: ServiceName) => kept?.[service] ?? read(service)
  return {
    walletUrl: wallet.url,
    walletInternalUrl: wallet.internalUrl,
    engineUrl: engine.url,
    engineInternalUrl: engine.internalUrl,
    listeners: [wallet.url, wallet.internalUrl, engine.url, engine.internalUrl, engine.gatewayUrl],
    trader: () => openTrader(wallet.url, engine.url),
    logged: (service) => linesOf(written(service).log),
    complained: (service) => written(service).errors,
    async stop() {
      const { code: engineCode } = await engine.stop()
      const { code: walletCode } = await wallet.stop()
      kept = { wallet: read('wallet'), 'trading-engine': read('trading-engine') }
      await workspace.guardian.stop()
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

const linesOf = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
