/** The whole engine with live execution on: its orders go to the contracts of GMX on a chain of the test's own. */
import { contractAt, describeWithChain, loadArtifact, type Contract, type Hex } from '@ats/test-chain'
import { createTestDatabase, startFakeWallet, type FakeWallet, type TestDatabase } from '@ats/test-kit'
import { decimal } from '../../src/core/values/decimal.js'
import { startEngine, type TestEngine } from '../support/engine.js'
import { liveMarket, openLiveAccount } from '../support/live-accounts.js'
import { pollUntil } from '../support/poll-until.js'
import { readerAt } from '../support/venues/chain-reads.js'
import { startGmxStage } from '../support/venues/gmx-stage.js'
import type { VenueStage } from '../support/venues/venue-stage.js'

const CONFIRMATIONS = 2
const SYMBOL = 'BTC-USD'

interface Order {
  readonly id: string
  readonly status: string
  readonly venue_order: { readonly state: string; readonly tx_hash: string; readonly venue_order_id: string }
}

interface Reading {
  readonly block: number | null
  readonly is_equal: boolean | null
  readonly differences: readonly object[]
}

describeWithChain('live execution of the whole engine', () => {
  let stage: VenueStage
  let usdc: Contract
  let database: TestDatabase
  let issuer: FakeWallet
  let engine: TestEngine
  let nextAccount = 4

  async function start(): Promise<void> {
    const { chainId, rpcUrl } = stage.chain
    const { feed, runtime } = liveMarket()
    engine = await startEngine({
      ...{ databaseUrl: database.url, sharedWallet: issuer, feed },
      runtime: { ...runtime, venueAdapters: [stage.adapter] },
      ...{ LIVE_EXECUTION: 'on', LIVE_CHAIN_ID: chainId, LIVE_CONFIRMATIONS: CONFIRMATIONS },
      // The node signs for its own accounts.
      ...{ LIVE_RPC_URLS: [rpcUrl], LIVE_RPC_REQUESTS_PER_SECOND: 10_000, LIVE_SIGNER_URL: rpcUrl },
    })
  }

  beforeAll(async () => {
    stage = await startGmxStage()
    usdc = contractAt(stage.chain, loadArtifact('MockUsdc'), stage.usdc)
    database = await createTestDatabase('trading-engine')
    issuer = await startFakeWallet()
    await start()
  })
  afterAll(async () => {
    await engine.close()
    await issuer.close()
    await database.drop()
    await stage.stop()
  })

  const mine = (): Promise<unknown> => stage.chain.rpc('anvil_mine', '0x1')

  /** A LIVE account with a wallet of its own, and the price of the market at the venue. */
  async function aLiveTrader() {
    const wallet = stage.chain.accounts[(nextAccount += 1)]!.address.toLowerCase() as Hex
    await usdc.send(wallet, 'mint', [wallet, 10n ** 11n])
    const { api, key, accountId, path } = await openLiveAccount(engine)
    const registered = { address: wallet, account_id: accountId, venue: 'GMX', signer: 'remote' }
    expect((await engine.operator.post('/operator/v1/wallets', { body: registered })).status).toBe(201)
    const { body: quote } = await api.get<{ mark_price: number }>(`/v1/price?symbol=${SYMBOL}&venue=GMX`)
    await stage.keeper!.setPrice(SYMBOL, String(quote.mark_price))
    return {
      ...{ api: () => engine.api.with(key.headers), accountId, path, wallet },
      usdc: () => usdc.read<bigint>('balanceOf', wallet),
    }
  }
  type LiveTrader = Awaited<ReturnType<typeof aLiveTrader>>

  async function place(trader: LiveTrader, order: object): Promise<string> {
    const body = { account_id: trader.accountId, symbol: SYMBOL, platform_id: 'GMX', ...order }
    const { body: placed } = await trader.api().post<{ order: Order; trades: unknown[] }>('/v1/order', { body })
    expect(placed).toMatchObject({ order: { status: 'PENDING' }, trades: [] })
    return placed.order.id
  }

  /** Blocks go by until the order is so. */
  const until = ({ api, path }: LiveTrader, orderId: string, wanted: string): Promise<Order> =>
    pollUntil(
      async () => {
        await mine()
        return (await api().get<Order>(`${path}/orders/${orderId}`)).body
      },
      ({ status }) => status === wanted || ['REJECTED', 'CANCELLED', 'EXPIRED'].includes(status),
    )

  /** Its keeper executes an order that the venue has. */
  async function fill(trader: LiveTrader, orderId: string): Promise<Order> {
    const { venue_order: accepted } = await until(trader, orderId, 'OPEN')
    expect(accepted.state).toBe('ACCEPTED')
    await stage.keeper!.execute(trader.wallet, accepted.venue_order_id)
    return until(trader, orderId, 'FILLED')
  }

  const differencesOf = async ({ wallet }: LiveTrader): Promise<Reading> =>
    (await engine.operator.get<Reading>(`/operator/v1/wallets/${wallet}/differences`)).body

  test('an order is filled by its keeper and closed again; the books are those of the chain', async () => {
    const trader = await aLiveTrader()
    const before = await trader.usdc()
    const filled = await fill(trader, await place(trader, { side: 'BUY', kind: 'MARKET', quantity: 0.01 }))
    expect(filled.venue_order.state).toBe('EXECUTED')
    expect(await differencesOf(trader)).toMatchObject({ is_equal: true, differences: [] })

    const { status, body: closing } = await trader
      .api()
      .post<{ order: Order }>(`${trader.path}/close-position`, { body: { symbol: SYMBOL } })
    expect([status, closing.order.status]).toEqual([200, 'PENDING'])
    await fill(trader, closing.order.id)
    expect((await trader.api().get(`${trader.path}/positions`)).body).toEqual([])
    expect(await differencesOf(trader)).toMatchObject({ is_equal: true })

    const { body: ledger } = await trader
      .api()
      .get<{ house: string; amount: string }[]>(`${trader.path}/ledger?decimals=string`)
    const paid = ledger
      .filter(({ house }) => house !== 'capital' && house !== 'execution')
      .reduce((sum, { amount }) => sum + decimal(amount), 0n)
    // Gas is paid in the native token; all else came out of the wallet's USDC, of six decimals.
    expect(paid).toBe(((await trader.usdc()) - before) * 10n ** 12n)
    expect(ledger.map(({ house }) => house)).toEqual(expect.arrayContaining(['fees', 'execution']))
  })

  test('an engine that ends goes on where it was: each order is sent once', async () => {
    const trader = await aLiveTrader()
    const first = await place(trader, { side: 'BUY', kind: 'MARKET', quantity: 0.01 })
    await engine.close()
    await start()
    await fill(trader, first)
    const resting = await place(trader, { side: 'BUY', kind: 'LIMIT', quantity: 0.01, price: 100 })
    await until(trader, resting, 'OPEN')
    await engine.close()
    await start()
    const state = await stage.adapter.readWallet(trader.wallet, readerAt(stage.chain, await stage.chain.head()))
    expect(state.orders).toHaveLength(1)
    expect(state.positions).toHaveLength(1)
    expect(await differencesOf(trader)).toMatchObject({ is_equal: true })
  })
})
