/**
 * The actions of a trader's switches (contract: batches and switches):
 *
 *   CANCEL_OPENING  orders against an open position become reduce-only, every other one that could open is cancelled
 *   CANCEL_ALL      every order is cancelled but the stops of open positions, which become reduce-only
 *   FLATTEN         CANCEL_OPENING, then positions are closed at the market, then CANCEL_ALL
 *
 * A position that cannot be closed now (its market closed, stale or frozen for all orders, its book too thin) keeps its
 * stop and is closed at the first price that can be traded, whatever becomes of the switch.
 */
import type { Account } from '../model/account/account.js'
import { freezeInForce } from '../calendar/news.js'
import { tradableMarket, type TradableMarket } from '../model/market/tradable-market.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import { listingKey } from '../model/market/listing.js'
import { isContingent, type Order } from '../model/order/order.js'
import { isReducedBy, type Position } from '../model/account/position.js'
import type { SwitchAction, SwitchKind } from '../model/account/trader-switch.js'
import { assertNever } from '../values/assert-never.js'
import type { Micros } from '../values/time.js'
import { closeOut } from './close-out.js'
import { executionOf } from './execution-of.js'
import { changeOrder } from './change-order.js'
import { terminateOrder } from './terminate-order.js'
import { keepReducingOr, makeReduceOnly } from './keep-reducing.js'

export function runSwitch(draft: Draft, kind: SwitchKind, action: SwitchAction, context: DecisionContext): void {
  const cancel = (order: Order): void => void cancelBy(draft, kind, order, context)
  switch (action) {
    case 'CANCEL_OPENING':
      return keepReducingOr(draft, cancel)
    case 'CANCEL_ALL':
      return keepStopsOr(draft, cancel)
    case 'FLATTEN':
      keepReducingOr(draft, cancel)
      closePositions(draft, kind, context)
      keepStopsOr(draft, cancel)
      return flattenLateFills(draft, kind)
    default:
      return assertNever(action)
  }
}

/** The trader's own hand costs what every cancellation by a trader does; the service's costs nothing. */
function cancelBy(draft: Draft, kind: SwitchKind, order: Order, context: DecisionContext): void {
  if (kind === 'user_kill_switch') executionOf(draft.account).cancel(draft, order, kind, context)
  else terminateOrder(draft, order, 'CANCELLED', kind, 'SYSTEM')
}

/** Exits come after their entries, and would end with them: the later order goes first, so that each is cancelled. */
function keepStopsOr(draft: Draft, cancel: (order: Order) => void): void {
  for (const { id } of [...draft.account.orders.values()].reverse()) {
    const order = draft.account.orders.get(id)
    if (order === undefined || isClosingNow(order)) continue
    if (!isStopOfPosition(order, draft.account)) cancel(order)
    else if (!order.flags.reduceOnly) makeReduceOnly(draft, order)
  }
}

/** A close of a LIVE account that its venue has yet to answer. */
export const isClosingNow = ({ kind, flags, live }: Order): boolean =>
  live !== undefined && kind === 'MARKET' && flags.reduceOnly

const isStopOfPosition = (order: Order, { positions }: Account): boolean =>
  order.kind === 'STOP' && !isContingent(order) && isReducedBy(positions.get(listingKey(order)), order.side)

function closePositions(draft: Draft, kind: SwitchKind, context: DecisionContext): void {
  for (const position of [...draft.account.positions.values()]) {
    closeWherePossible(draft, position, kind, context)
    const rest = draft.account.positions.get(listingKey(position))
    if (rest === undefined || rest.flattenedBy !== null) continue
    draft.stamp()
    draft.putPosition({ ...rest, flattenedBy: kind })
  }
}

/** An order of a LIVE account that its venue is asked to cancel may fill first. */
function flattenLateFills(draft: Draft, kind: SwitchKind): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    const { live } = order ?? {}
    if (order === undefined || live?.kind !== 'cancelling' || order.flags.reduceOnly) continue
    if (live.ending === null || live.ending.flattenedBy !== undefined) continue
    changeOrder(draft, order, { live: { ...live, ending: { ...live.ending, flattenedBy: kind } } })
  }
}

function closeWherePossible(draft: Draft, position: Position, kind: SwitchKind, context: DecisionContext): void {
  const market = closableMarket(draft.account, position, context)
  if (market !== null) closeOut(draft, position, market.instrument, kind, context)
}

/** The market to close a position in as its trader could; null while that is not possible. */
function closableMarket({ plan }: Account, position: Position, context: DecisionContext): TradableMarket | null {
  const market = tradableMarket(position, context)
  const { newsFreeze } = plan.risk
  if (market === null || newsFreeze?.scope !== 'ALL') return market
  return freezeInForce(newsFreeze, market.instrument, context) === null ? market : null
}

/** Whether there is anything for `closeFlattened` to do. */
export function isAnyFlattened(account: Account, context: DecisionContext): boolean {
  for (const position of account.positions.values())
    if (position.flattenedBy !== null && closableMarket(account, position, context) !== null) return true
  return false
}

/** Goes on closing what a switch could not close. */
export function closeFlattened(draft: Draft, context: DecisionContext): void {
  for (const position of [...draft.account.positions.values()]) {
    const { flattenedBy } = position
    if (flattenedBy !== null) closeWherePossible(draft, position, flattenedBy, context)
  }
}

/** From one attempt to the next. */
const RETRY_MICROS = 1_000_000

/** When to look at the account for it; null: there is nothing left to close. */
export function flattenLookAt({ positions }: Account, now: Micros): Micros | null {
  for (const { flattenedBy } of positions.values()) if (flattenedBy !== null) return now + RETRY_MICROS
  return null
}
