import type { Account } from '../model/account.js'
import { advance } from '../execution/advance.js'
import { openDraft } from '../model/draft.js'
import { endOrder } from '../execution/terminate-order.js'
import type { Order } from '../model/order.js'
import { decided, unknownSymbol, type Outcome } from '../model/outcome.js'
import type { World } from '../model/decision-context.js'

/** Cancels every working order, or every one of a symbol (null: all), in one decision: all of them or none. */
export function decideCancelAll(account: Account, spelling: string | null, world: World): Outcome<readonly Order[]> {
  const instrument = spelling === null ? null : world.instruments.resolve(spelling)
  if (instrument === undefined) {
    return { kind: 'problem', problem: unknownSymbol(spelling ?? '', world.instruments.candidates(spelling ?? '')) }
  }
  const draft = openDraft(account, world)
  advance(draft, world)
  const cancelled: Order[] = []
  // Exits come after their entries, and would end with them: cancelled first, they are among what the caller asked for.
  for (const order of [...draft.account.orders.values()].reverse()) {
    if (instrument === null || order.symbol === instrument.symbol) {
      cancelled.push(endOrder(draft, order, 'CANCELLED', 'user_cancelled', 'USER'))
    }
  }
  return decided(draft.changes(), cancelled.reverse())
}
