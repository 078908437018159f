/**
 * The meaning of the venue's logs for our wallets. A log that closes a trade names it by id and by the share closed,
 * so its pair, side and size are read from the state one block earlier, moved on by the logs of the block before it.
 */
import { decodeEventLog, type DecodeEventLogReturnType } from 'viem/utils'
import { assertInvariant } from '../../core/values/invariant.js'
import { multiply, negate, price, quantity, usd, type Usd } from '../../core/values/decimal.js'
import { openingSide, type Direction } from '../../core/model/account/position.js'
import type { ChainPlace, VenueCause, VenueCharges, VenueFill } from '../../core/model/live/venue-request.js'
import type { Side } from '../../core/model/order/order.js'
import { effectivePrice } from '../effective-price.js'
import type { ChainLog, ChainReader, Hex, LogContext, PlacedLog, VenueLog } from '../port.js'
import { AUTOMATIONS, cancelReason, EVENTS_ABI, type Automation } from './abi.js'
import type { OstiumDeployment } from './deployment.js'
import { restingOrderId } from './read-wallet.js'
import { closedInterest, fromUsdc, grossProfit, WHOLE } from './units.js'
import { view } from './views.js'

type Event = DecodeEventLogReturnType<typeof EVENTS_ABI>
type EventOf<Name extends Event['eventName']> = Extract<Event, { eventName: Name }>
type PlacedEvent = Event & { readonly place: ChainPlace }

/** A trade as far as closing it needs: amounts in the venue's units. */
interface HeldTrade {
  readonly pairIndex: number
  readonly direction: Direction
  readonly openPrice: bigint
  readonly collateral: bigint
  readonly interest: bigint
}

/** One log and what it is read with. */
interface Surroundings {
  readonly venue: OstiumDeployment
  readonly place: ChainPlace
  /** All events of the venue in its transaction. */
  readonly transaction: readonly Event[]
  readonly context: LogContext
  /** The wallet as the caller writes it; undefined: not ours. */
  readonly walletOf: (trader: string) => Hex | undefined
  readonly trades: TradesOfBlock
}

export async function readLogs(
  venue: OstiumDeployment,
  logs: readonly ChainLog[],
  wallets: ReadonlySet<Hex>,
  context: LogContext,
): Promise<PlacedLog[]> {
  const events = logs.flatMap((log) => decode(venue, log))
  const byTransaction = groupBy(events, ({ place }) => place.txHash)
  const byAddress = new Map([...wallets].map((wallet) => [wallet.toLowerCase(), wallet]))
  const trades = new Map<number, TradesOfBlock>()
  const read: PlacedLog[] = []
  for (const event of events) {
    const { place } = event
    const ofBlock = trades.get(place.block) ?? createTradesOfBlock(venue, place.block, context)
    trades.set(place.block, ofBlock)
    const meaning = await meaningOf(event, {
      venue,
      place,
      transaction: byTransaction.get(place.txHash) ?? [],
      context,
      walletOf: (trader) => byAddress.get(trader.toLowerCase()),
      trades: ofBlock,
    })
    if (meaning !== null) read.push({ ...meaning, place })
  }
  return read
}

function decode(venue: OstiumDeployment, log: ChainLog): PlacedEvent[] {
  const sender = log.address.toLowerCase()
  if (sender !== venue.trading.toLowerCase() && sender !== venue.callbacks.toLowerCase()) return []
  const { chainId, block, blockHash, txHash, logIndex } = log
  try {
    const event = decodeEventLog({ abi: EVENTS_ABI, topics: [...log.topics] as [Hex, ...Hex[]], data: log.data })
    return [{ ...event, place: { chainId, block, blockHash, txHash, logIndex } }]
  } catch {
    // Of the same contracts, and none of the events that concern orders.
    return []
  }
}

async function meaningOf(event: Event, near: Surroundings): Promise<VenueLog | null> {
  switch (event.eventName) {
    case 'MarketOpenOrderInitiated':
      return accepted(near, event.args.trader, String(event.args.orderId))
    case 'MarketCloseOrderInitiatedV2':
      return accepted(near, event.args.trader, String(event.args.orderId), oracleFeeOf(near, event.args.tradeId))
    case 'OpenLimitPlaced':
      return accepted(near, event.args.trader, restingOrderId(event.args.pairIndex, event.args.index))
    case 'OpenLimitUpdated':
      return ended(near, 'updated', event.args.trader, restingOrderId(event.args.pairIndex, event.args.index), '')
    case 'OpenLimitCanceled':
      return restingOrderCancelled(event, near)
    case 'TpUpdated':
      return exitChanged(near, event.args.trader, exitId('TP', event.args.pairIndex), event.args.newTp)
    case 'SlUpdated':
      return exitChanged(near, event.args.trader, exitId('SL', event.args.pairIndex), event.args.newSl)
    case 'TopUpCollateralExecuted':
      return collateralChanged(near, event.args, null, event.args.topUpAmount)
    case 'RemoveCollateralInitiated':
      return removalAccepted(event, near)
    case 'MarketOpenTimeoutExecutedV2':
      return ended(near, 'timed_out', event.args.order.trade.trader, String(event.args.orderId), 'no keeper answered')
    case 'MarketCloseTimeoutExecutedV2':
      return closeTimedOut(event, near)
    case 'MarketOpenExecuted':
      return opened(near, event.args, String(event.args.orderId))
    case 'LimitOpenExecuted':
      return opened(near, event.args, restingOrderId(event.args.t.pairIndex, Number(event.args.limitIndex)))
    case 'MarketCloseExecutedV2':
      return marketClosed(event, near)
    case 'LimitCloseExecuted':
      return automationClosed(event, near)
    case 'MarketOpenCanceled':
      return ended(
        near,
        'cancelled',
        event.args.trader,
        String(event.args.orderId),
        cancelReason(event.args.cancelReason),
        fromUsdc(oracleFeeOf(near, event.args.orderId)),
      )
    case 'MarketCloseCanceled':
      // Without a trade its id is 0, so the order's counts. An oracle fee was taken with the request, and stays.
      return ended(
        near,
        'cancelled',
        event.args.trader,
        String(event.args.orderId),
        cancelReason(event.args.cancelReason),
      )
    case 'RemoveCollateralExecuted':
      return collateralChanged(near, event.args, String(event.args.orderId), -event.args.removeAmount)
    case 'RemoveCollateralRejected':
      return ended(near, 'cancelled', event.args.trader, String(event.args.orderId), cancelReason(event.args.reason))
    default:
      // Amounts that are read with another event, or a bot's attempt that changes nothing: the order stays.
      return null
  }
}

function accepted(near: Surroundings, trader: Hex, venueOrderId: string, fee = 0n): VenueLog | null {
  const wallet = near.walletOf(trader)
  if (wallet === undefined) return null
  return { kind: 'accepted', wallet, venueOrderId, ...(fee === 0n ? {} : { fee: fromUsdc(fee) }) }
}

function ended(
  near: Surroundings,
  kind: 'cancelled' | 'updated' | 'timed_out',
  trader: Hex,
  venueOrderId: string,
  reason: string,
  fee: Usd = usd(0n),
): VenueLog | null {
  const wallet = near.walletOf(trader)
  return wallet === undefined ? null : { kind, wallet, venueOrderId, reason, fee }
}

function restingOrderCancelled(event: EventOf<'OpenLimitCanceled'>, near: Surroundings): VenueLog | null {
  const { trader, pairIndex, index } = event.args
  const fee = amounts(near, 'OracleFeeChargedLimitCancelled', (charge) => charge.args.amount)
  return ended(near, 'cancelled', trader, restingOrderId(pairIndex, index), 'OpenLimitCanceled', fromUsdc(fee))
}

/** A take-profit or stop-loss was placed, moved or withdrawn: the request whose transaction it is says which. */
function exitChanged(near: Surroundings, trader: Hex, venueOrderId: string, level: bigint): VenueLog | null {
  if (level === 0n) return ended(near, 'cancelled', trader, venueOrderId, 'withdrawn')
  const isUpdate = near.context.requestOf(near.place.txHash)?.action.kind === 'update'
  return isUpdate ? ended(near, 'updated', trader, venueOrderId, '') : accepted(near, trader, venueOrderId)
}

function collateralChanged(
  near: Surroundings,
  { trader, tradeId, pairIndex }: { readonly trader: Hex; readonly tradeId: bigint; readonly pairIndex: number },
  venueOrderId: string | null,
  amount: bigint,
): VenueLog | null {
  const wallet = near.walletOf(trader)
  if (wallet === undefined) return null
  near.trades.changeCollateral(tradeId, amount)
  const symbol = symbolOf(near.venue, pairIndex)
  const change = { venue: 'OSTIUM', symbol, tradeId: String(tradeId), amount: fromUsdc(amount) } as const
  return { kind: 'collateral', wallet, venueOrderId, change, charges: NO_CHARGES }
}

/** No log tells the oracle fee of a removal. */
async function removalAccepted(
  event: EventOf<'RemoveCollateralInitiated'>,
  near: Surroundings,
): Promise<VenueLog | null> {
  const { trader, orderId, pairIndex } = event.args
  if (near.walletOf(trader) === undefined) return null
  const reader = near.context.at(near.place.block)
  const fee = await view(reader, near.venue.pairsStorage, 'pairOracleFee', pairIndex)
  return accepted(near, trader, String(orderId), fee)
}

function closeTimedOut(event: EventOf<'MarketCloseTimeoutExecutedV2'>, near: Surroundings): VenueLog | null {
  const isFailed = near.transaction.some(({ eventName }) => eventName === 'MarketCloseFailed')
  const refund = amounts(near, 'OracleFeeRefunded', (given) => given.args.amount)
  const reason = isFailed ? 'MarketCloseFailed' : 'no keeper answered'
  const { order, orderId } = event.args
  return ended(near, 'timed_out', order.trade.trader, String(orderId), reason, negate(fromUsdc(refund)))
}

function opened(
  near: Surroundings,
  args: EventOf<'MarketOpenExecuted' | 'LimitOpenExecuted'>['args'],
  venueOrderId: string,
): VenueLog | null {
  const { t, orderId, tradeNotional } = args
  const wallet = near.walletOf(t.trader)
  if (wallet === undefined) return null
  const direction = t.buy ? 'LONG' : 'SHORT'
  const { collateral, pairIndex } = t
  near.trades.record(orderId, { pairIndex, direction, openPrice: t.openPrice, collateral, interest: tradeNotional })
  const fees =
    amounts(near, 'DevFeeCharged', ({ args: charge }) => (charge.tradeId === orderId ? charge.amount : 0n)) +
    amounts(near, 'VaultOpeningFeeCharged', ({ args: charge }) => (charge.tradeId === orderId ? charge.amount : 0n))
  const fill: VenueFill = {
    venue: 'OSTIUM',
    symbol: symbolOf(near.venue, pairIndex),
    side: openingSide(direction),
    isClosing: false,
    quantity: quantity(tradeNotional),
    price: price(t.openPrice),
    charges: { ...NO_CHARGES, fees: negate(fromUsdc(fees)) },
    collateral: fromUsdc(collateral),
    collateralChange: fromUsdc(collateral),
    payout: null,
    tradeId: String(orderId),
  }
  return { kind: 'executed', wallet, venueOrderId, cause: 'order', fill }
}

/** Numbers that both kinds of closing tell. */
interface Closing {
  readonly orderId: bigint
  readonly tradeId: bigint
  readonly price: bigint
  readonly percentProfit: bigint
  readonly usdcSentToTrader: bigint
}

async function marketClosed(event: EventOf<'MarketCloseExecutedV2'>, near: Surroundings): Promise<VenueLog | null> {
  const { orderId, percentageClosed } = event.args
  const closed = await closingFill(near, event.args, percentageClosed)
  return closed && { kind: 'executed', ...closed, venueOrderId: String(orderId), cause: 'order' }
}

const CAUSES: Partial<Record<Automation, VenueCause>> = {
  TP: 'take_profit',
  SL: 'stop_loss',
  LIQ: 'liquidation',
  CLOSE_DAY_TRADE: 'day_trading_end',
}

async function automationClosed(event: EventOf<'LimitCloseExecuted'>, near: Surroundings): Promise<VenueLog | null> {
  const closed = await closingFill(near, event.args, WHOLE)
  if (closed === null) return null
  const kind = AUTOMATIONS[event.args.orderType] ?? 'LIQ'
  const venueOrderId = kind === 'TP' || kind === 'SL' ? exitId(kind, closed.pairIndex) : null
  return { kind: 'executed', ...closed, venueOrderId, cause: CAUSES[kind] ?? 'liquidation' }
}

async function closingFill(
  near: Surroundings,
  closing: Closing,
  share: bigint,
): Promise<{ wallet: Hex; fill: VenueFill; pairIndex: number } | null> {
  const carried = near.transaction.find(
    (event): event is EventOf<'FeesCharged'> =>
      event.eventName === 'FeesCharged' && event.args.orderId === closing.orderId,
  )
  const wallet = carried && near.walletOf(carried.args.trader)
  if (carried === undefined || wallet === undefined) return null
  const { rolloverFees, fundingFees, trader } = carried.args
  const trade = await near.trades.find(closing.orderId, closing.tradeId, trader)
  const released = (trade.collateral * share) / WHOLE
  const interest = closedInterest(trade.interest, released, trade.collateral)
  near.trades.record(closing.tradeId, {
    ...trade,
    collateral: trade.collateral - released,
    interest: trade.interest - interest,
  })
  const profit = grossProfit(released, closing.percentProfit)
  const payout = closing.usdcSentToTrader
  const rest = payout - (released + profit - rolloverFees - fundingFees)
  // A loss beyond the collateral is not the trader's.
  const realizedPnl = fromUsdc(rest > 0n ? profit + rest : profit)
  const fill: VenueFill = {
    venue: 'OSTIUM',
    symbol: symbolOf(near.venue, trade.pairIndex),
    side: closingSide(trade.direction),
    isClosing: true,
    quantity: quantity(interest),
    price: effectivePrice({
      ...{ direction: trade.direction, quantity: quantity(interest), price: price(closing.price), realizedPnl },
      cost: usd(multiply(interest, trade.openPrice, 'HALF_EVEN')),
    }),
    charges: {
      ...NO_CHARGES,
      rollover: fromUsdc(-rolloverFees),
      funding: fromUsdc(-fundingFees),
      // Nothing, but of a liquidation: what was left of the collateral goes to the vault.
      fees: fromUsdc(rest < 0n ? rest : 0n),
    },
    collateral: fromUsdc(trade.collateral - released),
    collateralChange: fromUsdc(-released),
    realizedPnl,
    payout: fromUsdc(payout),
    tradeId: String(closing.tradeId),
  }
  return { wallet, fill, pairIndex: trade.pairIndex }
}

const NO_CHARGES: VenueCharges = {
  fees: usd(0n),
  funding: usd(0n),
  borrowing: usd(0n),
  rollover: usd(0n),
  oracleFees: usd(0n),
  priceImpact: usd(0n),
  execution: usd(0n),
}

const closingSide = (direction: Direction): Side => openingSide(direction === 'LONG' ? 'SHORT' : 'LONG')

/** The name of all take-profits or stop-losses of a pair, which are set together. */
const exitId = (kind: 'TP' | 'SL', pairIndex: number): string => `${kind.toLowerCase()}:${pairIndex}`

const symbolOf = (venue: OstiumDeployment, pairIndex: number): string =>
  venue.pairs.find(({ index }) => index === pairIndex)?.symbol ?? `pair ${pairIndex}`

/** Sum over the events of that name in the transaction. */
function amounts<Name extends Event['eventName']>(
  near: Surroundings,
  name: Name,
  amount: (event: EventOf<Name>) => bigint,
): bigint {
  return near.transaction
    .filter((event): event is EventOf<Name> => event.eventName === name)
    .reduce((sum, event) => sum + amount(event), 0n)
}

const oracleFeeOf = (near: Surroundings, tradeId: bigint): bigint =>
  amounts(near, 'OracleFeeCharged', ({ args }) => (args.tradeId === tradeId ? args.amount : 0n))

interface TradesOfBlock {
  find(orderId: bigint, tradeId: bigint, trader: Hex): Promise<HeldTrade>
  record(tradeId: bigint, trade: HeldTrade): void
  changeCollateral(tradeId: bigint, change: bigint): void
}

/** Trades as they are between two logs of a block: read one block earlier, and moved on by what came since. */
function createTradesOfBlock(venue: OstiumDeployment, block: number, context: LogContext): TradesOfBlock {
  const known = new Map<bigint, HeldTrade>()
  const changes = new Map<bigint, bigint>()
  return {
    record: (tradeId, trade) => void known.set(tradeId, trade),
    changeCollateral(tradeId, change) {
      const trade = known.get(tradeId)
      if (trade !== undefined) known.set(tradeId, { ...trade, collateral: trade.collateral + change })
      else changes.set(tradeId, (changes.get(tradeId) ?? 0n) + change)
    },
    async find(orderId, tradeId, trader) {
      const trade = known.get(tradeId)
      if (trade !== undefined) return trade
      const read = await readTrade(venue, context.at(block - 1), orderId, tradeId, trader)
      assertInvariant(read !== null, `trade ${tradeId} that was closed in block ${block} was open one block earlier`)
      return { ...read, collateral: read.collateral + (changes.get(tradeId) ?? 0n) }
    },
  }
}

/** The request that closed it names the pair; its slot is the one with the trade's id. */
async function readTrade(
  venue: OstiumDeployment,
  reader: ChainReader,
  orderId: bigint,
  tradeId: bigint,
  trader: Hex,
): Promise<HeldTrade | null> {
  const [[, , , order], [automated, automatedPair], slots] = await Promise.all([
    view(reader, venue.storage, 'reqID_pendingMarketOrder', orderId),
    view(reader, venue.storage, 'reqID_pendingAutomationOrder', orderId),
    view(reader, venue.storage, 'maxTradesPerPair'),
  ])
  const pairs = [
    ...(isSame(order.trader, trader) ? [order.pairIndex] : []),
    ...(isSame(automated, trader) ? [automatedPair] : []),
  ]
  // Asked for and answered in one block: any pair.
  const candidates = pairs.length > 0 ? pairs : venue.pairs.map(({ index }) => index)
  const found = await Promise.all(
    candidates.flatMap((pairIndex) =>
      Array.from({ length: slots }, async (_, index) => {
        const info = await view(reader, venue.storage, 'getOpenTradeInfo', trader, pairIndex, index)
        if (info.tradeId !== tradeId) return null
        const trade = await view(reader, venue.storage, 'getOpenTrade', trader, pairIndex, index)
        const direction: Direction = trade.buy ? 'LONG' : 'SHORT'
        const { collateral, openPrice } = trade
        return { pairIndex, direction, openPrice, collateral, interest: info.oiNotional }
      }),
    ),
  )
  return found.find((trade) => trade !== null) ?? null
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
