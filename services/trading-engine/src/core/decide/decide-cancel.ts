/** Cancels a working order (spec 4.1). Cancelling a cancelled order again is answered with it: a retry is safe. */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { executionOf } from '../execution/execution-of.js'
import { isCloseByService, type Order } from '../model/order/order.js'
import { decided, type Outcome } from '../model/outcome.js'
import type { DecisionContext } from '../model/decision-context.js'

/** `ended` is the order as stored when it no longer works; null when the account has no such order. */
export function decideCancel(
  account: Account,
  orderId: string,
  ended: Order | null,
  context: DecisionContext,
): Outcome<Order> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const working = draft.account.orders.get(orderId)
  if (working !== undefined) {
    if (isCloseByService(working)) {
      const message = 'the service closes the position by this order: it cannot be cancelled'
      return { kind: 'problem', problem: { kind: 'order_not_working', message, order: working } }
    }
    const cancelled = executionOf(draft.account).cancel(draft, working, 'user_cancelled', context)
    return decided(draft.changes(), cancelled)
  }
  const final = draft.find(orderId) ?? ended
  if (final === null) return { kind: 'problem', problem: { kind: 'not_found', message: 'no such order' } }
  if (final.status === 'CANCELLED') return decided(null, final)
  const message = `the order is ${final.status} and can no longer be cancelled`
  return { kind: 'problem', problem: { kind: 'order_not_working', message, order: final } }
}
