/** Logs of executions: a trade that opens, and one that closes, whole or in part. */
import { type Direction, openingSide } from '../../../core/model/account/position.js'
import type { VenueCause, VenueFill } from '../../../core/model/live/venue-request.js'
import type { Side } from '../../../core/model/order/order.js'
import { multiply, price, quantity, usd } from '../../../core/values/decimal.js'
import { effectivePrice } from '../../effective-price.js'
import type { Hex, VenueLog } from '../../port.js'
import { type Automation, AUTOMATIONS } from '../abi.js'
import { closedInterest, fromUsdc, grossProfit, WHOLE } from '../units.js'
import { levelsNow } from './level-logs.js'
import { amounts, type EventOf, exitId, NO_CHARGES, oracleFeeOf, type Surroundings, symbolOf } from './events.js'

/** A trade that opens brings its levels: those that were asked for with it, maybe nearer, or the venue's own. */
export function openedWith(
  near: Surroundings,
  args: EventOf<'MarketOpenExecuted' | 'LimitOpenExecuted'>['args'],
  venueOrderId: string,
): readonly VenueLog[] {
  const fill = opened(near, args, venueOrderId)
  return fill === null ? [] : [fill, ...levelsNow(near, args.t, args.t, 'venue')]
}

/** Events of what leaves the collateral at an opening, beside the oracle's fee. */
type OpeningFee = 'DevFeeCharged' | 'VaultOpeningFeeCharged' | 'BuilderFeeCharged'

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
  const taken = (name: OpeningFee): bigint =>
    amounts(near, name, ({ args: charge }) => (charge.tradeId === orderId ? charge.amount : 0n))
  const fees = taken('DevFeeCharged') + taken('VaultOpeningFeeCharged') + taken('BuilderFeeCharged')
  const fill: VenueFill = {
    venue: 'OSTIUM',
    symbol: symbolOf(near.venue, pairIndex),
    side: openingSide(direction),
    isClosing: false,
    quantity: quantity(tradeNotional),
    price: price(t.openPrice),
    charges: { ...NO_CHARGES, fees: fromUsdc(-fees), oracleFees: fromUsdc(-oracleFeeOf(near, orderId)) },
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

export async function marketClosed(
  event: EventOf<'MarketCloseExecutedV2'>,
  near: Surroundings,
): Promise<VenueLog | null> {
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

export async function automationClosed(
  event: EventOf<'LimitCloseExecuted'>,
  near: Surroundings,
): Promise<VenueLog | null> {
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
    (event): event is EventOf<'FeesCharged' | 'FeesChargedV2'> =>
      (event.eventName === 'FeesCharged' || event.eventName === 'FeesChargedV2') &&
      event.args.orderId === closing.orderId,
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

const closingSide = (direction: Direction): Side => openingSide(direction === 'LONG' ? 'SHORT' : 'LONG')
