/**
 * Orders on the account of a follower what its leader has filled: an entry as large as the link says, an exit in
 * proportion of the position, the last one down to flat. The follower's own plan decides, as on any order. What is not
 * ordered is an event of the follower, but for an exit without a position.
 */
import { openingSide, type Position } from '../model/account/position.js'
import type { Account } from '../model/account/account.js'
import type { Copied, CopiedFrom, LeaderFill, SkipReason } from '../model/copied.js'
import { isExit } from '../model/copied.js'
import type { CopyLink } from '../model/copy-link.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Draft } from '../model/draft.js'
import { listingKey } from '../model/market/listing.js'
import { isWorking } from '../model/order/order-status.js'
import { decided, type Outcome, type Problem } from '../model/outcome.js'
import { computeFigures } from '../margin/figures.js'
import { copiedExit, copiedQuantity, type SizingFigures } from '../execution/copied-quantity.js'
import { multiplyDivide, ONE, price, type Price, type Quantity } from '../values/decimal.js'
import { openPlace, place } from './decide-place.js'
import type { PlaceOrder } from './prepare-order.js'

export interface CopyFill {
  readonly link: CopyLink
  readonly fill: LeaderFill
  readonly leader: Pick<SizingFigures, 'leaderEquity' | 'stop'>
}

const HUNDRED = 100n * ONE

export function decideCopy(account: Account, copy: CopyFill, context: DecisionContext): Outcome<Copied> {
  const { state } = account
  if (state === 'TERMINATED' || state === 'CLOSED') return decided(null, copied(copy, { skipped: 'account_ended' }))
  return isExit(copy.fill) ? copyExit(account, copy, context) : copyEntry(account, copy, context)
}

function copyEntry(account: Account, copy: CopyFill, context: DecisionContext): Outcome<Copied> {
  const { link, fill, leader } = copy
  const skip = (reason: SkipReason) => skipped(openDraft(account, context), copied(copy, { skipped: reason }))
  if (context.now - fill.at > link.delayMsMax * 1_000) return skip('too_late')
  const instrument = context.instruments.find(fill.symbol)
  if (instrument === undefined) return skip('not_possible')
  const followerEquity = computeFigures(account, context).equity
  const size = copiedQuantity(link.sizing, fill, { ...leader, followerEquity }, instrument.lotSize)
  if (typeof size === 'string') return skip(size)
  if (size === 0n) return skip('below_lot')
  const { slippagePctMax: slippage } = link
  const limit = slippage === null ? null : worstPrice(fill, slippage)
  const kind = limit === null ? 'MARKET' : 'LIMIT'
  return order(account, copy, { ...orderOf(copy, size), kind, price: limit }, context)
}

/** Off the tick it moves to the next one no worse for the follower, as any limit. */
const worstPrice = ({ side, price: at }: LeaderFill, slippagePct: bigint): Price =>
  price(multiplyDivide(at, side === 'BUY' ? HUNDRED + slippagePct : HUNDRED - slippagePct, HUNDRED, 'HALF_EVEN'))

/** Never too late, and at any price: what reduces is better late than never. */
function copyExit(account: Account, copy: CopyFill, context: DecisionContext): Outcome<Copied> {
  const { link, fill } = copy
  const position = positionLike(account, fill)
  const instrument = context.instruments.find(fill.symbol)
  if (position === undefined || instrument === undefined) return decided(null, copied(copy, { skipped: 'no_position' }))
  const size = copiedExit(position.quantity, fill, link.sizing.rounding, instrument.lotSize)
  if (size === 0n) return skipped(openDraft(account, context), copied(copy, { skipped: 'below_lot' }))
  const command = orderOf(copy, size)
  const flags = { ...command.flags, reduceOnly: true }
  return order(account, copy, { ...command, flags, positionId: position.id }, context)
}

/** The position of the follower that faces the same way as the leader's did. */
function positionLike({ positions }: Account, fill: LeaderFill): Position | undefined {
  const position = positions.get(listingKey(fill))
  return position !== undefined && openingSide(position.direction) !== fill.side ? position : undefined
}

const FLAGS = { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false }

const orderOf = ({ link, fill }: CopyFill, quantity: Quantity): PlaceOrder => ({
  ...{ symbol: fill.symbol, venue: fill.venue, side: fill.side, kind: 'MARKET', quantity },
  ...{ price: null, triggerPrice: null, tif: 'IOC', flags: FLAGS, expiresAt: null, clientId: null },
  ...{ positionId: null, parentOrderId: null, copiedFrom: fromOf(link, fill) },
})

const fromOf = ({ id: linkId }: CopyLink, { id: fillId, orderId }: LeaderFill): CopiedFrom => ({
  linkId,
  fillId,
  orderId,
})

function order(account: Account, copy: CopyFill, command: PlaceOrder, context: DecisionContext): Outcome<Copied> {
  const { quantity } = command
  const { draft, proposed } = openPlace(account, command, context, null)
  if ('problem' in proposed)
    return skipped(draft, copied(copy, { skipped: 'not_possible', quantity, message: wordsOf(proposed.problem) }))
  const outcome = place(draft, proposed, context)
  if (outcome.kind === 'problem') return outcome
  const { order: placed, fills, violations } = outcome.answer
  const refused = violations[0]
  if (placed === null || refused !== undefined) {
    const rules = violations.map(({ rule }) => rule)
    return skipped(draft, copied(copy, { skipped: 'refused', quantity, rules, message: refused?.message ?? null }))
  }
  const done = copied(copy, { quantity, copyId: placed.id })
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
  ...{ skipped: null, message: null, rules: [], quantity: null, copyId: null, ...more },
})

const wordsOf = (problem: Problem): string => {
  if (problem.kind === 'invalid') return problem.issues.map(({ message }) => message).join('; ')
  return 'message' in problem ? problem.message : problem.kind
}
