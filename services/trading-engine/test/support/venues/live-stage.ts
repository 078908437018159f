/**
 * The whole engine with live execution on, between callers of its API and a venue's contracts: it asks the chain by
 * three endpoints that can fail, and a signer that has the keys. Its market and the venue's say the same prices.
 */
import {
  contractAt,
  loadArtifact,
  startRpcProxy,
  startTestSigner,
  type Contract,
  type Hex,
  type Keeper,
  type RpcProxy,
  type TestChain,
  type TestSigner,
} from '@ats/test-chain'
import { createTestDatabase, startFakeWallet, type ApiResponse } from '@ats/test-kit'
import { decimal, price, quantity, usd } from '../../../src/core/values/decimal.js'
import type { Feed } from '../../../src/market/feeds/feed.js'
import { accountCalls, type AccountCalls } from '../account-calls.js'
import { startEngine, type TestEngine } from '../engine/engine.js'
import { liveMarket, openLiveAccount } from './live-accounts.js'
import { pollUntil } from '../poll-until.js'
import { readerAt } from './chain-reads.js'
import { describeVenues } from './stages.js'
import type { VenueStage } from './venue-stage.js'

const CONFIRMATIONS = 2
/** Dollars for the native token, all the time. */
export const NATIVE_PRICE = 2_400n
const ENDPOINTS = 3
/** Wei: a hundred of the native token. */
const NATIVE = 10n ** 20n
/** A hundred thousand, of six decimals. */
const USDC = 10n ** 11n
/** Mined until all that was asked for has come to its rest; each takes a round of its sender. */
const BLOCKS_MAX = 400

interface Comparison {
  readonly block: number | null
  readonly is_equal: boolean | null
  readonly differences: readonly object[]
}

export interface LiveTrader extends AccountCalls {
  readonly accountId: string
  readonly wallet: Hex
  funding(): Promise<ApiResponse<{ readonly totals: { readonly net: string } }>>
  modify(orderId: string, body: object): Promise<ApiResponse<unknown>>
  setLeverage(body: object): Promise<ApiResponse<unknown>>
  /** Orders that the venue has, those at the market included. */
  atVenue(): Promise<readonly { readonly venueOrderId: string; readonly type: string }[]>
  compare(): Promise<Comparison>
  /** Mines until nothing is under way but what waits for a keeper, and the books are those of the chain. */
  settle(): Promise<void>
  /** Has the engine claim all that the venue keeps for the wallet. */
  drain(): Promise<void>
  money(): Promise<Money>
}

/** All that a wallet has. */
export interface Money {
  /** In its smallest unit. */
  readonly usdc: bigint
  /** Wei. */
  readonly native: bigint
}

export interface LiveStage {
  readonly stage: VenueStage
  readonly keeper: Keeper
  readonly chain: TestChain
  readonly endpoints: readonly RpcProxy[]
  readonly engine: () => TestEngine
  /** Ends the engine, and starts another one on its database. Default: with live execution on. */
  restart(execution?: 'on' | 'dry-run'): Promise<void>
  /** Resolves when market and venue both say it. */
  setPrice(dollars: string): Promise<void>
  /** Blocks, each once the books have come to the one before. */
  mineAndFollow(blocks: number): Promise<void>
  /** A LIVE account with a wallet of its own. */
  openTrader(): Promise<LiveTrader>
  stop(): Promise<void>
}

/** A `describe` for each venue, with an engine of its own; none where keepers that no test plays are at work. */
export function describeLive(title: string, define: (live: () => LiveStage) => void): void {
  describeVenues(title, ({ start, isElsewhere }) => {
    if (isElsewhere) {
      test.skip('keepers of its own are at work there', () => undefined)
      return
    }
    let live: LiveStage
    beforeAll(async () => {
      live = await startLiveStage(await start())
    })
    afterAll(() => live.stop())
    define(() => live)
  })
}

export async function startLiveStage(stage: VenueStage): Promise<LiveStage> {
  const chain = stage.chain as TestChain
  const { symbol } = stage.market
  const usdc = contractAt(chain, loadArtifact('MockUsdc'), stage.usdc)
  const database = await createTestDatabase('trading-engine')
  const issuer = await startFakeWallet()
  const signer = await startTestSigner()
  const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => startRpcProxy(chain.rpcUrl)))
  const market = createSaidMarket({ [symbol]: stage.market.price, 'ETH-USD': String(NATIVE_PRICE) })
  let engine = await start('on')

  function start(execution: 'on' | 'dry-run'): Promise<TestEngine> {
    return startEngine({
      ...{ databaseUrl: database.url, sharedWallet: issuer, feed: liveMarket().feed },
      runtime: { feed: market.feed, venueAdapters: [stage.adapter], senderEveryMs: 20, senderClaimEvery: 20 },
      ...{ LIVE_EXECUTION: execution, LIVE_CHAIN_ID: chain.chainId, LIVE_CONFIRMATIONS: CONFIRMATIONS },
      ...{ LIVE_RPC_URLS: endpoints.map(({ url }) => url), LIVE_RPC_QUORUM: 2, LIVE_RPC_REQUESTS_PER_SECOND: 10_000 },
      // As many times later as every deadline of a test.
      LIVE_RPC_TIMEOUT_MS: 75,
      ...{ LIVE_SIGNER_URL: signer.url, LIVE_GAS_PER_DAY: NATIVE, LIVE_GAS_PER_ORDER: NATIVE },
    })
  }

  const live: LiveStage = {
    ...{ stage, chain, endpoints, keeper: stage.keeper! },
    engine: () => engine,
    async restart(execution = 'on') {
      await engine.close()
      engine = await start(execution)
    },
    async setPrice(dollars) {
      market.say(symbol, dollars)
      await live.keeper.setPrice(symbol, dollars)
      const query = `symbol=${symbol}&venue=${stage.venue}&decimals=string`
      await pollUntil(
        () => engine.api.get<{ mark_price: string }>(`/v1/price?${query}`, { headers: engine.as().key.headers }),
        ({ body }) => decimal(body.mark_price) === decimal(dollars),
      )
    },
    async mineAndFollow(blocks) {
      for (let mined = 0; mined < blocks; mined += 1) await mineAndFollow(live)
    },
    openTrader: () => openTrader(live, { usdc, signer }),
    async stop() {
      await engine.close()
      await Promise.all([issuer.close(), signer.stop(), ...endpoints.map((endpoint) => endpoint.close())])
      await database.drop()
      await stage.stop()
    },
  }
  await live.setPrice(stage.market.price)
  return live
}

interface Means {
  readonly usdc: Contract
  readonly signer: TestSigner
}

async function openTrader(live: LiveStage, { usdc: token, signer }: Means): Promise<LiveTrader> {
  const { stage, chain, engine } = live
  const wallet = signer.createKey()
  await chain.setBalance(wallet, NATIVE)
  await token.send(chain.accounts[0]!.address, 'mint', [wallet, USDC])
  const { key, accountId } = await openLiveAccount(engine())
  const registered = { address: wallet, account_id: accountId, venue: stage.venue, signer: 'remote' }
  expect((await engine().operator.post('/operator/v1/wallets', { body: registered })).status).toBe(201)
  const calls = (): AccountCalls => accountCalls({ api: engine().api.with(key.headers), accountId })
  const trader: LiveTrader = {
    ...{ accountId, wallet },
    place: (order, query) => calls().place({ symbol: stage.market.symbol, platform_id: stage.venue, ...order }, query),
    placed: (order) => calls().placed({ symbol: stage.market.symbol, platform_id: stage.venue, ...order }),
    misplaced: (order) => calls().misplaced(order),
    close: (body) => calls().close(body),
    protect: (positionId, legs) => calls().protect(positionId, legs),
    funding: () => engine().api.with(key.headers).get(`/v1/account/${accountId}/funding?decimals=string`),
    modify: (orderId, body) =>
      engine().api.with(key.headers).post(`/v1/account/${accountId}/orders/${orderId}/modify`, { body }),
    setLeverage: (body) => engine().api.with(key.headers).put(`/v1/account/${accountId}/leverage`, { body }),
    cancel: (orderId) => calls().cancel(orderId),
    cancelAll: (body) => calls().cancelAll(body),
    order: (orderId) => calls().order(orderId),
    orders: (query) => calls().orders(query),
    positions: () => calls().positions(),
    closedPositions: (query) => calls().closedPositions(query),
    trades: (query) => calls().trades(query),
    ledger: (query) => calls().ledger(query),
    summary: () => calls().summary(),
    async atVenue() {
      return (await stage.adapter.readWallet(wallet, readerAt(chain, await chain.head()))).orders
    },
    async compare() {
      const { body } = await engine().operator.get<Comparison>(`/operator/v1/wallets/${wallet}/differences`)
      return body
    },
    settle: () => settleAll(live, [trader]),
    async drain() {
      const path = `/operator/v1/wallets/${wallet}/drain`
      expect((await engine().operator.post(path, { body: { reason: 'the test is over' } })).status).toBe(200)
      for (let blocks = 0; blocks < BLOCKS_MAX; blocks += 1) {
        const head = await chain.head()
        const left = (await stage.adapter.claims?.(wallet, readerAt(chain, head), usd(1n))) ?? []
        if (left.length === 0) return settleAll(live, [trader])
        await mineAndFollow(live)
      }
      throw new Error(`what the venue keeps for ${wallet} is not claimed`)
    },
    async money() {
      const reader = readerAt(chain, await chain.head())
      return { usdc: await token.read<bigint>('balanceOf', wallet), native: await reader.balance(wallet) }
    },
  }
  return trader
}

/** The work under way of some wallets, and how far the venue's logs are booked. */
interface UnderWay {
  readonly unsent: number
  readonly unfinished: number
  readonly waits: number
  readonly booked: number
}

const UNDER_WAY = `select
    (select count(*)::int from venue_requests where account_id = $1 and state in ('NEW', 'SIGNED', 'SENT')) as unsent,
    (select count(*)::int from venue_transactions where wallet = $2
      and (state in ('SIGNED', 'SENT') or state <> 'DROPPED' and not gas_booked)) as unfinished,
    (select count(*)::int from venue_requests where account_id = $1 and state in ('ACCEPTED', 'FROZEN')) as waits,
    (select coalesce(max(block), 0)::int from venue_cursors where venue = $3) as booked`

/** Blocks after which a request that is not sent is known to wait until an earlier one has ended. */
const HELD_BLOCKS = 20

/**
 * Mines a block, and waits until the follower has read the last that is confirmed by it: it goes on in its own time,
 * and blocks are not mined ahead of it.
 */
async function mineAndFollow({ chain, engine, stage }: LiveStage): Promise<void> {
  await chain.mine()
  const confirmed = (await chain.head()) - CONFIRMATIONS
  await pollUntil(
    async () => {
      const { rows } = await engine().pool.query<{ booked: number }>({
        name: 'booked',
        text: BOOKED,
        values: [stage.venue],
      })
      return rows[0]!.booked
    },
    (booked) => booked >= confirmed,
  )
}

const BOOKED = 'select coalesce(max(block), 0)::int as booked from venue_cursors where venue = $1'

/** Mines until nothing of these is under way but what waits for a keeper, and the books are those of the chain. */
export async function settleAll(live: LiveStage, traders: readonly LiveTrader[]): Promise<void> {
  const { chain, engine, stage } = live
  const from = await chain.head()
  let moving = traders
  let last: unknown
  for (let blocks = 0; blocks < BLOCKS_MAX; blocks += 1) {
    await mineAndFollow(live)
    const isMoving = await Promise.all(
      moving.map(async (trader) => {
        const values = [trader.accountId, trader.wallet, stage.venue]
        const { rows } = await engine().pool.query<UnderWay>({ name: 'under_way', text: UNDER_WAY, values })
        const { unsent, unfinished, waits, booked } = rows[0]!
        const isAtRest = unfinished === 0 && (unsent === 0 || (waits > 0 && blocks > HELD_BLOCKS))
        if (!isAtRest || booked < from) return true
        const reading = await trader.compare()
        last = { wallet: trader.wallet, under_way: rows[0], from, reading }
        return reading.is_equal !== true
      }),
    )
    moving = moving.filter((_, index) => isMoving[index])
    if (moving.length === 0) return
  }
  const wallets = moving.map(({ wallet }) => wallet).join(', ')
  const orders = await moving[0]?.orders()
  throw new Error(`${wallets} do not come to rest: ${JSON.stringify({ last, orders }, null, 2)}`)
}

interface SaidMarket {
  readonly feed: Feed
  say(symbol: string, dollars: string): void
}

/** A market in which all is as it was said last, a hundredth of a per cent around it. */
function createSaidMarket(said: Readonly<Record<string, string>>): SaidMarket {
  const prices = new Map(Object.entries(said).map(([symbol, dollars]) => [symbol, decimal(dollars)]))
  return {
    say: (symbol, dollars) => void prices.set(symbol, decimal(dollars)),
    feed: {
      quote({ symbol }, tick) {
        const at = prices.get(symbol)
        if (at === undefined) return undefined
        const [mark, beside] = [price(at), at / 10_000n]
        return {
          ...{ tick, last: mark, mark, index: mark, bid: price(at - beside), ask: price(at + beside) },
          ...{ staleReason: null, status: null },
        }
      },
      trades: () => [],
      bar: () => undefined,
      volume: () => quantity(0n),
      latestTradeTick: (_listing, tick) => tick,
    },
  }
}
