/**
 * Orders on the account of a follower what its leader has filled: an entry as large as the link says, an exit in
 * proportion of the position, the last one down to flat. An entry brings the stop and the target of the leader's
 * position along, in the same decision, where the link copies them. The follower's own plan decides, as on any order.
 * What is not ordered is an event of the follower, but for an exit without a position.
 */
import { openingSide, type Position } from '../model/account/position.js'
import type { Account } from '../model/account/account.js'
import type { Copied, CopiedFrom, Drift, LeaderFill, SkipReason } from '../model/copied.js'
import { isExit, NOT_ORDERED } from '../model/copied.js'
import type { CopyLink } from '../model/copy-link.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Draft } from '../model/draft.js'
import { listingKey } from '../model/market/listing.js'
import { isWorking } from '../model/order/order-status.js'
import { decided, type Outcome, type Problem } from '../model/outcome.js'
import { computeFigures } from '../margin/figures.js'
import { copiedExit, copiedQuantity, type SizingFigures } from '../execution/copied-quantity.js'
import { assertInvariant } from '../values/invariant.js'
import {
  abs,
  multiplyDivide,
  ONE,
  price,
  quantity as quantityOf,
  roundToStep,
  type Price,
  type Quantity,
} from '../values/decimal.js'
import { bracketLike, type LeaderExit } from './copied-protection.js'
import { openPlace, place } from './decide-place.js'
import type { PlaceOrder } from './prepare-order.js'

export interface CopyFill {
  readonly link: CopyLink
  readonly fill: LeaderFill
  readonly leader: Pick<SizingFigures, 'leaderEquity' | 'stop'> & {
    /** The stop and the target of its position, where the link copies them; absent of what was recorded before 1.1. */
    readonly exits?: readonly LeaderExit[]
  }
}

const HUNDRED = 100n * ONE

export function decideCopy(account: Account, copy: CopyFill, context: DecisionContext): Outcome<Copied> {
  const { state } = account
  if (state === 'TERMINATED' || state === 'CLOSED') return decided(null, copied(copy, { skipped: 'account_ended' }))
  return isExit(copy.fill) ? copyExit(account, copy, context) : copyEntry(account, copy, context)
}

function copyEntry(account: Account, copy: CopyFill, context: DecisionContext): Outcome<Copied> {
  const { link, fill, leader } = copy
  const skip = (reason: SkipReason, more: Partial<Copied> = {}) =>
    skipped(openDraft(account, context), copied(copy, { skipped: reason, ...more }))
  const instrument = context.instruments.find(fill.symbol)
  if (instrument === undefined) return skip('not_possible')
  const followerEquity = computeFigures(account, context).equity
  const size = copiedQuantity(link.sizing, fill, { ...leader, followerEquity }, instrument.lotSize)
  if (typeof size === 'string') return skip(size)
  if (size === 0n) return skip('below_lot')
  const target = { add: fill.side === 'BUY' ? size : 0n - size }
  if (context.now - fill.at > link.delayMsMax * 1_000) return skip('too_late', { quantity: size, target })
  const { slippagePctMax: slippage } = link
  const limit = slippage === null ? null : worstPrice(fill, slippage)
  const kind = limit === null ? 'MARKET' : 'LIMIT'
  const command: PlaceOrder = { ...orderOf(copy, size), kind, price: limit }
  const bracket = bracketLike(leader.exits ?? [], command, link.id)
  return order(account, copied(copy, { target }), bracket ? { ...command, bracket } : command, context)
}

/** Off the tick it moves to the next one no worse for the follower, as any limit. */
const worstPrice = ({ side, price: at }: LeaderFill, slippagePct: bigint): Price =>
  price(multiplyDivide(at, side === 'BUY' ? HUNDRED + slippagePct : HUNDRED - slippagePct, HUNDRED, 'HALF_EVEN'))

/** Never too late, and at any price: what reduces is better late than never. */
function copyExit(account: Account, copy: CopyFill, context: DecisionContext): Outcome<Copied> {
  const { link, fill } = copy
  const instrument = context.instruments.find(fill.symbol)
  assertInvariant(instrument !== undefined, 'the symbol of a fill is listed')
  const { lotSize } = instrument
  const target = {
    ...{ closed: fill.quantity, before: abs(fill.positionBefore), lotSize, rounding: link.sizing.rounding },
  }
  const position = positionLike(account, fill)
  if (position === undefined) return decided(null, copied(copy, { skipped: 'no_position', target }))
  const size = copiedExit(position.quantity, fill, link.sizing.rounding, lotSize)
  if (size === 0n) return skipped(openDraft(account, context), copied(copy, { skipped: 'below_lot', target }))
  const command = orderOf(copy, size)
  const flags = { ...command.flags, reduceOnly: true }
  return order(account, copied(copy, { target }), { ...command, flags, positionId: position.id }, context)
}

/** The position of the follower that faces the same way as the leader's did. */
function positionLike({ positions }: Account, fill: LeaderFill): Position | undefined {
  const position = positions.get(listingKey(fill))
  return position !== undefined && openingSide(position.direction) !== fill.side ? position : undefined
}

const FLAGS = { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false }

const orderOf = ({ link, fill }: CopyFill, quantity: Quantity): PlaceOrder =>
  marketOrder(fill, quantity, fromOf(link, fill))

const marketOrder = (
  { symbol, venue, side }: Pick<LeaderFill, 'symbol' | 'venue' | 'side'>,
  quantity: Quantity,
  copiedFrom: CopiedFrom,
): PlaceOrder => ({
  ...{ symbol, venue, side, kind: 'MARKET', quantity },
  ...{ price: null, triggerPrice: null, tif: 'IOC', flags: FLAGS, expiresAt: null, clientId: null },
  ...{ positionId: null, parentOrderId: null, copiedFrom },
})

const fromOf = ({ id: linkId }: CopyLink, { id: fillId, orderId }: LeaderFill): CopiedFrom => ({
  linkId,
  fillId,
  orderId,
})

/** `copy`: what it is about, before anything has become of it. */
function order(account: Account, copy: Copied, command: PlaceOrder, context: DecisionContext): Outcome<Copied> {
  const about = { ...copy, quantity: command.quantity }
  const { draft, proposed } = openPlace(account, command, context, null)
  if ('problem' in proposed)
    return skipped(draft, { ...about, skipped: 'not_possible', message: wordsOf(proposed.problem) })
  const outcome = place(draft, proposed, context)
  if (outcome.kind === 'problem') return outcome
  const { order: placed, fills, violations } = outcome.answer
  if (placed === null) {
    const rules = violations.map(({ rule }) => rule)
    return skipped(draft, { ...about, skipped: 'refused', rules, message: violations[0]?.message ?? null })
  }
  const done = { ...about, copyId: placed.id }
  if (fills.length === 0 && !isWorking(placed.status)) return skipped(draft, { ...done, skipped: 'max_slippage' })
  return decided(outcome.changes, done)
}

function skipped(draft: Draft, skip: Copied): Outcome<Copied> {
  draft.emit({ type: 'copy.skipped', skip })
  return decided(draft.changes(), skip)
}

const copied = ({ link, fill }: CopyFill, more: Partial<Copied>): Copied => ({
  ...fromOf(link, fill),
  ...{ action: isExit(fill) ? 'EXIT' : 'ENTRY', symbol: fill.symbol, venue: fill.venue, side: fill.side },
  ...{ ...NOT_ORDERED, ...more },
})

export const wordsOf = (problem: Problem): string => {
  if (problem.kind === 'invalid') return problem.issues.map(({ message }) => message).join('; ')
  return 'message' in problem ? problem.message : problem.kind
}

export interface SyncCopy extends Pick<Drift, 'venue' | 'symbol' | 'target'> {
  readonly link: CopyLink
}

/** Orders the difference between what the follower holds and what its links would have it hold; null: none of a lot. */
export function decideSync(account: Account, sync: SyncCopy, context: DecisionContext): Outcome<Copied | null> {
  const { link, venue, symbol, target } = sync
  const instrument = context.instruments.find(symbol)
  assertInvariant(instrument !== undefined, 'the symbol of a target is listed')
  const position = account.positions.get(listingKey({ venue, symbol }))
  const missing = target - signedQuantity(position)
  const size = roundToStep(abs(missing), instrument.lotSize, 'FLOOR')
  if (size === 0n) return decided(null, null)
  const side = missing > 0n ? 'BUY' : 'SELL'
  const copiedFrom = { linkId: link.id, fillId: null, orderId: null }
  const about: Copied = { ...copiedFrom, ...NOT_ORDERED, action: 'SYNC', symbol, venue, side }
  const command = marketOrder({ symbol, venue, side }, quantityOf(size), copiedFrom)
  const isReducing = position !== undefined && openingSide(position.direction) !== side && size <= position.quantity
  const flags = { ...command.flags, reduceOnly: isReducing }
  return order(account, about, isReducing ? { ...command, flags, positionId: position.id } : command, context)
}

export const signedQuantity = (position: Position | undefined): bigint => {
  if (position === undefined) return 0n
  return position.direction === 'LONG' ? position.quantity : 0n - position.quantity
}
