import { withHighs } from '../../src/core/model/account/peak.js'
import type { Account } from '../../src/core/model/account/account.js'
import { decideAdvance } from '../../src/core/execution/advance.js'
import { decideCancelAll } from '../../src/core/decide/decide-cancel-all.js'
import { decideCancel } from '../../src/core/decide/decide-cancel.js'
import { decideClose, type ClosePosition } from '../../src/core/decide/decide-close.js'
import { decideModify, type ModifyOrder } from '../../src/core/decide/decide-modify.js'
import { decideProtect, type ProtectPosition } from '../../src/core/decide/decide-protect.js'
import { processMarketUpdate } from '../../src/core/decide/process-market-update.js'
import { isAnythingDue } from '../../src/workers/market-loop.js'
import { evaluateAccount } from '../../src/core/risk/supervise.js'
import { decidePlace, type Placement } from '../../src/core/decide/decide-place.js'
import type { Changes } from '../../src/core/model/draft.js'
import type { AccountEvent } from '../../src/core/model/events.js'
import { computeFigures, type Figures } from '../../src/core/margin/figures.js'
import type { Fill } from '../../src/core/model/order/fill.js'
import type { VenueId } from '../../src/core/model/market/instrument.js'
import type { ProfitAdjustment } from '../../src/core/model/account/profit-adjustment.js'
import type { Transfer } from '../../src/core/model/account/ledger.js'
import { openAccount } from '../../src/core/decide/open-account.js'
import type { Order } from '../../src/core/model/order/order.js'
import type { Outcome, Problem } from '../../src/core/model/outcome.js'
import type { Plan } from '../../src/core/model/plan/plan.js'
import { listingKey } from '../../src/core/model/market/listing.js'
import { type Position } from '../../src/core/model/account/position.js'
import type { PlaceOrder } from '../../src/core/decide/prepare-order.js'
import type { DecisionContext } from '../../src/core/model/decision-context.js'
import { aPlan } from './plans/plans.js'
import { readable } from './engine/readable.js'
import { scriptContext, type ScriptedContext } from './market/scripted-world.js'

/** An account in a scripted world, with all the rows its decisions wrote: what the store would hold. */
export interface Trader {
  readonly script: ScriptedContext
  account: Account
  readonly fills: Fill[]
  readonly transfers: Transfer[]
  readonly events: AccountEvent[]
  readonly adjustments: ProfitAdjustment[]
  /** Every order ever placed, as it last was. */
  readonly orders: Map<string, Order>
  /** Every position ever opened, as it last was. */
  readonly positions: Map<string, Position>
  /** Decides, keeps what was decided and returns the answer; throws on a problem. */
  apply<A>(decide: (account: Account, context: DecisionContext) => Outcome<A>): A
  /** Decides and returns the problem; throws when there is none. */
  problem<A>(decide: (account: Account, context: DecisionContext) => Outcome<A>): Problem
  keep(changes: Changes | null): void
  place(command: PlaceOrder): Placement
  /** The problem with the order; throws when there is none. */
  misplaced(command: PlaceOrder): Problem
  /** Sets the protection of the open position of BTC-USD. */
  protect(legs: Omit<ProtectPosition, 'positionId'>): Position
  /** The problem with it; throws when there is none. */
  unprotected(legs: Omit<ProtectPosition, 'positionId'>, positionId?: string): Problem
  /** The order placed; throws when it was refused. */
  placed(command: PlaceOrder): Order
  /** The names of the rules that refused the order. */
  refusals(command: PlaceOrder): readonly string[]
  close(command: ClosePosition): Placement
  cancel(orderId: string): Order
  modify(orderId: string, fields: Partial<ModifyOrder>): Order
  /** The problem with the change; throws when there is none. */
  unmodified(orderId: string, fields: Partial<ModifyOrder>): Problem
  cancelAll(symbol?: string): readonly Order[]
  /** Looks at the market, as a worker does. */
  fillResting(): Changes | null
  /** A new high is written beside the account, as a worker does. */
  raiseHigh(): void
  advance(): Changes | null
  figures(): Figures
  /** The open position; throws when there is none. */
  position(symbol?: string, venue?: VenueId): Position
  /** The order as it last was. */
  order(id: string): Order
}

export interface TraderFields {
  readonly plan?: Plan
  readonly defaultVenue?: VenueId | null
  readonly script?: ScriptedContext
  /** The challenge that the account is of. */
  readonly challenge?: { readonly challengeId: string; readonly phase: string }
}

export function aTrader({
  plan = aPlan(),
  defaultVenue = null,
  script = scriptContext(),
  challenge,
}: TraderFields = {}): Trader {
  const opened = openAccount(
    { userId: 'user-1', plan, challengeId: null, name: null, defaultVenue, ...challenge },
    script.context(),
  )
  const modification = (orderId: string, fields: Partial<ModifyOrder>) => {
    const unchanged = { price: null, triggerPrice: null, quantity: null, expiresAt: null, version: null }
    const ended = trader.orders.get(orderId) ?? null
    return (account: Account, context: DecisionContext) =>
      decideModify(account, { orderId, ...unchanged, ...fields }, ended, context)
  }
  const placement = (command: PlaceOrder) => (account: Account, context: DecisionContext) =>
    decidePlace(account, command, context, trader.orders.get(command.parentOrderId ?? '') ?? null)
  const trader: Trader = {
    script,
    account: opened.account,
    fills: [],
    transfers: [opened.funding],
    events: [],
    adjustments: [],
    orders: new Map(),
    positions: new Map(),
    apply(decide) {
      const outcome = decide(trader.account, script.context())
      if (outcome.kind !== 'decided')
        throw new Error(`unexpected problem: ${JSON.stringify(readable(outcome.problem))}`)
      trader.keep(outcome.changes)
      return outcome.answer
    },
    problem(decide) {
      const outcome = decide(trader.account, script.context())
      if (outcome.kind !== 'problem') throw new Error(`no problem but ${JSON.stringify(readable(outcome.answer))}`)
      return outcome.problem
    },
    keep(changes) {
      if (changes === null) return
      trader.account = changes.account
      trader.fills.push(...changes.fills)
      trader.transfers.push(...changes.transfers)
      trader.events.push(...changes.events)
      trader.adjustments.push(...(changes.adjustments ?? []))
      for (const order of changes.orders) trader.orders.set(order.id, order)
      for (const position of changes.positions) trader.positions.set(position.id, position)
    },
    place: (command) => trader.apply(placement(command)),
    misplaced: (command) => trader.problem(placement(command)),
    protect: (legs) =>
      trader.apply((account, context) =>
        decideProtect(account, { positionId: trader.position().id, ...legs }, context),
      ),
    unprotected: (legs, positionId = trader.position().id) =>
      trader.problem((account, context) => decideProtect(account, { positionId, ...legs }, context)),
    placed(command) {
      const { order, violations } = trader.place(command)
      if (order === null) throw new Error(`refused: ${JSON.stringify(readable(violations))}`)
      return order
    },
    refusals(command) {
      const { order, violations } = trader.place(command)
      if (order !== null) throw new Error('not refused')
      return violations.map(({ rule }) => rule)
    },
    close: (command) => trader.apply((account, context) => decideClose(account, command, context)),
    cancel: (orderId) =>
      trader.apply((account, context) => decideCancel(account, orderId, trader.orders.get(orderId) ?? null, context)),
    modify: (orderId, fields) => trader.apply(modification(orderId, fields)),
    unmodified: (orderId, fields) => trader.problem(modification(orderId, fields)),
    cancelAll: (symbol) => trader.apply((account, context) => decideCancelAll(account, symbol ?? null, context)),
    fillResting() {
      const context = script.context()
      const isDue = isAnythingDue(trader.account, context, null)
      const changes = isDue ? processMarketUpdate(trader.account, context) : null
      trader.keep(changes)
      trader.raiseHigh()
      return changes
    },
    raiseHigh() {
      trader.account = withHighs(trader.account, evaluateAccount(trader.account, script.context()).highs)
    },
    advance() {
      const changes = decideAdvance(trader.account, script.context())
      trader.keep(changes)
      return changes
    },
    figures: () => computeFigures(trader.account, script.context()),
    position(symbol = 'BTC-USD', venue = 'GMX') {
      const position = trader.account.positions.get(listingKey({ venue, symbol }))
      if (position === undefined) throw new Error(`no open position of ${symbol} on ${venue}`)
      return position
    },
    order(id) {
      const order = trader.orders.get(id)
      if (order === undefined) throw new Error(`no order ${id}`)
      return order
    },
  }
  return trader
}
