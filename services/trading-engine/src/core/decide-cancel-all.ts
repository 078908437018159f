import type { Account } from './account.js'
import { advance } from './advance.js'
import { openDraft } from './draft.js'
import { endOrder } from './end-order.js'
import type { Order } from './order.js'
import { decided, type Outcome } from './outcome.js'
import type { World } from './world.js'

/** Cancels every working order, or every one of a symbol (null: all), in one decision: all of them or none. */
export function decideCancelAll(account: Account, symbol: string | null, world: World): Outcome<readonly Order[]> {
  const draft = openDraft(account, world)
  advance(draft, world)
  const cancelled: Order[] = []
  for (const order of draft.account.orders.values()) {
    if (symbol === null || order.symbol === symbol) {
      cancelled.push(endOrder(draft, order, 'CANCELLED', 'user_cancelled', 'USER'))
    }
  }
  return decided(draft.changes(), cancelled)
}
