/**
 * The time that a position is without the stops that its plan requires: for all of it, and no further than allowed. It
 * counts from the first moment without, adds up over the position's life, and setting a stop does not begin it again.
 */
import type { StopRule } from '../plan/order-rules.js'
import { multiplyDivide, ONE } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { Account } from './account.js'
import type { Position, Uncovered } from './position.js'
import { plannedLoss } from './stops.js'

const NEVER: Uncovered = { since: null, spent: 0 }

function isCovered(account: Pick<Account, 'orders' | 'plan'>, position: Position, { riskPctMax }: StopRule): boolean {
  const loss = plannedLoss(account, position)
  if (loss === null || riskPctMax === null) return loss !== null
  return loss <= multiplyDivide(account.plan.initialBalance, riskPctMax, 100n * ONE, 'HALF_EVEN')
}

/** The positions of the account, by their keys, whose cover is another from `now` on. */
export function changedCover(account: Account, now: Micros): readonly (readonly [string, Position])[] {
  const { stopRequired } = account.plan.risk.orderRules ?? {}
  if (stopRequired === undefined) return NONE
  return [...account.positions].flatMap(([key, position]) => {
    const followed = followCover(account, position, stopRequired, now)
    return followed === position ? [] : [[key, followed] as const]
  })
}

const NONE: readonly (readonly [string, Position])[] = []

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
    uncovered: covered ? { since: null, spent: spent + now - (since ?? now) } : { since: now, spent },
  }
}

const SECOND = 1_000_000

/** When its time without stops is over; null while it has them. */
export function graceEndsAt({ uncovered }: Pick<Position, 'uncovered'>, { graceSeconds }: StopRule): Micros | null {
  const { since, spent } = uncovered ?? NEVER
  return since === null ? null : since + Math.max(0, graceSeconds * SECOND - spent)
}
