/**
 * All that GMX holds of a wallet, by reads of contracts at one block. Pending fees are counted up to the last time
 * that somebody traded in the market: what runs since then depends on prices that are not on the chain.
 */
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { divideRounded, usd, type Usd } from '../../core/values/decimal.js'
import type { Direction } from '../../core/model/account/position.js'
import type { ChainReader, Hex, VenueRestingOrder } from '../port.js'
import { DATA_STORE, ERC20, EXCHANGE_ROUTER, READER } from './abi.js'
import { fromContractPrice, fromSizeUsd, fromTokens, fromUsdc, priceOf, SIZE_DECIMALS } from './amounts.js'
import {
  createOrderDisabledKey,
  cumulativeBorrowingFactorKey,
  EXECUTION_GAS_KEYS,
  fundingEarnedKey,
  fundingPaidKey,
} from './data-store-keys.js'
import type { GmxDeployment, GmxMarket } from './deployment.js'
import { ORDER_TYPE, WHOLE_POSITION } from './order-types.js'
import type { GmxPosition, GmxWalletState } from './wallet-state.js'

type MarketOf = (marketToken: Hex, collateral: Hex) => GmxMarket | null

/** More than a wallet can have: the reader returns as many as there are. */
const ALL = 10_000n

export async function readWallet(
  deployment: GmxDeployment,
  marketOf: MarketOf,
  wallet: Hex,
  reader: ChainReader,
): Promise<GmxWalletState> {
  const read = contractReads(deployment, reader)
  const [positions, orders, usdc, native, isPaused, executionGas] = await Promise.all([
    read.positions(wallet),
    read.orders(wallet),
    read.usdc(wallet),
    reader.balance(wallet),
    isOpeningDisabled(read),
    readExecutionGas(read),
  ])
  return {
    block: reader.block,
    positions: await Promise.all(positions.map((position) => toPosition(read, deployment, marketOf, position))),
    orders: orders.flatMap((order) => toRestingOrder(marketOf, order)),
    usdc: fromUsdc(usdc),
    native,
    isPaused,
    executionGas,
  }
}

type ContractReads = ReturnType<typeof contractReads>
type ContractPosition = Awaited<ReturnType<ContractReads['positions']>>[number]
type ContractOrder = Awaited<ReturnType<ContractReads['orders']>>[number]

function contractReads({ contracts }: GmxDeployment, reader: ChainReader) {
  return {
    async positions(wallet: Hex) {
      const call = { abi: READER, functionName: 'getAccountPositions' } as const
      const data = encodeFunctionData({ ...call, args: [contracts.dataStore, wallet, 0n, ALL] })
      return decodeFunctionResult({ ...call, data: await reader.call(contracts.reader, data) })
    },
    async orders(wallet: Hex) {
      const call = { abi: READER, functionName: 'getAccountOrders' } as const
      const data = encodeFunctionData({ ...call, args: [contracts.dataStore, wallet, 0n, ALL] })
      return decodeFunctionResult({ ...call, data: await reader.call(contracts.reader, data) })
    },
    async usdc(wallet: Hex) {
      const call = { abi: ERC20, functionName: 'balanceOf' } as const
      const data = encodeFunctionData({ ...call, args: [wallet] })
      return decodeFunctionResult({ ...call, data: await reader.call(contracts.usdc, data) })
    },
    async orderHandler() {
      const call = { abi: EXCHANGE_ROUTER, functionName: 'orderHandler' } as const
      return decodeFunctionResult({
        ...call,
        data: await reader.call(contracts.exchangeRouter, encodeFunctionData(call)),
      })
    },
    async uint(key: Hex) {
      const call = { abi: DATA_STORE, functionName: 'getUint' } as const
      const data = encodeFunctionData({ ...call, args: [key] })
      return decodeFunctionResult({ ...call, data: await reader.call(contracts.dataStore, data) })
    },
    async bool(key: Hex) {
      const call = { abi: DATA_STORE, functionName: 'getBool' } as const
      const data = encodeFunctionData({ ...call, args: [key] })
      return decodeFunctionResult({ ...call, data: await reader.call(contracts.dataStore, data) })
    },
  }
}

/** GMX stops features one by one, for each type of order and each release of its handler. */
async function isOpeningDisabled(read: ContractReads): Promise<boolean> {
  const handler = await read.orderHandler()
  return read.bool(createOrderDisabledKey(handler, ORDER_TYPE.marketIncrease))
}

/** Prices that the keeper of an order without swaps brings along. */
const ORACLE_PRICES = 3n

async function readExecutionGas(read: ContractReads): Promise<{ readonly open: bigint; readonly close: bigint }> {
  const keys = EXECUTION_GAS_KEYS
  const [base, forOraclePrice, multiplier, increase, decrease, swap] = await Promise.all([
    read.uint(keys.base),
    read.uint(keys.forOraclePrice),
    read.uint(keys.multiplier),
    read.uint(keys.increase),
    read.uint(keys.decrease),
    read.uint(keys.swap),
  ])
  const total = (gas: bigint): bigint =>
    base + forOraclePrice * ORACLE_PRICES + divideRounded(gas * multiplier, ONE_FACTOR, 'FLOOR')
  return { open: total(increase), close: total(decrease + swap) }
}

const ONE_FACTOR = 10n ** BigInt(SIZE_DECIMALS)
/** Funding for each dollar of size has 15 more decimals. */
const ONE_FUNDING = ONE_FACTOR * 10n ** 15n

async function toPosition(
  read: ContractReads,
  deployment: GmxDeployment,
  marketOf: MarketOf,
  { addresses, numbers, flags }: ContractPosition,
): Promise<GmxPosition> {
  const market = marketOf(addresses.market, addresses.collateralToken)
  const decimals = market?.indexDecimals ?? STRANGE_DECIMALS
  const quantity = fromTokens(numbers.sizeInTokens, decimals)
  const collateral = fromUsdc(numbers.collateralAmount)
  return {
    symbol: market?.symbol ?? strangeSymbol(addresses.market, addresses.collateralToken),
    direction: directionOf(flags.isLong),
    quantity,
    sizeInUsd: numbers.sizeInUsd,
    entryPrice: priceOf(numbers.sizeInUsd, numbers.sizeInTokens, decimals),
    collateral,
    pendingFunding: await pendingFunding(read, deployment.contracts.usdc, addresses.market, numbers, flags.isLong),
    pendingBorrowing: await pendingBorrowing(read, addresses.market, numbers, flags.isLong),
    pendingRollover: usd(0n),
    trades: [
      {
        tradeId: null,
        pairIndex: null,
        index: null,
        quantity,
        collateral,
        takeProfit: null,
        stopLoss: null,
        isClosing: false,
      },
    ],
  }
}

type PositionNumbers = ContractPosition['numbers']

async function pendingBorrowing(
  read: ContractReads,
  market: Hex,
  numbers: PositionNumbers,
  isLong: boolean,
): Promise<Usd> {
  const factor = await read.uint(cumulativeBorrowingFactorKey(market, isLong))
  const owed = divideRounded(numbers.sizeInUsd * (factor - numbers.borrowingFactor), ONE_FACTOR, 'FLOOR')
  return fromSizeUsd(-owed, 'HALF_EVEN')
}

/** As the contract does, a debt is rounded up and a claim down. */
async function pendingFunding(
  read: ContractReads,
  usdc: Hex,
  market: Hex,
  numbers: PositionNumbers,
  isLong: boolean,
): Promise<Usd> {
  const [paid, earned] = await Promise.all([
    read.uint(fundingPaidKey(market, usdc, isLong)),
    read.uint(fundingEarnedKey(market, usdc, isLong)),
  ])
  const owed = divideRounded(numbers.sizeInUsd * (paid - numbers.fundingFeeAmountPerSize), ONE_FUNDING, 'CEIL')
  const due = divideRounded(
    numbers.sizeInUsd * (earned - numbers.shortTokenClaimableFundingAmountPerSize),
    ONE_FUNDING,
    'FLOOR',
  )
  return fromUsdc(due - owed)
}

type ResolvedOrder = Pick<VenueRestingOrder, 'type' | 'isClosing'>
const RESTING_TYPES: ReadonlyMap<number, ResolvedOrder> = new Map([
  [ORDER_TYPE.marketIncrease, { type: 'MARKET', isClosing: false }],
  [ORDER_TYPE.limitIncrease, { type: 'LIMIT', isClosing: false }],
  [ORDER_TYPE.stopIncrease, { type: 'STOP', isClosing: false }],
  [ORDER_TYPE.marketDecrease, { type: 'MARKET', isClosing: true }],
  [ORDER_TYPE.limitDecrease, { type: 'TAKE_PROFIT', isClosing: true }],
  [ORDER_TYPE.stopLossDecrease, { type: 'STOP_LOSS', isClosing: true }],
] as const)

/** None for a swap, which has no position. */
function toRestingOrder(marketOf: MarketOf, { orderKey, order }: ContractOrder): VenueRestingOrder[] {
  const { addresses, numbers, flags } = order
  const resolved = RESTING_TYPES.get(numbers.orderType)
  if (resolved === undefined) return []
  const market = marketOf(addresses.market, addresses.initialCollateralToken)
  const contractPrice = resolved.type === 'MARKET' ? numbers.acceptablePrice : numbers.triggerPrice
  return [
    {
      venueOrderId: orderKey,
      symbol: market?.symbol ?? strangeSymbol(addresses.market, addresses.initialCollateralToken),
      direction: directionOf(flags.isLong),
      ...resolved,
      notional: numbers.sizeDeltaUsd === WHOLE_POSITION ? null : fromSizeUsd(numbers.sizeDeltaUsd, 'HALF_EVEN'),
      price: fromContractPrice(contractPrice, market?.indexDecimals ?? STRANGE_DECIMALS),
      isFrozen: flags.isFrozen,
    },
  ]
}

const directionOf = (isLong: boolean): Direction => (isLong ? 'LONG' : 'SHORT')

/** A market that is not configured, or another collateral: named so that reconciliation shows it, not sized exactly. */
const strangeSymbol = (market: Hex, collateral: Hex): string => `GMX:${market}/${collateral}`
const STRANGE_DECIMALS = 18
