/** The orders of a wallet: those that rest, and those that wait for a keeper. */
import { divideRounded, price, type Usd, usd } from '../../core/values/decimal.js'
import type { ChainReader, Hex } from '../port.js'
import { AUTOMATIONS, OPEN_ORDER_TYPES } from './abi.js'
import type { OstiumDeployment, OstiumPair } from './deployment.js'
import { isInFlight, orNull, slots } from './slots.js'
import { fromUsdc } from './units.js'
import { view } from './views.js'
import type { OstiumLimits, OstiumOrder } from './wallet-state.js'

export async function readRestingOrders(
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

export async function readMarketOrders(
  venue: OstiumDeployment,
  wallet: Hex,
  reader: ChainReader,
): Promise<OstiumOrder[]> {
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

const notionalOf = (collateral: bigint, leverage: number): Usd =>
  usd(divideRounded(fromUsdc(collateral) * BigInt(leverage), 100n, 'FLOOR'))
