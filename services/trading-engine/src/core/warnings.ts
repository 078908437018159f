/** What is said of an order that is taken all the same: by no rule is it wrong, but it will not do what it is meant to. */
import type { Account } from './account.js'
import { liquidationPrice } from './liquidation.js'
import { liveQuantity, waitingPrice, type Order } from './order.js'
import { openingSide, positionKey, type Position } from './position.js'
import { projectOrder } from './project.js'
import { fillTermsOf } from './take-match.js'
import type { World } from './world.js'

/** `stop_beyond_liquidation`: what the stop is to protect would be liquidated before it fires. */
export const WARNINGS = ['stop_beyond_liquidation'] as const
export type Warning = (typeof WARNINGS)[number]

const NONE: readonly Warning[] = []

/** Of an order as it stands in the account. */
export const warningsOf = (account: Account, order: Order, world: World): readonly Warning[] =>
  order.kind === 'STOP' && isBeyondLiquidation(account, order, world) ? ['stop_beyond_liquidation'] : NONE

function isBeyondLiquidation(account: Account, stop: Order, world: World): boolean {
  const position = protectedBy(account, stop, world)
  if (position === undefined || stop.triggerPrice === null || openingSide(position.direction) === stop.side)
    return false
  const terms = world.instruments.find(stop.symbol)?.terms[stop.venue]
  const liquidation = terms === undefined ? null : liquidationPrice(position, terms)
  if (liquidation === null) return false
  return position.direction === 'LONG' ? stop.triggerPrice < liquidation : stop.triggerPrice > liquidation
}

/** For a stop that is held for its entry: what will be there once that has filled where it waits. */
function protectedBy(account: Account, stop: Order, world: World): Position | undefined {
  const entry =
    stop.heldQuantity > 0n && stop.parentOrderId !== null ? account.orders.get(stop.parentOrderId) : undefined
  const at = entry === undefined ? null : waitingPrice(entry)
  const instrument = world.instruments.find(stop.symbol)
  if (entry === undefined || at === null || instrument === undefined)
    return account.positions.get(positionKey(stop.venue, stop.symbol))
  const how = fillTermsOf(account, entry, instrument, 0, 'MAKER')
  return projectOrder(account, entry, [{ price: at, quantity: liveQuantity(entry) }], false, how).position
}
