/** The authentication path in one process: a real wallet, real engines, Redis, and the faults between them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@ats/service-kit/http'
import { createLogger } from '@ats/service-kit/process'
import { captureLogs, createTestDatabase, TEST_TIMEOUT_FACTOR, type CapturedLogs } from '@ats/test-kit'
import { composeEngine, loadEngineConfig } from '@ats/trading-engine'
import { composeWallet, loadWalletConfig } from '@ats/wallet'
import { send, type Answer } from './send.js'

export interface IssuedKey {
  readonly id: string
  readonly userId: string
  readonly headers: { readonly 'x-api-key': string; readonly 'x-api-secret': string }
}

export interface AuthenticationStack {
  readonly walletUrl: string
  /** As many engines as were asked for; replicas of each other. */
  readonly engines: readonly string[]
  readonly logs: CapturedLogs
  issue(fields?: Readonly<Record<string, unknown>>): Promise<IssuedKey>
  /** DELETE of the key; throws when it does not answer 200. */
  revoke(key: IssuedKey): Promise<void>
  /** A request that needs a key, to one of the engines. */
  ask(key: Pick<IssuedKey, 'headers'>, engine?: number): Promise<Answer>
  /** The sum over all engines, or the wallet's; 0 for one that was never counted. */
  counted(metric: string): Promise<number>
  close(): Promise<void>
}

export interface AuthenticationStackOptions {
  readonly engines?: number
  /** Processes that process market updates, in addition to the engines. */
  readonly workers?: number
  /** Null: no Redis. The wallet's may be the way through a proxy. */
  readonly redis: { readonly engineUrl: string; readonly walletUrl: string | null } | null
  readonly walletNow?: () => Date
  /** Puts something between the engines and the wallet: takes the address of the wallet, and returns its own. */
  readonly inFront?: (walletUrl: string) => Promise<string>
}

const LIMITS = [
  'REQUESTS_PER_MINUTE',
  'IN_FLIGHT_MAX',
  'IN_FLIGHT_PER_KEY',
  'IN_FLIGHT_PER_USER',
  'IN_FLIGHT_PER_ADDRESS',
  'CONNECTIONS_PER_ADDRESS',
  'FAILED_AUTHENTICATIONS_PER_MINUTE',
]
const LIMITLESS = { PUBLIC_REQUESTS_PER_MINUTE: '0', ...Object.fromEntries(LIMITS.map((name) => [name, '10000000'])) }

export async function startAuthenticationStack({
  engines = 1,
  workers = 0,
  redis,
  inFront,
  walletNow = () => new Date(),
}: AuthenticationStackOptions): Promise<AuthenticationStack> {
  const logs = captureLogs()
  const logger = createLogger({ service: 'authentication', level: 'info', destination: logs.destination })
  const serviceToken = randomBytes(24).toString('hex')
  const [walletDatabase, engineDatabase] = await Promise.all([
    createTestDatabase('wallet'),
    createTestDatabase('trading-engine'),
  ])
  const wallet = composeWallet(
    loadWalletConfig({
      NODE_ENV: 'test',
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: walletDatabase.url,
      SERVICE_TOKENS: serviceToken,
      REDIS_URL: redis?.walletUrl ?? '',
    }),
    { logger, now: walletNow, timeoutFactor: TEST_TIMEOUT_FACTOR },
  )
  const { port, internalPort } = await wallet.start()
  const walletUrl = `http://127.0.0.1:${port}`
  const internalUrl = `http://127.0.0.1:${internalPort}`
  const requested = inFront === undefined ? internalUrl : await inFront(internalUrl)
  const roles = [...Array<'api'>(engines).fill('api'), ...Array<'worker'>(workers).fill('worker')]
  const running = await Promise.all(roles.map(startEngine))
  const urls = running.slice(0, engines).map(({ url }) => url)

  async function startEngine(role: 'api' | 'worker') {
    const config = loadEngineConfig({
      NODE_ENV: 'test',
      ROLE: role,
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: engineDatabase.url,
      DATABASE_POOL_MAX: '4',
      WALLET_URL: requested,
      WALLET_SERVICE_TOKEN: serviceToken,
      REDIS_URL: redis?.engineUrl ?? '',
      MARKET_HOURS: 'always',
      FUNDING: 'none',
      ...LIMITLESS,
    })
    const engine = await composeEngine(config, { logger, isStopping: () => false, timeoutFactor: TEST_TIMEOUT_FACTOR })
    const server = await listen(engine.app, { host: '127.0.0.1', port: 0 })
    engine.onListening()
    return { engine, server, url: `http://127.0.0.1:${server.port}` }
  }

  const stack: AuthenticationStack = {
    walletUrl,
    engines: urls,
    logs,
    async issue(fields = {}) {
      const body = JSON.stringify({ label: 'bot', permissions: ['READ_ONLY'], ...fields })
      const issueTo = (userId: string) =>
        send(`${walletUrl}/api/api-keys`, { method: 'POST', headers: { 'x-user-id': userId }, body })
      let userId = `user-${randomUUID()}`
      let answer = await issueTo(userId)
      // A wallet that bots keep busy may refuse to wait longer: whether it was done does not matter to another user.
      while (answer.status === 500) answer = await issueTo((userId = `user-${randomUUID()}`))
      if (answer.status !== 201) throw new Error(`no key: ${answer.text}`)
      const { apiKey, key, secret } = JSON.parse(answer.text) as { apiKey: { id: string }; key: string; secret: string }
      return { id: apiKey.id, userId, headers: { 'x-api-key': key, 'x-api-secret': secret } }
    },
    async revoke({ id, userId }) {
      const answer = await send(`${walletUrl}/api/api-keys/${id}`, {
        method: 'DELETE',
        headers: { 'x-user-id': userId },
      })
      if (answer.status !== 200) throw new Error(`not revoked: ${answer.status} ${answer.text}`)
    },
    ask: ({ headers }, engine = 0) => send(`${urls[engine]}/v1/key`, { method: 'GET', headers }),
    async counted(metric) {
      const pages = await Promise.all([walletUrl, ...urls].map((url) => send(`${url}/metrics`, { method: 'GET' })))
      return pages.reduce((sum, { text }) => sum + sumOf(metric, text), 0)
    },
    async close() {
      for (const { server, engine } of running) {
        await server.close(1_000)
        await engine.close()
      }
      await wallet.stop(1_000)
      await Promise.all([walletDatabase.drop(), engineDatabase.drop()])
    },
  }
  if (redis !== null) await untilAnswering(stack, engines + (redis.walletUrl === null ? 0 : 1))
  return stack
}

/** `name` or `name{label="value"}`, whatever other labels there are. */
function sumOf(metric: string, page: string): number {
  const [name = '', label = ''] = metric.replace('}', '').split('{')
  const lines = page.split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(label))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

async function untilAnswering(stack: AuthenticationStack, services: number): Promise<void> {
  while ((await stack.counted('redis_up')) < services) await sleep(10)
}
