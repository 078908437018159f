/**
 * A scenario's engine with live execution on: a process between bots and the contracts of both venues, that asks the
 * chain by three endpoints, a signer for signatures, and venues for prices, all of which can fail.
 */
import { join } from 'node:path'
import { hashCredential } from '@ats/contracts'
import { findFreePort, waitUntil } from '@ats/local-stack'
import { startRpcProxy, startTestSigner, type Hex, type RpcProxy, startVenuePrices } from '@ats/test-chain'
import type { Pool } from 'pg'
import { createSender, type HttpAnswer, type HttpRequest } from '../bots/http.js'
import type { Replica } from '../bots/bot.js'
import { openHistory, type History } from '../bots/history.js'
import { botKey, type BotKey } from '../engine/keys.js'
import type { ScenarioContext } from '../scenarios/scenario.js'
import { startEngine, type SupervisedEngine } from '../stack/supervised-engine.js'
import { openDatabase } from '../stack/stack.js'
import { CHAIN_ID, startLiveChain, type LiveChain, type VenueName } from './live-chain.js'
import { LIVE_PLANS, ROOMY_PLAN } from './live-plan.js'

export const SYMBOL = 'BTC-USD'

export interface LiveAccount {
  readonly id: string
  readonly venue: VenueName
  readonly wallet: Hex
  readonly user: number
  readonly key: BotKey
  /** USDC in its smallest unit, before it traded. */
  readonly moneyBefore: bigint
}

export interface LiveTestBed {
  readonly live: LiveChain
  readonly endpoints: readonly RpcProxy[]
  readonly engine: SupervisedEngine
  readonly replica: Replica
  readonly history: History
  readonly database: Pool
  /** As the operator. Repeats what was not answered. */
  operator<T>(method: HttpRequest['method'], path: string, body?: object): Promise<T>
  /** As a trader. Repeats what was not answered; `status` is that of the answer. */
  ask(account: LiveAccount, method: HttpRequest['method'], path: string, body?: object): Promise<HttpAnswer>
  /** Default: the plan with much room. */
  openAccount(venue: VenueName, plan?: string): Promise<LiveAccount>
  /** Resolves when engine and keepers have that price, in dollars. */
  setPrice(dollars: number): Promise<void>
  readonly price: () => number
  close(): Promise<void>
}

/** GMX' tokens of the two symbols whose prices are needed: that of the market, and that of the native token. */
const TOKENS = {
  'BTC-USD': { token: 'BTC', address: '0x47904963fc8b2340414262125aF798B9655E58Cd', decimals: 8 },
  'ETH-USD': { token: 'ETH', address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', decimals: 18 },
} as const
const PRICE = 60_000
const NATIVE_PRICE = 2_400n * 10n ** 18n
const ENDPOINTS = 3
/** A reorganisation ten deep undoes nothing that was booked. */
const CONFIRMATIONS = 12
const NATIVE = 10n ** 20n
const USDC = 10n ** 11n
const OPERATOR_TOKEN = 'a-token-of-the-operator-for-the-faults-suite'
const ANSWER_TIMEOUT_MS = 120_000
/** A request about a LIVE order waits up to 5 s for the chain. */
const SENDER = { timeoutMs: 8_000 }
const RETRY_MS = 100

/** Null where there is no anvil. */
async function openLiveTestBed(context: ScenarioContext, name: string): Promise<LiveTestBed | null> {
  const live = await startLiveChain(context.random.fork('chain'))
  if (live === null) return null
  const { guardian, directory, postgres } = context.stack
  const { databaseUrl, database } = await openDatabase(postgres, name.replaceAll('-', '_'))
  const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => startRpcProxy(live.chain.rpcUrl)))
  const signer = await startTestSigner()
  const market = { ...TOKENS[SYMBOL], price: BigInt(PRICE) * 10n ** 18n }
  const pair = { from: 'BTC', to: 'USD', price: market.price }
  const prices = await startVenuePrices({
    tokens: [market, { ...TOKENS['ETH-USD'], price: NATIVE_PRICE }],
    pairs: [pair],
  })
  const internalPort = await findFreePort()
  const engine = await startEngine({
    ...{ guardian, directory, databaseUrl, name, internalPort },
    settings: {
      OPERATORS: `faults:${hashCredential(OPERATOR_TOKEN).toString('hex')}:operator`,
      ...{ MARKET_FEED: 'live', GMX_PRICES_URLS: prices.url, OSTIUM_PRICES_URLS: prices.url },
      ...{ OSTIUM_CANDLES_URLS: prices.url, OSTIUM_STREAM_URL: 'off', VENUE_PRICES_EVERY_MS: '250' },
      ...{ LIVE_EXECUTION: 'on', LIVE_CHAIN_ID: String(CHAIN_ID), LIVE_CONFIRMATIONS: String(CONFIRMATIONS) },
      ...{ LIVE_RPC_URLS: endpoints.map(({ url }) => url).join(','), LIVE_RPC_TIMEOUT_MS: '1500' },
      ...{ LIVE_RPC_REQUESTS_PER_SECOND: '10000', LIVE_SIGNER_URL: signer.url },
      ...{ LIVE_GAS_PER_DAY: '90', LIVE_GAS_PER_ORDER: '10' },
      VENUES: JSON.stringify(live.deployments),
    },
  })
  const trader = createSender(engine.baseUrl, SENDER)
  const internal = createSender(`http://127.0.0.1:${internalPort}`, SENDER)
  const history = openHistory(join(directory, `${name}.ndjson`))
  const operatorHeaders = { authorization: `Bearer ${OPERATOR_TOKEN}` }
  let dollars = PRICE

  const testBed: LiveTestBed = {
    ...{ live, endpoints, engine, history, database, replica: { name: 'engine', send: trader.send } },
    async operator<T>(method: HttpRequest['method'], path: string, body?: object) {
      const sent = { method, path: `/operator/v1${path}`, headers: operatorHeaders, body }
      const { status, text } = await untilAnswered(() => internal.send(sent))
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
      return JSON.parse(text) as T
    },
    ask: (account, method, path, body) =>
      untilAnswered(() => trader.send({ method, path, headers: account.key.headers, body })),
    openAccount: (venue, plan = ROOMY_PLAN) =>
      openAccount(context, testBed, { venue, plan, createKey: () => signer.createKey() }),
    async setPrice(next) {
      dollars = next
      const price = BigInt(Math.round(next)) * 10n ** 18n
      Object.assign(market, { price })
      Object.assign(pair, { price })
      for (const keeper of Object.values(live.keepers)) await keeper.setPrice(SYMBOL, String(Math.round(next)))
      await untilShown(testBed, next)
    },
    price: () => dollars,
    async close() {
      trader.close()
      internal.close()
      await engine.stop()
      await Promise.all([signer.stop(), prices.close(), history.close(), ...endpoints.map((one) => one.close())])
      await live.stop()
      await database.end()
    },
  }
  await testBed.operator('PUT', '/plans', { plans: LIVE_PLANS })
  await untilShown(testBed, PRICE)
  return testBed
}

/** The test bed is closed however the scenario ends. */
export async function withLiveTestBed<T>(
  context: ScenarioContext,
  name: string,
  use: (testBed: LiveTestBed) => Promise<T>,
): Promise<T> {
  const testBed = await openLiveTestBed(context, name)
  if (testBed === null) throw new Error('anvil is not installed: npm ci --prefix release')
  try {
    return await use(testBed)
  } finally {
    await testBed.close()
  }
}

interface Opening {
  readonly venue: VenueName
  readonly plan: string
  readonly createKey: () => Hex
}

async function openAccount(
  context: ScenarioContext,
  testBed: LiveTestBed,
  { venue, plan, createKey }: Opening,
): Promise<LiveAccount> {
  const { live } = testBed
  const user = context.nextUser()
  const key = botKey(user)
  const wallet = createKey()
  await live.alone(async () => {
    await live.chain.setBalance(wallet, NATIVE)
    await live.usdc.send(live.chain.accounts[0]?.address ?? '0x', 'mint', [wallet, USDC])
    // No reorganisation takes it away.
    await live.chain.mine(CONFIRMATIONS)
  })
  await testBed.operator('POST', '/grants', { user_id: key.userId, plan_id: plan })
  const sent = { headers: key.headers, path: '/v1/accounts' }
  const body = { plan_id: plan }
  // What was not answered may have been done: then it is refused the second time.
  await untilAnswered(() => testBed.replica.send({ ...sent, method: 'POST', body }))
  const { text } = await untilAnswered(() => testBed.replica.send({ ...sent, method: 'GET' }))
  const [{ id } = { id: '' }] = JSON.parse(text) as readonly { readonly id: string }[]
  if (id === '') throw new Error(`${key.userId} has got no account`)
  await testBed.operator('POST', '/wallets', { address: wallet, account_id: id, venue, signer: 'remote' })
  live.serve(venue, wallet)
  return { id, venue, wallet, user, key, moneyBefore: USDC }
}

/** The engine may be down, or unable to answer at the moment. */
async function untilAnswered(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  let last: HttpAnswer | null = null
  const isAnswered = await waitUntil(
    async () => {
      last = await send().catch(() => null)
      return last !== null && last.status !== 429 && last.status < 500
    },
    { timeoutMs: ANSWER_TIMEOUT_MS, intervalMs: RETRY_MS },
  )
  if (!isAnswered || last === null) throw new Error(`no answer: ${JSON.stringify(last)}`)
  return last
}

/** Prices of the run walk by a few hundredths of a per cent. */
const NEAR = 0.001

async function untilShown({ replica }: LiveTestBed, dollars: number): Promise<void> {
  const isShown = async (venue: VenueName): Promise<boolean> => {
    const sent = {
      method: 'GET',
      path: `/v1/price?symbol=${SYMBOL}&venue=${venue}`,
      headers: botKey(0).headers,
    } as const
    const { status, text } = await replica.send(sent)
    const { mark_price: mark = 0, stale = true } =
      status === 200 ? (JSON.parse(text) as { mark_price: number | null; stale: boolean }) : {}
    return !stale && Math.abs((mark ?? 0) - dollars) <= dollars * NEAR
  }
  const isEverywhere = async (): Promise<boolean> => (await isShown('GMX')) && (await isShown('OSTIUM'))
  if (!(await waitUntil(() => isEverywhere().catch(() => false), { timeoutMs: ANSWER_TIMEOUT_MS })))
    throw new Error(`the price of ${dollars} is not shown`)
}
