/** GMX on a chain of the test's own, MockGmx with its oracle and keepers, or as a file says where it is. */
import { readFileSync } from 'node:fs'
import {
  deploy,
  loadArtifact,
  openChain,
  RpcError,
  startChain,
  type Chain,
  type Contract,
  type Hex,
  type TestChain,
} from '@ats/test-chain'
import { decimal } from '../../../src/core/values/decimal.js'
import { createGmxAdapter } from '../../../src/venues/gmx/adapter.js'
import { readDeployment, type GmxMarket } from '../../../src/venues/gmx/deployment.js'
import { readEvent } from '../../../src/venues/gmx/event-data.js'
import type { ChainLog, VenueAdapter } from '../../../src/venues/port.js'
import { createWallet } from './test-wallet.js'
import { walletsOf, type ChainFile, type Keeper, type VenueStage } from './venue-stage.js'

const MARKET = { symbol: 'BTC-USD', price: '60000' }
const OTHER_MARKET = { symbol: 'ETH-USD', price: '2400' }
const DECIMALS: Readonly<Record<string, number>> = { 'BTC-USD': 8, 'ETH-USD': 18 }
const EXPIRY_SECONDS = 300

const ONE = 10n ** 30n
/** A twentieth of a per cent of a size, and of a profit that is turned into USDC. */
const FEE = ONE / 2_000n
/** A fee that takes all of the collateral. */
const RUINOUS_FEE = ONE / 5n
const KEEPER_WEI = 10n ** 14n
/** Dollars × 10^30, against the trader. */
const IMPACT = (-37n * ONE) / 100n
/** Each time that a keeper executes: for a dollar of size, × 10^30 and × 10^45. Longs pay funding, shorts earn it. */
const BORROWING = ONE / 100_000n
const FUNDING = 5n * 10n ** 16n

type Document = Parameters<typeof readDeployment>[0]

export async function startGmxStage(): Promise<VenueStage> {
  const chain = (await startChain({ mining: 'manual' }))!
  const usdc = await deploy(chain, loadArtifact('MockUsdc'))
  const venue = await deploy(chain, loadArtifact('MockGmx'), [usdc.address])
  const operator = chain.accounts[0]!.address
  await venue.send(operator, 'setFees', [FEE, FEE, KEEPER_WEI])
  const markets: [string, GmxMarket][] = []
  for (const { symbol } of [MARKET, OTHER_MARKET]) {
    const indexToken = chain.accounts[markets.length]!.address
    await venue.send(operator, 'addMarket', [indexToken])
    const marketToken = await venue.read<Hex>('lastMarket')
    await usdc.send(operator, 'mint', [marketToken, 10n ** 15n])
    markets.push([symbol, { symbol, marketToken, indexToken, indexDecimals: DECIMALS[symbol]! }])
  }
  const { address } = venue
  const adapter = createGmxAdapter(
    readDeployment({
      chainId: chain.chainId,
      contracts: {
        exchangeRouter: address,
        router: address,
        orderVault: address,
        dataStore: address,
        reader: address,
        eventEmitter: address,
        usdc: usdc.address,
      },
      requestExpirySeconds: EXPIRY_SECONDS,
      executionFeeMarginPercent: 20,
      markets: Object.fromEntries(markets),
    }),
  )
  return {
    venue: 'GMX',
    adapter,
    chain,
    usdc: usdc.address,
    keeper: createKeeper(chain, venue, new Map(markets), adapter),
    market: MARKET,
    otherMarket: OTHER_MARKET,
    createWallet: () => createWallet(chain, usdc),
    owed: (wallet) => earnedFunding(chain, address, wallet),
    stop: () => chain.stop(),
  }
}

/** Contracts that are elsewhere, by a file of `ChainFile`. */
export function openGmxStage(file: string): VenueStage {
  const { rpcUrl, deployment, accounts, markets } = JSON.parse(readFileSync(file, 'utf8')) as ChainFile<Document>
  const { chainId, contracts } = readDeployment(deployment)
  const chain = openChain(rpcUrl, chainId, accounts)
  return {
    ...{ venue: 'GMX', adapter: createGmxAdapter(readDeployment(deployment)), chain },
    owed: (wallet) => earnedFunding(chain, contracts.eventEmitter, wallet),
    usdc: contracts.usdc,
    keeper: null,
    market: markets[0],
    otherMarket: markets[1],
    createWallet: walletsOf(accounts),
    stop: () => Promise.resolve(),
  }
}

/** Funding that its positions have earned: the contracts pay it when it is claimed. */
async function earnedFunding(chain: Chain, eventEmitter: Hex, wallet: Hex): Promise<bigint> {
  const logs = await chain.rpc<readonly ChainLog[]>('eth_getLogs', { address: eventEmitter, fromBlock: '0x0' })
  const events = logs.map((log) => readEvent(log)).filter((event) => event !== null)
  const changes = events.filter(({ name }) => name === 'PositionIncrease' || name === 'PositionDecrease')
  const ofWallet = changes.filter((event) => event.address('account').toLowerCase() === wallet.toLowerCase())
  const orders = new Set(ofWallet.map((event) => event.key('orderKey')))
  return events
    .filter((event) => event.name === 'PositionFeesCollected' && orders.has(event.key('orderKey')))
    .reduce((sum, event) => sum + event.uint('claimableShortTokenAmount'), 0n)
}

interface ContractOrder {
  readonly orderKey: Hex
  readonly order: { readonly addresses: { readonly market: Hex }; readonly numbers: { readonly orderType: number } }
}

interface ContractPosition {
  readonly addresses: { readonly market: Hex }
  readonly numbers: { readonly sizeInUsd: bigint; readonly sizeInTokens: bigint; readonly collateralAmount: bigint }
  readonly flags: { readonly isLong: boolean }
}

const NOBODY = `0x${'0'.repeat(40)}`
const MARKET_INCREASE = 2
const EXITS = [5, 6]
const USDC_PRICE = 10n ** 24n

function createKeeper(
  chain: TestChain,
  venue: Contract,
  markets: ReadonlyMap<string, GmxMarket>,
  adapter: VenueAdapter,
): Keeper {
  const keeper = chain.accounts[1]!.address
  const prices = new Map([MARKET, OTHER_MARKET].map(({ symbol, price }) => [symbol, decimal(price)]))
  const send = (name: string, ...args: unknown[]): Promise<unknown> => venue.send(keeper, name, args)
  const marketOf = (token: Hex): GmxMarket => [...markets.values()].find(({ marketToken }) => marketToken === token)!
  /** The oracle's, a hundredth of a per cent beside each other: dollars × 10^30 of the token's smallest unit. */
  const bounds = ({ symbol, indexDecimals }: GmxMarket, factor = 1n): readonly [bigint, bigint] => {
    const price = (prices.get(symbol)! * factor * 10n ** 12n) / 10n ** BigInt(indexDecimals)
    return [price - price / 10_000n, price + price / 10_000n]
  }
  const ordersOf = (wallet: Hex): Promise<readonly ContractOrder[]> =>
    venue.read('getAccountOrders', NOBODY, wallet, 0n, 0n)
  const execute = async (wallet: Hex, key: string, factor = 1n): Promise<void> => {
    const found = (await ordersOf(wallet)).find(({ orderKey }) => orderKey === key)
    // It ended with the position that another exit closed.
    if (found === undefined) return
    const market = marketOf(found.order.addresses.market)
    await send('accrue', market.marketToken, true, BORROWING, FUNDING, 0n)
    await send('accrue', market.marketToken, false, BORROWING, 0n, FUNDING)
    await send('executeOrder', key, ...bounds(market, factor), IMPACT)
  }
  const refusals: Readonly<Record<string, (wallet: Hex, key: string) => Promise<void>>> = {
    async InsufficientCollateralAmount(wallet, key) {
      await send('setFees', RUINOUS_FEE, FEE, KEEPER_WEI)
      await execute(wallet, key)
      await send('setFees', FEE, FEE, KEEPER_WEI)
    },
    OrderNotFulfillableAtAcceptablePrice: (wallet, key) => execute(wallet, key, 2n),
  }
  const isRuined = ({ numbers, flags }: ContractPosition, market: GmxMarket): boolean => {
    const [low, high] = bounds(market)
    const value = numbers.sizeInTokens * (flags.isLong ? low : high)
    const profit = flags.isLong ? value - numbers.sizeInUsd : numbers.sizeInUsd - value
    return numbers.collateralAmount * USDC_PRICE + profit < numbers.sizeInUsd / 100n
  }

  return {
    refusals: Object.keys(refusals),
    setPrice: (symbol, dollars) => Promise.resolve(void prices.set(symbol, decimal(dollars))),
    execute,
    refuse: (wallet, key, reason) => refusals[reason]!(wallet, key),
    async sweep(wallet, symbol) {
      const market = markets.get(symbol)!
      const positions = await venue.read<readonly ContractPosition[]>('getAccountPositions', NOBODY, wallet, 0n, 0n)
      for (const position of positions.filter(({ addresses }) => addresses.market === market.marketToken))
        if (isRuined(position, market))
          await send('liquidate', wallet, market.marketToken, position.flags.isLong, ...bounds(market))
      for (const { orderKey, order } of await ordersOf(wallet)) {
        const isOfMarket = order.addresses.market === market.marketToken
        if (isOfMarket && EXITS.includes(order.numbers.orderType))
          await execute(wallet, orderKey).catch((error: unknown) => {
            if (!isNotDue(adapter, error)) throw error
          })
      }
    },
    setPaused: async (isPaused) => void (await send('setDisabled', MARKET_INCREASE, isPaused)),
    async passExpiry() {
      const { timestamp } = await chain.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
      await chain.setNextBlockTimestamp(Number(timestamp) + EXPIRY_SECONDS + 1)
      await chain.mine()
    },
  }
}

/** Its price has not come, or it went with the position just now. */
const isNotDue = (adapter: VenueAdapter, error: unknown): boolean =>
  error instanceof RpcError &&
  ['InvalidOrderPrices', 'EmptyPosition', 'EmptyOrder'].includes(adapter.revertReason(error.data as Hex) ?? '')
