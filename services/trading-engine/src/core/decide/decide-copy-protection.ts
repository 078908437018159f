/**
 * Sets on the follower's position the stop, or the target, that the leader's has, for all of it; or takes off the one
 * that a link has set, once the leader has taken its own off.
 */
import type { Account } from '../model/account/account.js'
import { isReducedBy, type Position } from '../model/account/position.js'
import { NOT_ORDERED, type Copied } from '../model/copied.js'
import type { CopyLink } from '../model/copy-link.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft } from '../model/draft.js'
import { listingKey } from '../model/market/listing.js'
import type { Order } from '../model/order/order.js'
import { isWorking } from '../model/order/order-status.js'
import { decided, type Outcome } from '../model/outcome.js'
import { legNameOf, protectionLike } from './copied-protection.js'
import { wordsOf } from './decide-copy.js'
import { decideProtect } from './decide-protect.js'

export interface CopyProtection {
  readonly link: CopyLink
  /** The leader's, as it is now: it works, or has ended. */
  readonly exit: Order
}

export function decideCopyProtection(
  account: Account,
  { link, exit }: CopyProtection,
  context: DecisionContext,
): Outcome<Copied> {
  const { symbol, venue, side } = exit
  const about: Copied = {
    ...{ ...NOT_ORDERED, linkId: link.id, fillId: null, orderId: exit.id },
    ...{ action: 'PROTECTION', symbol, venue, side },
  }
  const position = account.positions.get(listingKey(exit))
  if (!isReducedBy(position, side)) return decided(null, { ...about, skipped: 'no_position' })
  const name = legNameOf(exit)
  const wanted = isWorking(exit.status) ? protectionLike(exit, link.id) : null
  if (wanted === null && copiedExit(account, link, exit) === undefined)
    return decided(null, { ...about, skipped: 'no_position' })
  const outcome = decideProtect(account, { positionId: position.id, [name]: wanted }, context)
  if (outcome.kind === 'decided')
    return decided(outcome.changes, { ...about, ...setBy(outcome.changes?.orders, position) })
  const { problem } = outcome
  const skip: Copied =
    problem.kind === 'risk_rejected'
      ? { ...about, skipped: 'refused', rules: problem.violations.map(({ rule }) => rule) }
      : { ...about, skipped: 'not_possible', message: wordsOf(problem) }
  const draft = openDraft(account, context)
  draft.emit({ type: 'copy.skipped', skip })
  return decided(draft.changes(), skip)
}

/** The exit of the follower that the link has set for this one. */
const copiedExit = ({ orders }: Account, link: CopyLink, exit: Order): Order | undefined =>
  [...orders.values()].find(
    ({ copiedFrom }) => copiedFrom?.linkId === link.id && copiedFrom.orderId === exit.id && copiedFrom.fillId === null,
  )

function setBy(orders: readonly Order[] | undefined, position: Position): Partial<Copied> {
  const set = orders?.find(({ status, bracketId }) => isWorking(status) && bracketId === position.id)
  return set === undefined ? {} : { copyId: set.id, quantity: set.quantity }
}
