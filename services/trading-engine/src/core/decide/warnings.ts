/** Warnings about an accepted order: it violates no rule, but will not have its intended effect. */
import { NO_BOOK } from '../execution/match-order.js'
import type { Account } from '../model/account/account.js'
import { liquidationMarksOf } from '../margin/liquidation-marks.js'
import { liveQuantity, waitingPrice, type Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import { openingSide } from '../model/account/position.js'
import { projectOrder } from '../margin/project-order.js'
import { fillTermsOf } from '../execution/fill-terms.js'
import type { DecisionContext } from '../model/decision-context.js'

/** `stop_beyond_liquidation`: what the stop is to protect would be liquidated before it fires. */
export const WARNINGS = ['stop_beyond_liquidation'] as const
export type Warning = (typeof WARNINGS)[number]

const NONE: readonly Warning[] = []

/** Warnings about an order as it stands in the account. */
export const warningsOf = (account: Account, order: Order, context: DecisionContext): readonly Warning[] =>
  order.kind === 'STOP' && isBeyondLiquidation(account, order, context) ? ['stop_beyond_liquidation'] : NONE

function isBeyondLiquidation(now: Account, stop: Order, context: DecisionContext): boolean {
  const account = protectedIn(now, stop, context)
  const position = account.positions.get(listingKey(stop))
  if (position === undefined || stop.triggerPrice === null || openingSide(position.direction) === stop.side)
    return false
  const liquidation = liquidationMarksOf(account, context)(position)
  // Hedged by more on another venue, it is liquidated where it wins: its stop has nothing to do with that.
  if (liquidation === null || liquidation.isAbove !== (position.direction === 'SHORT')) return false
  return liquidation.isAbove ? stop.triggerPrice > liquidation.price : stop.triggerPrice < liquidation.price
}

/** For a stop that is held for its entry: the account as it will be once that has filled where it waits. */
function protectedIn(account: Account, stop: Order, context: DecisionContext): Account {
  const entry =
    stop.contingentQuantity > 0n && stop.parentOrderId !== null ? account.orders.get(stop.parentOrderId) : undefined
  const at = entry === undefined ? null : waitingPrice(entry)
  const instrument = context.instruments.find(stop.symbol)
  if (entry === undefined || at === null || instrument === undefined) return account
  const fillTerms = fillTermsOf(account, entry, instrument, NO_BOOK, 'MAKER', context.now)
  const filled = [{ price: at, quantity: liveQuantity(entry) }]
  const { balance, position } = projectOrder(account, entry, filled, false, fillTerms)
  const positions = new Map(account.positions)
  const key = listingKey(entry)
  if (position === undefined) positions.delete(key)
  else positions.set(key, position)
  return { ...account, balance, positions }
}
