/**
 * A trigger that was given as a distance follows the average fill of its entry:
 *   above it: average + distance, below it: average − distance, on the nearest tick and never under one tick
 * The distance is an amount, or a percentage of the average. An exit that has fired, or that a venue has, stays.
 *
 * One that leads beyond what can be stored is a mistake of the caller where the order is placed. Once it follows it
 * ends below that: a decision that cannot be written would keep the account from being looked after.
 */
import type { ExitTerms } from '../model/order/exit-terms.js'
import type { Order } from '../model/order/order.js'
import { firesAbove, isArmed } from '../model/order/trigger.js'
import { decimal, LIMIT, max, min, multiplyDivide, price, roundToStep, type Price } from '../values/decimal.js'
import { triggerPriceOnGrid } from './price-grid.js'

const HUNDRED = decimal('100')

type Exit = Pick<Order, 'kind' | 'side'>

/** Null where the terms name no distance. */
export function triggerFrom(
  { offset, offsetPct }: ExitTerms,
  exit: Exit,
  average: Price,
  tickSize: Price,
): Price | null {
  const distance = offset ?? (offsetPct === undefined ? null : multiplyDivide(average, offsetPct, HUNDRED, 'HALF_EVEN'))
  if (distance === null) return null
  const trigger = price(firesAbove(exit) ? average + distance : average - distance)
  return max(triggerPriceOnGrid(trigger, tickSize), tickSize)
}

/** The trigger of the exit of an entry with that average fill, where it is another than the exit has. */
export function followedTrigger(exit: Order, average: Price, tickSize: Price): Price | null {
  if (exit.exitTerms === undefined || exit.live !== undefined || !isArmed(exit)) return null
  const trigger = triggerFrom(exit.exitTerms, exit, average, tickSize)
  if (trigger === null) return null
  const highest = roundToStep(price(LIMIT - 1n), tickSize, 'FLOOR')
  const followed = min(trigger, highest)
  return followed === exit.triggerPrice ? null : followed
}
