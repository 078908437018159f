/**
 * Transactions of a request, from what the wallet holds at the venue. Our one position a symbol is there a number of
 * trades, each in a slot `(pair, index)` that is free again as soon as its trade has ended, and a close that waits
 * for its keeper ends whatever trade is in the slot by then. So no order opens on a pair while a close of it waits.
 */
import type { VenueRequest } from '../../core/model/live/venue-request.js'
import { assertNever } from '../../core/values/assert-never.js'
import { abs, type Quantity, quantity } from '../../core/values/decimal.js'
import type { PlanContext } from '../port.js'
import type { Automation } from './abi.js'
import {
  addCollateral,
  cancelRestingOrder,
  changeRestingOrder,
  closeTrade,
  openTrade,
  takeCollateral,
  timeOut,
} from './calls.js'
import type { OstiumDeployment } from './deployment.js'
import { coversAll, planExit, planExitWithdrawal } from './plan-exit.js'
import { type ActionOf, later, never, type Plan, tradesOf } from './plan-terms.js'
import { closingShare, removal, sizing, slippageBound, toLeverage, topUp, toUsdc, WHOLE } from './units.js'
import type { OstiumOrder, OstiumState, OstiumTrade } from './wallet-state.js'

type Context = PlanContext<OstiumState>

export function plan(venue: OstiumDeployment, request: VenueRequest, context: Context): Plan {
  const { action } = request
  if (context.state.isDone) return never('IsDone')
  switch (action.kind) {
    case 'open':
      return planOpen(venue, request, action, context)
    case 'close':
      return action.type === 'MARKET'
        ? planClose(venue, action, context.state)
        : planExit(venue, action, action.price, context.state, action.quantity === action.ofQuantity)
    case 'cancel':
      return planCancel(venue, action, context)
    case 'update':
      return planUpdate(venue, action, context)
    case 'collateral':
      return planCollateral(venue, action, context.state)
    default:
      return assertNever(action)
  }
}

function planOpen(venue: OstiumDeployment, request: VenueRequest, action: ActionOf<'open'>, context: Context): Plan {
  const pair = venue.pairs.find(({ symbol }) => symbol === action.symbol)
  if (pair === undefined) return never('PairNotListed')
  const blocked = openingBlocked(request, pair.index, action.symbol, context)
  if (blocked !== null) return later(blocked)
  const isBuy = action.direction === 'LONG'
  const bound = slippageBound(isBuy, action.price, action.worstPrice)
  const isMarket = action.type === 'MARKET'
  const terms = {
    type: action.type,
    pairIndex: pair.index,
    isBuy,
    ...sizing(action),
    price: isMarket ? bound.wanted : action.price,
    slippage: isMarket ? bound.slippage : RESTING_SLIPPAGE[venue.version],
    takeProfit: action.takeProfit,
    stopLoss: action.stopLoss,
  }
  const name = `${action.type} ${isBuy ? 'long' : 'short'} of ${action.symbol}`
  return [openTrade(venue, terms, `open a ${name}`)]
}

/** A resting order has no slippage, yet v1.2.4 refuses 0 and later contracts all else. */
const RESTING_SLIPPAGE = { 'v1.2.4': 1n, v3: 0n }

/** The reason why a wallet cannot open on a pair now: all of them pass. */
function openingBlocked(request: VenueRequest, pairIndex: number, symbol: string, context: Context): string | null {
  const { state } = context
  if (state.isOpeningPaused) return 'IsPaused'
  const others = context.others.filter((other) => other.id !== request.id && isUnderWay(other))
  if (hasPendingClose(state, others, symbol)) return 'a close of the pair is pending'
  const known = new Set(state.orders.map((order) => order.venueOrderId))
  // Mined after the block of this state, or not yet.
  const unseen = others.filter(
    ({ action, venueOrderId }) => action.kind === 'open' && (venueOrderId === null || !known.has(venueOrderId)),
  )
  const onPair =
    state.trades.filter((trade) => trade.pairIndex === pairIndex).length +
    state.orders.filter((order) => order.pairIndex === pairIndex && !order.isClosing).length +
    unseen.filter((other) => other.action.symbol === symbol).length
  if (onPair >= state.limits.tradesPerPairMax) return 'MaxTradesPerPairReached'
  const pending = state.orders.filter((order) => order.type === 'MARKET').length
  return pending + unseen.length >= state.limits.pendingMarketOrdersMax ? 'MaxPendingMarketOrdersReached' : null
}

/** Signed or known to the venue; what is only stored has no place in a queue yet. */
const isUnderWay = ({ state }: VenueRequest): boolean => state === 'SIGNED' || state === 'SENT' || state === 'ACCEPTED'

const hasPendingClose = (state: OstiumState, others: readonly VenueRequest[], symbol: string): boolean =>
  state.orders.some((order) => order.symbol === symbol && order.isClosing) ||
  state.trades.some((trade) => trade.symbol === symbol && trade.isClosing) ||
  others.some(({ action }) => action.kind === 'close' && action.type === 'MARKET' && action.symbol === symbol)

function planClose(venue: OstiumDeployment, action: ActionOf<'close'>, state: OstiumState): Plan {
  const trades = tradesOf(state, action.symbol, action.direction)
  if (trades.length === 0) return never('NoTradeFound')
  const isWhole = action.quantity === action.ofQuantity
  const shares = isWhole ? trades.map((trade) => ({ trade, share: WHOLE })) : closingShares(trades, action.quantity)
  if (shares.length === 0) return never('less than the smallest share of a trade, a hundredth of a per cent')
  const blocked = shares.map(({ trade }) => closingBlocked(trade)).find((reason) => reason !== null)
  if (blocked !== undefined) return later(blocked)
  const bound = slippageBound(action.direction === 'SHORT', action.price, action.worstPrice)
  return shares.map(({ trade, share }) => closeTrade(venue, trade, share, bound))
}

/** Oldest trades first and whole, then a share of the next; never more than was asked. */
function closingShares(trades: readonly OstiumTrade[], wanted: Quantity): { trade: OstiumTrade; share: bigint }[] {
  let left: bigint = wanted
  const shares = []
  for (const trade of trades) {
    shares.push({ trade, share: left <= 0n ? 0n : closingShare(quantity(left), trade.quantity) })
    left -= trade.quantity
  }
  return shares.filter(({ share }) => share > 0n)
}

const CLOSING_TRIGGERS: readonly Automation[] = ['TP', 'SL', 'LIQ', 'CLOSE_DAY_TRADE', 'REMOVE_COLLATERAL']

function closingBlocked(trade: OstiumTrade): string | null {
  if (trade.isClosing) return 'AlreadyMarketClosed'
  return CLOSING_TRIGGERS.some((kind) => trade.triggers[kind] !== undefined) ? 'TriggerPending' : null
}

function planCancel(venue: OstiumDeployment, action: ActionOf<'cancel'>, context: Context): Plan {
  const target = context.requestOf(action.requestId)
  if (target === undefined) return never('there is no such request')
  if (target.action.kind === 'close' && target.action.type !== 'MARKET')
    return planExitWithdrawal(venue, target.action, context.state)
  const order = orderOf(target, context.state)
  if (order === null) return later('the venue does not have it yet')
  if (order === undefined) return never(target.action.kind === 'open' ? 'NoLimitFound' : 'NoTradeToTimeoutFound')
  if (order.type !== 'MARKET')
    return order.triggeredAt === null ? [cancelRestingOrder(venue, order)] : later('TriggerPending')
  const { block, limits } = context.state
  return block < order.requestedAt + limits.marketOrdersTimeout ? later('WaitTimeout') : [timeOut(venue, order)]
}

type KnownOrder = OstiumOrder & ({ type: 'MARKET'; requestedAt: number } | { type: 'LIMIT' | 'STOP'; index: number })

/** The order of a request; null: not there yet; undefined: no more. */
function orderOf(request: VenueRequest, state: OstiumState): KnownOrder | null | undefined {
  if (request.venueOrderId === null) return null
  return state.orders.find((order) => order.venueOrderId === request.venueOrderId) as KnownOrder | undefined
}

function planUpdate(venue: OstiumDeployment, action: ActionOf<'update'>, context: Context): Plan {
  const target = context.requestOf(action.requestId)
  if (target === undefined) return never('there is no such request')
  const changed = target.action
  if (changed.kind === 'close' && changed.type !== 'MARKET')
    return planExit(venue, changed, action.price, context.state, coversAll(changed, action, context.state))
  if (changed.kind !== 'open' || changed.type === 'MARKET') return never('a market order cannot be changed')
  if (action.quantity !== changed.quantity) return never('the size of a resting order cannot be changed')
  const order = orderOf(target, context.state)
  if (order === null) return later('the venue does not have it yet')
  if (order === undefined || order.type === 'MARKET') return never('NoLimitFound')
  return order.triggeredAt === null ? [changeRestingOrder(venue, order, action.price)] : later('TriggerPending')
}

/** Each trade gets or gives in proportion to its collateral; the last one the rest. */
function planCollateral(venue: OstiumDeployment, action: ActionOf<'collateral'>, state: OstiumState): Plan {
  const trades = tradesOf(state, action.symbol, action.direction)
  if (trades.length === 0) return never('NoTradeFound')
  const blocked = trades.map(closingBlocked).find((reason) => reason === 'TriggerPending')
  if (blocked !== undefined) return later('TriggerPending')
  const isAdded = action.amount > 0n
  const parts = proportionalParts(
    toUsdc(abs(action.amount), 'FLOOR'),
    trades.map((trade) => toUsdc(trade.collateral, 'FLOOR')),
  )
  const calls = trades.flatMap((trade, at) => {
    const part = parts[at] ?? 0n
    const before = { collateral: toUsdc(trade.collateral, 'FLOOR'), leverage: toLeverage(trade.leverage, 'FLOOR') }
    const after = isAdded ? topUp(before, part) : removal(before, part)
    if (after === null) return []
    return [isAdded ? addCollateral(venue, trade, part) : takeCollateral(venue, trade, part)]
  })
  return calls.length === 0 ? never('WrongLeverage') : calls
}

function proportionalParts(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  const parts = weights.map((weight) => (amount * weight) / total)
  const rest = amount - parts.reduce((sum, part) => sum + part, 0n)
  return parts.map((part, at) => (at === parts.length - 1 ? part + rest : part))
}
