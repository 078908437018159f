/** All that Ostium holds of a wallet at one block: trades, resting orders, requests that wait for a keeper, limits. */
import {
  divideRounded,
  negate,
  price,
  quantity,
  usd,
  type Price,
  type Rate,
  type Usd,
} from '../../core/values/decimal.js'
import type { Direction } from '../../core/model/account/position.js'
import type { ChainReader, Hex, VenuePosition, VenueRestingOrder, VenueTrade, WalletState } from '../port.js'
import { AUTOMATIONS, OPEN_ORDER_TYPES, type Automation } from './abi.js'
import type { OstiumDeployment, OstiumPair } from './deployment.js'
import { fromLeverage, fromUsdc } from './units.js'
import { view, type ViewResult } from './views.js'

export interface OstiumTrade extends VenueTrade {
  readonly tradeId: string
  readonly pairIndex: number
  readonly index: number
  readonly symbol: string
  readonly direction: Direction
  readonly entryPrice: Price
  readonly leverage: Rate
  /** The highest that it has had: the farthest take-profit is measured with it. */
  readonly initialLeverage: Rate
  readonly pendingRollover: Usd
  readonly pendingFunding: Usd
  /** Blocks at which bots have asked for its automation without an answer yet. */
  readonly triggers: Partial<Readonly<Record<Automation, number>>>
}

export interface OstiumOrder extends VenueRestingOrder {
  readonly pairIndex: number
  /** The slot of a resting order, or of the trade that a market order closes; an opening one has none yet. */
  readonly index: number | null
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  /** USDC that waits with it at the venue. */
  readonly collateral: Usd
  /** The block of a market order's request. */
  readonly requestedAt: number | null
  /** The block at which a bot asked for its execution without an answer yet. */
  readonly triggeredAt: number | null
}

export interface OstiumLimits {
  readonly tradesPerPairMax: number
  readonly pendingMarketOrdersMax: number
  /** Blocks. */
  readonly marketOrdersTimeout: number
  readonly triggerTimeout: number
  /** The farthest stop-loss, per cent of the collateral. */
  readonly stopLossMax: bigint
}

export interface OstiumState extends WalletState {
  readonly trades: readonly OstiumTrade[]
  readonly orders: readonly OstiumOrder[]
  readonly limits: OstiumLimits
  readonly allowance: Usd
  /** Requests to open revert, or are cancelled for a fee; when it is done, closing is not possible either. */
  readonly isOpeningPaused: boolean
  readonly isDone: boolean
}

export async function readWallet(venue: OstiumDeployment, wallet: Hex, reader: ChainReader): Promise<OstiumState> {
  const limits = await readLimits(venue, reader)
  const [trades, resting, pending, usdc, allowance, native, paused, done] = await Promise.all([
    Promise.all(venue.pairs.map((pair) => readTrades(venue, wallet, pair, limits, reader))),
    Promise.all(venue.pairs.map((pair) => readRestingOrders(venue, wallet, pair, limits, reader))),
    readMarketOrders(venue, wallet, reader),
    view(reader, venue.usdc, 'balanceOf', wallet),
    view(reader, venue.usdc, 'allowance', wallet, venue.storage),
    reader.balance(wallet),
    Promise.all([venue.trading, venue.callbacks].map((contract) => view(reader, contract, 'isPaused'))),
    Promise.all([venue.trading, venue.callbacks].map((contract) => view(reader, contract, 'isDone'))),
  ])
  const isDone = done.includes(true)
  const isOpeningPaused = paused.includes(true)
  return {
    block: reader.block,
    trades: trades.flat(),
    positions: positionsOf(trades.flat()),
    orders: [...resting.flat(), ...pending],
    limits,
    usdc: fromUsdc(usdc),
    allowance: fromUsdc(allowance),
    native,
    isOpeningPaused,
    isDone,
    isPaused: isOpeningPaused || isDone,
  }
}

async function readLimits(venue: OstiumDeployment, reader: ChainReader): Promise<OstiumLimits> {
  const [tradesPerPairMax, pendingMarketOrdersMax, marketOrdersTimeout, triggerTimeout, stopLossMax] =
    await Promise.all([
      view(reader, venue.storage, 'maxTradesPerPair'),
      view(reader, venue.storage, 'maxPendingMarketOrders'),
      view(reader, venue.trading, 'marketOrdersTimeout'),
      view(reader, venue.trading, 'triggerTimeout'),
      view(reader, venue.callbacks, 'maxSl_P'),
    ])
  return {
    tradesPerPairMax,
    pendingMarketOrdersMax,
    marketOrdersTimeout,
    triggerTimeout,
    stopLossMax: BigInt(stopLossMax),
  }
}

const slots = (limits: OstiumLimits): number[] => Array.from({ length: limits.tradesPerPairMax }, (_, index) => index)

async function readTrades(
  venue: OstiumDeployment,
  wallet: Hex,
  pair: OstiumPair,
  limits: OstiumLimits,
  reader: ChainReader,
): Promise<OstiumTrade[]> {
  if ((await view(reader, venue.storage, 'openTradesCount', wallet, pair.index)) === 0) return []
  const found = await Promise.all(
    slots(limits).map(async (index) => {
      const trade = await view(reader, venue.storage, 'getOpenTrade', wallet, pair.index, index)
      return trade.leverage === 0 ? null : readTrade(venue, trade, pair, index, limits, reader)
    }),
  )
  return found.filter((trade) => trade !== null)
}

async function readTrade(
  venue: OstiumDeployment,
  trade: ViewResult<'getOpenTrade'>,
  pair: OstiumPair,
  index: number,
  limits: OstiumLimits,
  reader: ChainReader,
): Promise<OstiumTrade> {
  const { trader, collateral, leverage, buy } = trade
  const slot = [trader, pair.index, index] as const
  const [info, rollover, funding, triggers] = await Promise.all([
    view(reader, venue.storage, 'getOpenTradeInfo', ...slot),
    venue.pairInfos === null ? 0n : view(reader, venue.pairInfos, 'getTradeRolloverFee', ...slot, collateral, leverage),
    venue.pairInfos === null
      ? ([0n, 0n] as const)
      : view(reader, venue.pairInfos, 'getTradeFundingFee', ...slot, buy, collateral, leverage),
    readTriggers(venue, slot, limits, reader),
  ])
  return {
    tradeId: String(info.tradeId),
    pairIndex: pair.index,
    index,
    symbol: pair.symbol,
    direction: buy ? 'LONG' : 'SHORT',
    quantity: quantity(info.oiNotional),
    collateral: fromUsdc(collateral),
    entryPrice: price(trade.openPrice),
    leverage: fromLeverage(BigInt(leverage)),
    initialLeverage: fromLeverage(BigInt(info.initialLeverage)),
    takeProfit: orNull(trade.tp),
    stopLoss: orNull(trade.sl),
    isClosing: info.beingMarketClosed,
    pendingRollover: negate(fromUsdc(rollover)),
    pendingFunding: negate(fromUsdc(funding[0])),
    triggers,
  }
}

/** The other one is of resting orders, whose slots have their own numbers. */
const TRADE_AUTOMATIONS = AUTOMATIONS.filter((kind) => kind !== 'OPEN')

async function readTriggers(
  venue: OstiumDeployment,
  slot: readonly [Hex, number, number],
  limits: OstiumLimits,
  reader: ChainReader,
): Promise<OstiumTrade['triggers']> {
  const blocks = await Promise.all(
    TRADE_AUTOMATIONS.map(async (kind) => {
      const block = await view(reader, venue.storage, 'orderTriggerBlock', ...slot, AUTOMATIONS.indexOf(kind))
      return [kind, Number(block)] as const
    }),
  )
  return Object.fromEntries(blocks.filter(([, block]) => isInFlight(block, limits, reader.block)))
}

/** An automation that nobody has answered within the time-out blocks nothing any more. */
const isInFlight = (triggeredAt: number, limits: OstiumLimits, block: number): boolean =>
  triggeredAt !== 0 && block - triggeredAt < limits.triggerTimeout

async function readRestingOrders(
  venue: OstiumDeployment,
  wallet: Hex,
  pair: OstiumPair,
  limits: OstiumLimits,
  reader: ChainReader,
): Promise<OstiumOrder[]> {
  if ((await view(reader, venue.storage, 'openLimitOrdersCount', wallet, pair.index)) === 0) return []
  const found = await Promise.all(
    slots(limits).map(async (index) =>
      (await view(reader, venue.storage, 'hasOpenLimitOrder', wallet, pair.index, index))
        ? readRestingOrder(venue, wallet, pair, index, limits, reader)
        : null,
    ),
  )
  return found.filter((order) => order !== null)
}

async function readRestingOrder(
  venue: OstiumDeployment,
  wallet: Hex,
  pair: OstiumPair,
  index: number,
  limits: OstiumLimits,
  reader: ChainReader,
): Promise<OstiumOrder> {
  const [order, trigger] = await Promise.all([
    view(reader, venue.storage, 'getOpenLimitOrder', wallet, pair.index, index),
    view(reader, venue.storage, 'orderTriggerBlock', wallet, pair.index, index, AUTOMATIONS.indexOf('OPEN')),
  ])
  return {
    venueOrderId: restingOrderId(pair.index, index),
    symbol: pair.symbol,
    pairIndex: pair.index,
    index,
    direction: order.buy ? 'LONG' : 'SHORT',
    isClosing: false,
    type: OPEN_ORDER_TYPES[order.orderType] ?? 'LIMIT',
    notional: notionalOf(order.collateral, order.leverage),
    price: price(order.targetPrice),
    takeProfit: orNull(order.tp),
    stopLoss: orNull(order.sl),
    collateral: fromUsdc(order.collateral),
    isFrozen: false,
    requestedAt: null,
    triggeredAt: isInFlight(Number(trigger), limits, reader.block) ? Number(trigger) : null,
  }
}

async function readMarketOrders(venue: OstiumDeployment, wallet: Hex, reader: ChainReader): Promise<OstiumOrder[]> {
  const ids = await view(reader, venue.storage, 'getPendingOrderIds', wallet)
  const symbols = new Map(venue.pairs.map((pair) => [pair.index, pair.symbol]))
  return Promise.all(
    ids.map(async (id) => {
      const [block, wanted, , trade] = await view(reader, venue.storage, 'reqID_pendingMarketOrder', id)
      // Only an opening order brings a leverage.
      const isClosing = trade.leverage === 0
      return {
        venueOrderId: String(id),
        symbol: symbols.get(trade.pairIndex) ?? `pair ${trade.pairIndex}`,
        pairIndex: trade.pairIndex,
        index: isClosing ? trade.index : null,
        direction: trade.buy ? 'LONG' : 'SHORT',
        isClosing,
        type: 'MARKET',
        notional: isClosing ? null : notionalOf(trade.collateral, trade.leverage),
        price: price(wanted),
        takeProfit: orNull(trade.tp),
        stopLoss: orNull(trade.sl),
        collateral: fromUsdc(trade.collateral),
        isFrozen: false,
        requestedAt: Number(block),
        triggeredAt: null,
      }
    }),
  )
}

/** The venue has no id of a resting order but its place, which a later one may take. */
export const restingOrderId = (pairIndex: number, index: number): string => `${pairIndex}:${index}`

const orNull = (level: bigint): Price | null => (level === 0n ? null : price(level))

const notionalOf = (collateral: bigint, leverage: number): Usd =>
  usd(divideRounded(fromUsdc(collateral) * BigInt(leverage), 100n, 'FLOOR'))

/** Trades in the order in which they close: the oldest first. */
export const inClosingOrder = (trades: readonly OstiumTrade[]): OstiumTrade[] =>
  [...trades].sort((one, other) => (BigInt(one.tradeId) < BigInt(other.tradeId) ? -1 : 1))

function positionsOf(trades: readonly OstiumTrade[]): VenuePosition[] {
  const groups = new Map<string, OstiumTrade[]>()
  for (const trade of inClosingOrder(trades)) {
    const key = `${trade.symbol} ${trade.direction}`
    groups.set(key, [...(groups.get(key) ?? []), trade])
  }
  return [...groups.values()].map(positionOf)
}

function positionOf(trades: readonly OstiumTrade[]): VenuePosition {
  const [{ symbol, direction }] = trades as readonly [OstiumTrade, ...OstiumTrade[]]
  const sum = (amount: (trade: OstiumTrade) => bigint): bigint =>
    trades.reduce((total, trade) => total + amount(trade), 0n)
  const size = sum((trade) => trade.quantity)
  const cost = sum((trade) => trade.quantity * trade.entryPrice)
  return {
    symbol,
    direction,
    quantity: quantity(size),
    entryPrice: price(divideRounded(cost, size, 'HALF_EVEN')),
    collateral: usd(sum((trade) => trade.collateral)),
    pendingFunding: usd(sum((trade) => trade.pendingFunding)),
    pendingBorrowing: usd(0n),
    pendingRollover: usd(sum((trade) => trade.pendingRollover)),
    trades,
  }
}
