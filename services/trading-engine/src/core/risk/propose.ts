/** An order as it would be placed into an account, with all that the rules may look at. Nothing is changed. */
import type { Account } from '../model/account/account.js'
import { accruedCarry } from '../execution/charge-carry.js'
import { isLiquidationDue } from '../execution/liquidate.js'
import { usd } from '../values/decimal.js'
import { computeFiguresAround } from '../margin/figures.js'
import type { FillTerms } from '../execution/fill-order.js'
import type { Instrument } from '../model/market/instrument.js'
import type { Match } from '../execution/match-order.js'
import { freezeInForce } from '../calendar/news.js'
import { remainingQuantity, type Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import { openingSide, type Position } from '../model/account/position.js'
import { projectOrder } from '../margin/project-order.js'
import { equityAfterOrder } from './equity-after-order.js'
import { plannedLossOf } from './planned-loss.js'
import type { Proposal } from './proposal.js'
import { rulesOf } from './rules-of-plan.js'
import type { DecisionContext } from '../model/decision-context.js'

export function propose(
  account: Account,
  order: Order,
  instrument: Instrument,
  match: Match,
  fillTerms: FillTerms,
  context: DecisionContext,
  exits: readonly Order[] = NO_EXITS,
): Proposal {
  const { executions, rests, wouldTake } = match
  const position = positionMet(account, order)
  const accrued = executions.length === 0 ? usd(0n) : accruedCarry(account, position, context)
  const projection = projectOrder(account, order, executions, rests, fillTerms, accrued)
  const { before, after } = computeFiguresAround(account, projection, context)
  const quote = context.market.quote(order)
  return {
    at: context.now,
    account,
    order,
    exits,
    instrument,
    instruments: context.instruments,
    quote,
    position,
    executions,
    rests,
    wouldTake,
    isReducing: isReducing(account, order, position, rests),
    addsToLiquidated: addsToLiquidated(account, order, context),
    isMarketOpen: context.isMarketOpen(order),
    walletAt: context.walletAt,
    freeze: freezeInForce(account.plan.risk.newsFreeze, instrument, context),
    heldElsewhere: context.heldElsewhere ?? NOTHING_HELD,
    plannedLoss: rulesOf(account).comparesPlannedLoss
      ? plannedLossOf(account, order, exits, position, match, quote)
      : null,
    staleSymbols: staleSymbolsOf(account, context),
    before,
    after,
    equityAfter: equityAfterOrder(after, order, match, fillTerms, context),
  }
}

const NO_EXITS: readonly Order[] = []
const NOTHING_HELD: Proposal['heldElsewhere'] = []

function staleSymbolsOf({ positions }: Account, { market }: DecisionContext): readonly string[] {
  const stale: string[] = []
  for (const position of positions.values())
    if (market.quote(position)?.staleReason !== null) stale.push(position.symbol)
  return stale
}

/** The position it would reduce or add to; for an exit, only the position it is an exit of. */
function positionMet(account: Account, order: Order): Position | undefined {
  const position = account.positions.get(listingKey(order))
  return order.bracketId === null || position?.id === order.positionId ? position : undefined
}

function addsToLiquidated(account: Account, order: Order, context: DecisionContext): boolean {
  if (order.flags.reduceOnly) return false
  const position = account.positions.get(listingKey(order))
  const isAdding = position !== undefined && openingSide(position.direction) === order.side
  return isAdding && isLiquidationDue(account, position, context)
}

/** True when the order, with those already resting on its side if it rests too, can only shrink the position. */
function isReducing(account: Account, order: Order, position: Position | undefined, rests: boolean): boolean {
  if (order.flags.reduceOnly) return true
  if (position === undefined || openingSide(position.direction) === order.side) return false
  let total: bigint = remainingQuantity(order)
  for (const other of rests ? account.orders.values() : []) {
    const isBeside = other.venue === order.venue && other.symbol === order.symbol && other.side === order.side
    if (isBeside && !other.flags.reduceOnly) total += remainingQuantity(other)
  }
  return total <= position.quantity
}
