/** GMX as tests need it: MockGmx with two markets, its oracle and keepers. */
import { decodeErrorResult, decodeEventLog, parseUnits, type Abi } from 'viem'
import type { Chain, Hex } from '../chain.js'
import { contractAt, deploy, loadArtifact, type Contract } from '../contracts.js'
import { RpcError } from '../rpc.js'
import type { TestChain } from '../start-chain.js'
import type { Keeper, MockVenue, StageMarket } from './mock-venue.js'

const MARKETS = [
  { symbol: 'BTC-USD', price: '60000' },
  { symbol: 'ETH-USD', price: '2400' },
] as const
const TOKENS = {
  'BTC-USD': { indexToken: '0x00000000000000000000000000000000000000b1', indexDecimals: 8 },
  'ETH-USD': { indexToken: '0x00000000000000000000000000000000000000e1', indexDecimals: 18 },
} as const
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

interface Market {
  readonly symbol: string
  readonly marketToken: Hex
  readonly indexToken: Hex
  readonly indexDecimals: number
}

export async function deployGmx(chain: TestChain, usdc: Contract) {
  const venue = await deploy(chain, loadArtifact('MockGmx'), [usdc.address])
  const operator = chain.accounts[0]!.address
  await venue.send(operator, 'setFees', [FEE, FEE, KEEPER_WEI])
  const markets = new Map<string, Market>()
  for (const { symbol } of MARKETS) {
    const token = TOKENS[symbol]
    await venue.send(operator, 'addMarket', [token.indexToken])
    const marketToken = await venue.read<Hex>('lastMarket')
    await usdc.send(operator, 'mint', [marketToken, 10n ** 15n])
    markets.set(symbol, { symbol, marketToken, ...token })
  }
  const { address } = venue
  const deployment = {
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
  }
  return {
    deployment,
    contract: venue,
    keeper: createKeeper(chain, venue, markets),
    markets: MARKETS,
    owed: (wallet) => unclaimedFunding(chain, address, wallet),
    /** From then on, profits of the market are paid in its token, which its pool cannot swap: that token. */
    stopSwaps: async (symbol: StageMarket['symbol']): Promise<Contract> => {
      const { marketToken, indexToken } = markets.get(symbol)!
      // The token of a market is an address alone until somebody is paid in it.
      await chain.rpc('anvil_setCode', indexToken, await chain.rpc<Hex>('eth_getCode', usdc.address, 'latest'))
      const token = contractAt(chain, loadArtifact('MockUsdc'), indexToken)
      await token.send(operator, 'mint', [marketToken, 10n ** 30n])
      await venue.send(operator, 'setSwapOff', [marketToken, true])
      return token
    },
  } satisfies MockVenue<object> & Readonly<Record<'stopSwaps', unknown>>
}

interface EventData {
  readonly uintItems: { readonly items: readonly { readonly key: string; readonly value: bigint }[] }
  readonly addressItems: { readonly items: readonly { readonly key: string; readonly value: Hex }[] }
  readonly bytes32Items: { readonly items: readonly { readonly key: string; readonly value: Hex }[] }
}

interface EmittedLog {
  readonly topics: [Hex, ...Hex[]]
  readonly data: Hex
}

const CHANGES: readonly string[] = ['PositionIncrease', 'PositionDecrease']
const ABI = loadArtifact('MockGmx').abi

/**
 * Funding that a wallet's positions have earned and the wallet has not claimed, in USDC's smallest unit.
 * `eventEmitter`: MockGmx, or GMX' own.
 */
async function unclaimedFunding(chain: Chain, eventEmitter: Hex, wallet: Hex): Promise<bigint> {
  const logs = await chain.rpc<readonly EmittedLog[]>('eth_getLogs', { address: eventEmitter, fromBlock: '0x0' })
  const events = logs.map(({ topics, data }) => {
    const { args } = decodeEventLog({ abi: ABI, topics, data })
    return args as unknown as { readonly eventName: string; readonly eventData: EventData }
  })
  const isOfWallet = ({ eventData }: (typeof events)[number]): boolean =>
    valueOf(eventData.addressItems, 'account').toLowerCase() === wallet.toLowerCase()
  const ofWallet = events.filter((event) => CHANGES.includes(event.eventName) && isOfWallet(event))
  const claimed = events
    .filter((event) => event.eventName === 'FundingFeesClaimed' && isOfWallet(event))
    .reduce((sum, { eventData }) => sum + valueOf(eventData.uintItems, 'amount'), 0n)
  const orders = new Set(ofWallet.map(({ eventData }) => valueOf(eventData.bytes32Items, 'orderKey')))
  const earned = events
    .filter(({ eventName, eventData }) => {
      return eventName === 'PositionFeesCollected' && orders.has(valueOf(eventData.bytes32Items, 'orderKey'))
    })
    .reduce((sum, { eventData }) => sum + valueOf(eventData.uintItems, 'claimableShortTokenAmount'), 0n)
  return earned - claimed
}

function valueOf<T>({ items }: { readonly items: readonly { key: string; value: T }[] }, key: string): T {
  const found = items.find((item) => item.key === key)
  if (found === undefined) throw new RangeError(`the event has no ${key}`)
  return found.value
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
const MARKET_TYPES = [MARKET_INCREASE, 4]
const EXITS = [5, 6]
const USDC_PRICE = 10n ** 24n

function createKeeper(chain: TestChain, venue: Contract, markets: ReadonlyMap<string, Market>): Keeper {
  const keeper = chain.accounts[1]!.address
  const prices = new Map<string, bigint>(MARKETS.map(({ symbol, price }) => [symbol, parseUnits(price, 18)]))
  const send = (name: string, ...args: unknown[]): Promise<unknown> => venue.send(keeper, name, args)
  const marketOf = (token: Hex): Market => [...markets.values()].find(({ marketToken }) => marketToken === token)!
  /** The oracle's, a hundredth of a per cent beside each other: dollars × 10^30 of the token's smallest unit. */
  const bounds = ({ symbol, indexDecimals }: Market, factor = 1n): readonly [bigint, bigint] => {
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
  const isRuined = ({ numbers, flags }: ContractPosition, market: Market): boolean => {
    const [low, high] = bounds(market)
    const value = numbers.sizeInTokens * (flags.isLong ? low : high)
    const profit = flags.isLong ? value - numbers.sizeInUsd : numbers.sizeInUsd - value
    return numbers.collateralAmount * USDC_PRICE + profit < numbers.sizeInUsd / 100n
  }

  return {
    refusals: Object.keys(refusals),
    setPrice: (symbol, dollars) => Promise.resolve(void prices.set(symbol, parseUnits(dollars, 18))),
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
            if (!isNotDue(venue.abi, error)) throw error
          })
      }
    },
    async waiting(wallet) {
      const orders = await ordersOf(wallet)
      return orders
        .filter(({ order }) => MARKET_TYPES.includes(order.numbers.orderType))
        .map(({ orderKey }) => orderKey)
    },
    async countHoldings(wallet) {
      const positions = await venue.read<readonly unknown[]>('getAccountPositions', NOBODY, wallet, 0n, 0n)
      return (await ordersOf(wallet)).length + positions.length
    },
    setPaused: async (isPaused) => void (await send('setDisabled', MARKET_INCREASE, isPaused)),
    async reset() {
      await send('setFees', FEE, FEE, KEEPER_WEI)
      await send('setDisabled', MARKET_INCREASE, false)
    },
    async passExpiry() {
      const { timestamp } = await chain.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
      await chain.setNextBlockTimestamp(Number(timestamp) + EXPIRY_SECONDS + 1)
      await chain.mine()
    },
  }
}

const NOT_DUE = ['InvalidOrderPrices', 'EmptyPosition', 'EmptyOrder']

/** Its price has not come, or it went with the position just now. */
const isNotDue = (abi: Abi, error: unknown): boolean =>
  error instanceof RpcError && NOT_DUE.includes(decodeErrorResult({ abi, data: error.data as Hex }).errorName)
