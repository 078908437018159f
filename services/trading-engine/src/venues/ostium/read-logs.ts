/**
 * The meaning of the venue's logs for our wallets. A log that closes a trade names it by id and by the share closed,
 * so its pair, side and size are read from the state one block earlier, moved on by the logs of the block before it.
 */
import type { ChainLog, Hex, LogContext, PlacedLog, VenueLog } from '../port.js'
import { cancelReason } from './abi.js'
import type { OstiumDeployment } from './deployment.js'
import { decode, type Event, type EventOf, oracleFeeOf, type Surroundings } from './logs/events.js'
import { automationClosed, marketClosed, openedWith } from './logs/fill-logs.js'
import { exitChanged, levelsNow } from './logs/level-logs.js'
import {
  accepted,
  closeTimedOut,
  collateralChanged,
  ended,
  removalAccepted,
  restingOrderCancelled,
} from './logs/order-logs.js'
import { createTradesOfBlock, type TradesOfBlock } from './logs/trades-of-block.js'
import { restingOrderId } from './read-orders.js'
import { fromUsdc } from './units.js'

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
  const found: PlacedLog[] = []
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
    found.push(...meaning.map((log) => ({ ...log, place })))
  }
  return found
}

type EventName = Event['eventName']
type Meaning = VenueLog | null | readonly VenueLog[]
type Reader<Name extends EventName> = (event: EventOf<Name>, near: Surroundings) => Meaning | Promise<Meaning>

/** The events that concern orders; amounts of others are read with one of these, or they change nothing. */
const READERS: { readonly [Name in EventName]?: Reader<Name> } = {
  MarketOpenOrderInitiated: ({ args }, near) => accepted(near, args.trader, String(args.orderId)),
  MarketCloseOrderInitiatedV2: ({ args }, near) =>
    accepted(near, args.trader, String(args.orderId), oracleFeeOf(near, args.tradeId)),
  MarketOpenExecuted: ({ args }, near) => openedWith(near, args, String(args.orderId)),
  MarketCloseExecutedV2: marketClosed,
  MarketOpenCanceled: ({ args }, near) => {
    const fee = fromUsdc(oracleFeeOf(near, args.orderId))
    return ended(near, 'cancelled', args.trader, String(args.orderId), cancelReason(args.cancelReason), fee)
  },
  // Without a trade its id is 0, so the order's counts. An oracle fee was taken with the request, and stays.
  MarketCloseCanceled: ({ args }, near) =>
    ended(near, 'cancelled', args.trader, String(args.orderId), cancelReason(args.cancelReason)),
  MarketOpenTimeoutExecutedV2: ({ args }, near) =>
    ended(near, 'timed_out', args.order.trade.trader, String(args.orderId), 'no keeper answered'),
  MarketCloseTimeoutExecutedV2: closeTimedOut,

  OpenLimitPlaced: ({ args }, near) => accepted(near, args.trader, restingOrderId(args.pairIndex, args.index)),
  OpenLimitUpdated: ({ args }, near) =>
    ended(near, 'updated', args.trader, restingOrderId(args.pairIndex, args.index), ''),
  OpenLimitCanceled: restingOrderCancelled,
  LimitOpenExecuted: ({ args }, near) =>
    openedWith(near, args, restingOrderId(args.t.pairIndex, Number(args.limitIndex))),
  LimitCloseExecuted: automationClosed,

  TpUpdated: ({ args }, near) => exitChanged(near, args, 'TP', args.newTp),
  SlUpdated: ({ args }, near) => exitChanged(near, args, 'SL', args.newSl),

  TopUpCollateralExecuted: ({ args }, near) => collateralChanged(near, args, null, args.topUpAmount),
  RemoveCollateralInitiated: removalAccepted,
  RemoveCollateralExecuted: ({ args }, near) => [
    ...collateralChanged(near, args, String(args.orderId), -args.removeAmount),
    ...levelsNow(near, args, args, 'venue'),
  ],
  RemoveCollateralRejected: ({ args }, near) =>
    ended(near, 'cancelled', args.trader, String(args.orderId), cancelReason(args.reason)),
}

const meaningOf = async (event: Event, near: Surroundings): Promise<readonly VenueLog[]> =>
  [(await read(event.eventName, event, near)) ?? []].flat()

const read = <Name extends EventName>(name: Name, event: EventOf<Name>, near: Surroundings) =>
  READERS[name]?.(event, near) ?? null

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
