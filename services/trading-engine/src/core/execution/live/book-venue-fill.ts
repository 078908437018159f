/**
 * Books an execution of a venue with the functions that book PAPER fills; quantity, price and charges are the
 * contract's. The books follow the chain: what it executed is booked even where nothing of the kind was expected, and
 * what the books cannot hold halts the account (`venue_mismatch`).
 */
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import { endingOf, termsAtVenue, type LiveTrade } from '../../model/live/live-order.js'
import { listingKey } from '../../model/market/listing.js'
import { BY_SYSTEM } from '../../model/order/origin.js'
import { liveQuantity, newOrder, type Order, type OrderReason } from '../../model/order/order.js'
import {
  isReducedBy,
  notionalOf,
  reducePosition,
  type CloseReason,
  type Position,
} from '../../model/account/position.js'
import { closeReasonOf, isArmed } from '../../model/order/trigger.js'
import type { VenueAction, VenueCause, VenueFill, VenueReport } from '../../model/live/venue-request.js'
import { assertInvariant } from '../../values/invariant.js'
import {
  abs,
  divide,
  formatDecimal,
  max,
  min,
  quantity,
  rate,
  usd,
  type Quantity,
  type Rate,
  type Usd,
} from '../../values/decimal.js'
import { exitsOf } from '../bracket.js'
import { fillTermsOf } from '../fill-terms.js'
import { fillOrder } from '../fill-order.js'
import { allCharges, feeOf, postAttempt, roundingOf, type LiveTerms } from './live-charges.js'
import { NO_BOOK } from '../match-order.js'
import { changeLive } from './change-at-venue.js'
import { haltForMismatch } from './halt-for-mismatch.js'
import { holdToken } from './hold-token.js'
import { levelsOf } from './venue-orders.js'
import { changeOrder } from '../change-order.js'

export type Executed = Extract<VenueReport, { readonly kind: 'executed' }>

/**
 * `asked` is the order that the execution is of; null: the venue's own doing. Returns the order as it then is; null
 * where the books can hold none of it.
 */
export function bookVenueFill(
  draft: Draft,
  asked: Order | null,
  report: Executed,
  context: DecisionContext,
): Order | null {
  const { fill, cause } = report
  const position = draft.account.positions.get(listingKey(fill))
  const isMeeting = isReducedBy(position, fill.side)
  if (fill.isClosing ? !isMeeting : isMeeting) {
    postAttempt(draft, fill.charges)
    haltForMismatch(draft, `an execution of ${fill.symbol} that the books have no place for`)
    return null
  }
  const size = fill.isClosing && position !== undefined ? min(fill.quantity, position.quantity) : fill.quantity
  const order = asked ?? orderOf(draft, report, position, size, context)
  const action = order.live?.request.action
  const fitted = fit(draft, order, size, report)
  const instrument = context.instruments.find(fill.symbol)
  assertInvariant(instrument !== undefined, 'the symbol of an execution is listed')
  const live = liveTermsOf(fitted, report, position, size)
  const terms = {
    ...fillTermsOf(draft.account, fitted, instrument, NO_BOOK, 'TAKER', context.now),
    // As its venue has it, whatever is set since then; what the venue did by itself moves none.
    ...(position !== undefined && { leverage: position.leverage }),
    ...(action?.kind === 'open' && { leverage: leverageOf(action, fill) }),
    closeReason: reasonOf(fitted, cause),
    oracleFee: usd(0n),
    fee: feeOf(fill.charges),
    ...contractPnl(fill),
    live,
  }
  const miss = missOf(position, fill, size, live)
  const filled = fillOrder(draft, fitted, { quantity: size, price: fill.price }, terms, context)
  if (!fill.isClosing) flatten(draft, fill, asked)
  if (action?.kind === 'open' && action.type !== 'MARKET') coverTrade(draft, fill, context)
  if (size !== fill.quantity) haltForMismatch(draft, `more of ${fill.symbol} was closed than the books hold`)
  for (const profit of fill.unswapped ?? []) holdToken(draft, fill, profit)
  if (miss > ROUNDING_MAX)
    haltForMismatch(
      draft,
      `the parts of an execution of ${fill.symbol} miss ${formatDecimal(miss)} USD of what it paid`,
    )
  return filled
}

/** An order of Ostium keeps its leverage, one of GMX the collateral that it came with, whatever it was changed to. */
function leverageOf(action: VenueAction & { readonly kind: 'open' }, fill: VenueFill): Rate {
  const notional = notionalOf(fill.quantity, fill.price)
  const isAsAsked = isSame(notional, notionalOf(action.quantity, action.price))
  if (fill.venue !== 'GMX' || isAsAsked) return action.leverage
  return rate(divide(notional, action.collateral, 'HALF_EVEN'))
}

/** The levels that Ostium has for all of a position are set at the trade that was added to it, too. */
function coverTrade(draft: Draft, fill: VenueFill, context: DecisionContext): void {
  const position = draft.account.positions.get(listingKey(fill))
  if (position === undefined) return
  for (const exit of levelsOf(draft.account, position)) changeLive(draft, exit, {}, context)
}

/** It came before a cancellation that a switch asked for, which flattens the account. */
function flatten(draft: Draft, fill: VenueFill, asked: Order | null): void {
  const flattenedBy = asked?.live === undefined ? undefined : endingOf(asked.live)?.flattenedBy
  const position = draft.account.positions.get(listingKey(fill))
  if (flattenedBy !== undefined && position !== undefined) draft.putPosition({ ...position, flattenedBy })
}

/** More than this is no rounding: something of the venue's figures was not understood. */
const ROUNDING_MAX: Usd = usd(10n ** 16n)

/** By how much the parts of a fill miss what was paid. A rebate is one of them: the loss that no collateral covered. */
function missOf(position: Position | undefined, fill: VenueFill, size: Quantity, live: LiveTerms): Usd {
  const fee = feeOf(fill.charges)
  const unkept = { at: 0, reason: 'USER', liquidationTick: null } as const
  const closing = { quantity: size, price: fill.price, fee, ...unkept, ...contractPnl(fill) }
  const isClosing = fill.isClosing && position !== undefined
  const realizedPnl = isClosing ? reducePosition(position, closing).realizedPnl : usd(0n)
  return abs(usd(roundingOf({ realizedPnl, fee }, live) - max(usd(0n), fill.charges.fees)))
}

/** Ostium's trades do not merge: the profit of a part is that of its own trade, which the contract says. */
const contractPnl = ({ isClosing, realizedPnl }: VenueFill): { readonly realizedPnl?: Usd } =>
  isClosing && realizedPnl !== undefined ? { realizedPnl } : {}

/** An order that the venue executed by itself, or that the books have ended already. */
function orderOf(
  draft: Draft,
  { fill, cause }: Executed,
  position: Position | undefined,
  size: Quantity,
  context: DecisionContext,
): Order {
  const leg = cause === 'stop_loss' ? 'STOP' : cause === 'take_profit' ? 'TARGET' : undefined
  const exit =
    leg === undefined || position === undefined ? undefined : exitsOf(draft.account.orders.values(), position, leg)[0]
  if (exit !== undefined) return exit
  const at = draft.stamp()
  const order = newOrder({
    id: context.newId(),
    accountId: draft.account.id,
    origin: BY_SYSTEM,
    symbol: fill.symbol,
    venue: fill.venue,
    side: fill.side,
    kind: 'MARKET',
    tif: 'IOC',
    flags: { postOnly: false, reduceOnly: fill.isClosing, triggerOnIndex: false, triggerOnMark: false },
    quantity: size,
    reason: ORDER_REASONS[cause],
    positionId: fill.isClosing ? (position?.id ?? null) : null,
    createdAt: at,
    updatedAt: at,
  })
  draft.putOrder(order)
  draft.emit({ type: 'order.ack', order })
  return order
}

const ORDER_REASONS: Readonly<Record<VenueCause, OrderReason | null>> = {
  order: null,
  take_profit: null,
  stop_loss: null,
  liquidation: 'liquidation',
  auto_deleveraging: 'auto_deleveraging',
  day_trading_end: 'overnight_leverage',
}

function reasonOf(order: Order, cause: VenueCause): CloseReason {
  if (cause === 'take_profit') return 'TAKE_PROFIT'
  if (cause === 'stop_loss') return 'STOP_LOSS'
  switch (order.reason) {
    case 'liquidation':
      return 'LIQUIDATION'
    case 'risk':
    case 'account_closed':
    case 'overnight_leverage':
    case 'auto_deleveraging':
    case 'stop_required':
    case 'max_loss_per_idea':
    case 'flat_by':
      return 'RISK'
    case 'user_kill_switch':
    case 'dead_man_switch':
      return 'USER'
    default:
      return closeReasonOf(order)
  }
}

/** Differences of a venue's own rounding: less than a millionth of what was asked. */
const isSame = (a: bigint, b: bigint): boolean => abs(a - b) * 1_000_000n <= b

/** Makes the order as large as what was executed of it; its exits go with it. */
function fit(draft: Draft, order: Order, size: Quantity, { fill, isLast }: Executed): Order {
  const live = liveQuantity(order)
  const wanted = leftOf(order)
  const isOfPart = wanted < live
  const isShort = size < wanted && !(isLast && (!fill.isClosing || isSame(size, wanted)))
  const fits = isShort || size === wanted ? order.quantity : quantity(order.quantity + size - wanted)
  const isFired = isArmed(order)
  if (fits === order.quantity && !isFired) return order
  const changed = changeOrder(draft, order, {
    quantity: fits,
    ...(isFired ? { triggerState: 'TRIGGERED' as const } : {}),
  })
  if (!fill.isClosing && !isOfPart) scaleExits(draft, order, changed)
  return changed
}

/**
 * The rest of what its venue has; of an order that flips a position, of the part that was asked for. One that only
 * reduces grows and shrinks with its position, and the venue closes what there is of that.
 */
function leftOf(order: Order): Quantity {
  const terms = order.live === undefined ? null : termsAtVenue(order.live)
  if (terms === null || order.flags.reduceOnly) return liveQuantity(order)
  const done = order.filledQuantity - terms.filledBefore
  return quantity(min(max(0n, terms.quantity - done), liveQuantity(order)))
}

/** Exits that were to cover all of the entry still do. */
function scaleExits(draft: Draft, before: Order, after: Order): void {
  for (const exit of draft.exitsOf(before.id)) {
    if (exit.contingentQuantity !== exit.quantity || exit.quantity !== before.quantity) continue
    changeOrder(draft, exit, { quantity: after.quantity, contingentQuantity: after.quantity })
  }
}

function liveTermsOf(order: Order, report: Executed, position: Position | undefined, size: Quantity): LiveTerms {
  const { fill, place } = report
  const worstPrice = order.live === undefined ? null : (termsAtVenue(order.live)?.worstPrice ?? null)
  return {
    fill: {
      place,
      charges: fill.charges,
      worstPrice,
      ...(fill.unswapped && { unswapped: fill.unswapped.map((profit) => ({ ...profit, isHeld: true as const })) }),
    },
    paid: paidBy(fill),
    position: {
      trades: tradesAfter(position?.live?.trades ?? [], fill, size),
      refusedCloses: 0,
      closeAgainAt: null,
    },
  }
}

/** The change of the wallet's money and of the collateral that the venue holds of it, where the contract tells it. */
function paidBy({ charges, collateralChange, isClosing, payout, realizedPnl }: VenueFill): Usd | null {
  if (!isClosing) return null
  if (realizedPnl !== undefined) return usd(realizedPnl + allCharges(charges))
  return payout === null || collateralChange === undefined ? null : usd(payout + collateralChange + charges.execution)
}

function tradesAfter(before: readonly LiveTrade[], fill: VenueFill, size: Quantity): readonly LiveTrade[] {
  const of = before.find(({ tradeId }) => tradeId === fill.tradeId)
  const held = of?.quantity ?? quantity(0n)
  const left = quantity(fill.isClosing ? max(0n, held - size) : held + size)
  const others = before.filter((trade) => trade !== of)
  return left === 0n ? others : [...others, { tradeId: fill.tradeId, quantity: left, collateral: fill.collateral }]
}
