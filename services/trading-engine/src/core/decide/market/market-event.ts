/** The events that a look at the market finds for one account. The handler of each is in `process-market-update`. */
import type { OrderEvents } from '../../execution/account-execution.js'
import type { Account } from '../../model/account/account.js'
import type { Highs } from '../../model/account/peak.js'
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import type { Price, Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'

export interface MarketUpdateOptions {
  /** The market got there during downtime: what fires or fills now has the reason `after_downtime`. */
  readonly isLate?: boolean
  /** Highs that were seen since the account last changed. */
  readonly seen?: Highs | null
  readonly reached?: Reached
}

/** The orders and marks that ticks up to now have reached; each tick is named by its last moment. */
export interface Reached {
  /** By the id of the order: the price it waited for, and the first tick that reached it. */
  readonly orders: ReadonlyMap<string, { readonly price: Price; readonly at: Micros }>
  /** Ticks whose marks ask for something to be done, with the highs that the floors trailed then. */
  readonly marks: ReadonlyMap<Micros, TrailedHighs>
}

/** The high-water mark, and the high of the day where a floor trails that. */
export interface TrailedHighs {
  readonly mark: Usd
  readonly day: Usd | null
}

export const NOTHING_REACHED: Reached = { orders: new Map(), marks: new Map() }

/** One look at the market: the account before it, and the decision so far. */
export interface MarketUpdate {
  readonly before: Account
  readonly draft: Draft
  /** The market of now. */
  readonly context: DecisionContext
  readonly isLate: boolean
  readonly seen: Highs | null
  readonly reached: Reached
}

/** The events that a look can find, by kind. */
interface Events extends OrderEvents {
  /** Orders expire, funding is charged, the trading day rolls: whatever of it is due. */
  readonly time_passed: Readonly<Record<never, never>>
  /** Equity is at a floor of the plan, at its warning level or at its objective. */
  readonly risk_action_due: Marks
  readonly maintenance_margin_lost: Marks
  /** A position that a switch flattens can be closed now. */
  readonly flatten_possible: Marks
  /** A rule about orders closes a position. */
  readonly order_rule_due: Marks
  /** A position is above the overnight maximum outside the hours of day trading. */
  readonly overnight_leverage_exceeded: Marks
}

interface Marks {
  /** The context with the marks that the account is valued at, and the books of now. */
  readonly marks: DecisionContext
}

type Kind = keyof Events

export type MarketEvent<K extends Kind = Kind> = { [Each in K]: { readonly kind: Each } & Events[Each] }[K]

export type MarketHandlers = {
  readonly [Each in Kind]: (update: MarketUpdate, event: MarketEvent<Each>) => void
}
