import type { Account } from '../model/account/account.js'
import type { Usd } from '../values/decimal.js'
import type { Execution } from '../margin/book-walk.js'
import type { Figures } from '../margin/figures.js'
import type { Instrument, VenueId } from '../model/market/instrument.js'
import type { Quote } from '../model/market/market-view.js'
import type { Freeze } from '../calendar/news.js'
import type { HeldElsewhere, Instruments } from '../model/decision-context.js'
import type { Order } from '../model/order/order.js'
import type { Position } from '../model/account/position.js'
import type { Micros } from '../values/time.js'

/** An order as it would be placed, with all a rule may look at. */
export interface Proposal {
  readonly at: Micros
  readonly account: Account
  readonly order: Order
  /** The stop and the target that come with it, with triggers as far from what it would execute now; mostly none. */
  readonly exits: readonly Order[]
  readonly instrument: Instrument
  readonly instruments: Pick<Instruments, 'find'>
  readonly quote: Quote | undefined
  /** The open position of the order's venue and symbol. */
  readonly position: Position | undefined
  /** Immediate executions. */
  readonly executions: readonly Execution[]
  /** Whether the quantity that does not execute immediately stays as a working order. */
  readonly rests: boolean
  /** The order can only bring the position closer to flat. */
  readonly isReducing: boolean
  /** It would add to a position that its own margin no longer carries: one that is about to be liquidated. */
  readonly addsToLiquidated: boolean
  /** A taker at this moment: some of it would match. */
  readonly wouldTake: boolean
  readonly isMarketOpen: boolean
  /** As the context of the decision has it. */
  readonly walletAt: VenueId | null | undefined
  /** The news freeze of the instrument that is in force. */
  readonly freeze: Freeze | null
  /** Open positions of the user's other accounts, where the plan asks for them. */
  readonly heldElsewhere: readonly HeldElsewhere[]
  /** The loss of the order at its stop; null without one, or where no rule of the plan compares it. */
  readonly plannedLoss: Usd | null
  /** Symbols of open positions whose price is stale or was never seen. */
  readonly staleSymbols: readonly string[]
  readonly before: Figures
  /** With the executions filled at their prices and fees, and the rest working. */
  readonly after: Figures
  /** Equity of `after`, less the fees of the resting quantity if it filled at its own price. */
  readonly equityAfter: Usd
}
