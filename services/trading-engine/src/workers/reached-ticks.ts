/** Keeps the orders and marks that ticks have reached until a command has processed them: prices may be back then. */
import type { Reached, TrailedHighs } from '../core/decide/market/market-event.js'
import type { Level } from '../core/read/trigger-levels.js'
import type { Price } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'

export interface ReachedTicks {
  /** Accounts of which anything was noted, or that have to be reported again, since the last call. */
  readonly take: () => readonly string[]
  /** Tells of the account again, if anything of it is kept. */
  readonly tellAgain: (accountId: string) => void
  /** A level of an order: the first tick that reached it counts. */
  readonly noteLevel: (accountId: string, orderId: string, level: Level, at: Micros) => void
  /** The marks of a tick, with the highs that floors trailed then. */
  readonly noteMarks: (accountId: string, at: Micros, highs: TrailedHighs) => void
  readonly of: (accountId: string) => Reached
  /** Whether a tick has reached the order, and nobody has processed that. */
  readonly has: (accountId: string, orderId: string) => boolean
  /** Forgets what was processed, and nothing that came since. */
  readonly clear: (accountId: string, processed: Reached) => void
  readonly forget: (accountId: string) => void
}

interface Found {
  readonly orders: Map<string, { readonly price: Price; readonly at: Micros }>
  readonly marks: Map<Micros, TrailedHighs>
}

export function createReachedTicks(): ReachedTicks {
  const byAccount = new Map<string, Found>()
  const untold = new Set<string>()
  const foundOf = (accountId: string): Found => {
    untold.add(accountId)
    const known = byAccount.get(accountId)
    if (known !== undefined) return known
    const found: Found = { orders: new Map(), marks: new Map() }
    byAccount.set(accountId, found)
    return found
  }
  return {
    take() {
      const taken = [...untold].filter((accountId) => byAccount.has(accountId))
      untold.clear()
      return taken
    },
    tellAgain: (accountId) => void untold.add(accountId),
    noteLevel(accountId, orderId, { price }, at) {
      const { orders } = foundOf(accountId)
      if (orders.get(orderId)?.price !== price) orders.set(orderId, { price, at })
    },
    noteMarks: (accountId, at, highs) => void foundOf(accountId).marks.set(at, highs),
    of(accountId) {
      const found = byAccount.get(accountId)
      return { orders: new Map(found?.orders), marks: new Map(found?.marks) }
    },
    has: (accountId, orderId) => byAccount.get(accountId)?.orders.has(orderId) === true,
    clear(accountId, { orders, marks }) {
      const found = byAccount.get(accountId)
      if (found === undefined) return
      for (const [id, reached] of orders) if (found.orders.get(id) === reached) found.orders.delete(id)
      for (const at of marks.keys()) found.marks.delete(at)
      if (found.orders.size + found.marks.size === 0) byAccount.delete(accountId)
    },
    forget: (accountId) => void byAccount.delete(accountId),
  }
}
