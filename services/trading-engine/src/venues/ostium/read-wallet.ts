/** All that Ostium holds of a wallet at one block: trades, resting orders, requests that wait for a keeper, limits. */
import { divideRounded, price, quantity, usd } from '../../core/values/decimal.js'
import type { ChainReader, Hex, VenuePosition } from '../port.js'
import type { OstiumDeployment } from './deployment.js'
import { readMarketOrders, readRestingOrders } from './read-orders.js'
import { readTrades } from './read-trades.js'
import { fromUsdc } from './units.js'
import { view } from './views.js'
import type { OstiumLimits, OstiumState, OstiumTrade } from './wallet-state.js'

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
