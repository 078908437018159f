import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { executionOf } from '../execution/execution-of.js'
import { isCloseByService, type Order } from '../model/order/order.js'
import { decided, unknownSymbol, type Outcome } from '../model/outcome.js'
import type { DecisionContext } from '../model/decision-context.js'

/** Cancels every working order of the trader, of a symbol or of all (null), in one decision: all of them or none. */
export function decideCancelAll(
  account: Account,
  spelling: string | null,
  context: DecisionContext,
): Outcome<readonly Order[]> {
  const instrument = spelling === null ? null : context.instruments.resolve(spelling)
  if (instrument === undefined) {
    return { kind: 'problem', problem: unknownSymbol(spelling ?? '', context.instruments.candidates(spelling ?? '')) }
  }
  const draft = openDraft(account, context)
  advance(draft, context)
  const cancelled: Order[] = []
  const execution = executionOf(draft.account)
  // Exits come after their entries, and would end with them: cancelled first, they are among what the caller asked for.
  for (const order of [...draft.account.orders.values()].reverse()) {
    const isMeant = instrument === null || order.symbol === instrument.symbol
    if (isMeant && !isCloseByService(order)) cancelled.push(execution.cancel(draft, order, 'user_cancelled', context))
  }
  return decided(draft.changes(), cancelled.reverse())
}
