/**
 * The time that a position is without the stops that its plan requires: for all of it, and no further than allowed. It
 * counts from the first moment without, adds up over the position's life, and setting a stop does not begin it again.
 */
import type { StopRule } from '../plan/order-rules.js'
import { multiplyDivide, ONE } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import { listingKey, type Listing } from '../market/listing.js'
import type { Order } from '../order/order.js'
import type { Account } from './account.js'
import type { Position, Uncovered } from './position.js'
import { canStop, plannedLoss } from './stops.js'

const NEVER: Uncovered = { since: null, spent: 0 }

function isCovered(account: Pick<Account, 'orders' | 'plan'>, position: Position, { riskPctMax }: StopRule): boolean {
  const loss = plannedLoss(account, position)
  if (loss === null || riskPctMax === null) return loss !== null
  return loss <= multiplyDivide(account.plan.initialBalance, riskPctMax, 100n * ONE, 'HALF_EVEN')
}

/** The open positions whose cover is another from `now` on: one whose orders, and itself, are unchanged keeps it. */
export function changedCover(
  account: Account,
  orders: Iterable<Order>,
  positions: Iterable<Position>,
  now: Micros,
): readonly Position[] {
  const { stopRequired } = account.plan.risk.orderRules ?? {}
  if (stopRequired === undefined || account.positions.size === 0) return NONE
  const touched = new Set<Position>()
  const touch = (listing: Listing): void => {
    const position = account.positions.get(listingKey(listing))
    if (position !== undefined) touched.add(position)
  }
  for (const position of positions) touch(position)
  for (const order of orders) if (canStop(order)) touch(order)
  const changed: Position[] = []
  for (const position of touched) {
    const followed = followCover(account, position, stopRequired, now)
    if (followed !== position) changed.push(followed)
  }
  return changed
}

const NONE: readonly Position[] = []

/** The position from `now` on, without its stops or with them again; the same one where nothing has changed. */
function followCover(
  account: Pick<Account, 'orders' | 'plan'>,
  position: Position,
  rule: StopRule,
  now: Micros,
): Position {
  const { since, spent } = position.uncovered ?? NEVER
  const covered = isCovered(account, position, rule)
  if (covered === (since === null)) return position
  return {
    ...position,
    uncovered: {
      ...position.uncovered,
      ...(covered ? { since: null, spent: spent + now - (since ?? now) } : { since: now, spent }),
    },
  }
}

const SECOND = 1_000_000

/** A position without its stops is no further strike for so long. */
const STRIKE_SECONDS_MIN = 60

/** When its time without stops is over, or when that is the next strike; null while it has them. */
export function graceEndsAt({ uncovered }: Pick<Position, 'uncovered'>, { graceSeconds }: StopRule): Micros | null {
  const { since, spent, struckAt } = uncovered ?? NEVER
  if (since === null) return null
  if (struckAt !== undefined) return Math.max(since, struckAt + Math.max(graceSeconds, STRIKE_SECONDS_MIN) * SECOND)
  return since + Math.max(0, graceSeconds * SECOND - spent)
}
