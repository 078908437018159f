/**
 * Sets a position's own stop and target (contract: orders): reduce-only orders that fire at a price, cancel each other,
 * and end with the position. The one that is set takes the place of all exits of its leg, those of entries included.
 */
import type { Account } from '../model/account/account.js'
import type { CopiedFrom } from '../model/copied.js'
import { advance } from '../execution/advance.js'
import { exitsOf, legOf } from '../execution/bracket.js'
import { min, type Price, type Quantity } from '../values/decimal.js'
import { openDraft, type Draft } from '../model/draft.js'
import { terminateOrder } from '../execution/terminate-order.js'
import { checkPrice, limitPriceOnGrid, movedByGrid, triggerPriceOnGrid } from '../execution/price-grid.js'
import type { Instrument } from '../model/market/instrument.js'
import { assertInvariant } from '../values/invariant.js'
import { executionOf } from '../execution/execution-of.js'
import { newOrder, opposite, type Order } from '../model/order/order.js'
import { anyLot, sizeOnGrid } from '../execution/order-size.js'
import { decided, type Issue, type Outcome, type Problem } from '../model/outcome.js'
import { isUnderWay } from '../model/live/live-order.js'
import { listingKey } from '../model/market/listing.js'
import { openingSide, type Position } from '../model/account/position.js'
import { propose } from '../risk/propose.js'
import { evaluateRisk } from '../risk/evaluate.js'
import type { Violation } from '../model/plan/violation.js'
import { fillTermsOf } from '../execution/fill-terms.js'
import { beginTrail, followPeak } from '../model/order/follow-peak.js'
import { withDistance, type TrailTerms } from '../model/order/trail.js'
import { isArmed, triggerSource, type TriggerSource } from '../model/order/trigger.js'
import type { DecisionContext } from '../model/decision-context.js'

export const PROTECTIONS = ['stop_loss', 'take_profit'] as const
export type ProtectionName = (typeof PROTECTIONS)[number]
const KINDS = { stop_loss: 'STOP', take_profit: 'TAKE_PROFIT' } as const

export interface Protection {
  /** Null: it trails. */
  readonly triggerPrice: Price | null
  readonly trail?: TrailTerms
  /** With a limit it becomes one at its trigger; null takes what the book gives. */
  readonly price: Price | null
  /** Null: the whole position, however it grows. More than the position is all of it. */
  readonly quantity: Quantity | null
  readonly triggerBy: TriggerSource
  /** Present when a link sets it. */
  readonly copiedFrom?: CopiedFrom
}

/** A leg that is absent stays as it is; null removes it. */
export interface ProtectPosition extends Readonly<Partial<Record<ProtectionName, Protection | null>>> {
  readonly positionId: string
}

/** Answers with the position, whose exits are among the orders of the changes. */
export function decideProtect(account: Account, command: ProtectPosition, context: DecisionContext): Outcome<Position> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const position = [...draft.account.positions.values()].find(({ id }) => id === command.positionId)
  if (position === undefined) {
    return { kind: 'problem', problem: { kind: 'not_found', message: 'no such open position' } }
  }
  const instrument = context.instruments.find(position.symbol)
  assertInvariant(instrument !== undefined, 'the symbol of an open position is listed')
  const issues: Issue[] = []
  const violations: Violation[] = []
  const wanted: Order[] = []
  let planned: Account = draft.account
  for (const name of PROTECTIONS) {
    const requested = command[name]
    if (requested === undefined) continue
    planned = withoutLeg(planned, position, KINDS[name])
    if (requested === null) continue
    const existing = ownExit(draft, position, KINDS[name])
    if (existing !== undefined && isUnderWay(existing)) violations.push(underWay(existing))
    const made = protectionOrder(position, name, requested, existing, instrument, context)
    if ('issues' in made) issues.push(...made.issues)
    else {
      wanted.push(made.order)
      violations.push(...violationsOf(planned, made.order, instrument, context))
      planned = { ...planned, orders: new Map(planned.orders).set(made.order.id, made.order) }
    }
  }
  const problem = problemOf(issues, violations)
  if (problem !== null) return { kind: 'problem', problem }
  for (const name of PROTECTIONS) if (command[name] === null) endLeg(draft, position, KINDS[name], null)
  for (const order of wanted) setProtection(draft, position, order, context)
  const protectedPosition = draft.account.positions.get(listingKey(position))
  assertInvariant(protectedPosition !== undefined, 'protecting a position leaves it open')
  return decided(draft.changes(), protectedPosition)
}

/** One thing at a time is asked of a venue: an exit that ends by then would leave the position without one. */
const underWay = ({ kind, venue }: Order): Violation => ({
  ...{ rule: 'venue_limit', severity: 'SOFT', limit: null, value: null, unit: null },
  message: `a change or the cancellation of the ${kind} is under way at ${venue}: wait for its end`,
})

function problemOf(issues: readonly Issue[], violations: readonly Violation[]): Problem | null {
  if (issues.length > 0) return { kind: 'invalid', issues }
  return violations.length > 0 ? { kind: 'risk_rejected', violations } : null
}

function protectionOrder(
  position: Position,
  name: ProtectionName,
  requested: Protection,
  existing: Order | undefined,
  instrument: Instrument,
  context: DecisionContext,
): { readonly order: Order } | { readonly issues: readonly Issue[] } {
  const { tickSize, lotSize } = instrument
  const side = opposite(openingSide(position.direction))
  const triggerPrice = requested.triggerPrice === null ? null : triggerPriceOnGrid(requested.triggerPrice, tickSize)
  const limitPrice = requested.price === null ? null : limitPriceOnGrid(side, requested.price, tickSize)
  const size = requested.quantity === null ? position.quantity : sizeOnGrid(requested.quantity, anyLot(lotSize))
  const problems = [
    checkPrice('trigger_price', triggerPrice, tickSize),
    checkPrice('price', limitPrice, tickSize),
    typeof size === 'bigint' ? null : size,
  ]
  const issues = problems.flatMap((problem) => (problem?.kind === 'invalid' ? problem.issues : []))
  if (issues.length > 0 || typeof size !== 'bigint') {
    return { issues: issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })) }
  }
  const order = newOrder({
    id: context.newId(),
    accountId: position.accountId,
    origin: context.origin,
    symbol: position.symbol,
    venue: position.venue,
    side,
    kind: KINDS[name],
    tif: 'GTC',
    flags: {
      postOnly: false,
      reduceOnly: true,
      triggerOnIndex: requested.triggerBy === 'INDEX',
      triggerOnMark: requested.triggerBy === 'MARK',
    },
    quantity: min(size, position.quantity),
    limitPrice,
    triggerPrice,
    triggerState: 'ARMED',
    requestedPrice: movedByGrid(requested.price, tickSize),
    requestedTriggerPrice: movedByGrid(requested.triggerPrice, tickSize),
    positionId: position.id,
    bracketId: position.id,
  })
  const { trail, copiedFrom } = requested
  const made = copiedFrom === undefined ? order : { ...order, copiedFrom }
  return { order: trail === undefined ? made : trailing(made, trail, existing, context) }
}

/** Asked for again of a stop that trails by the same prices, it goes on from its peak. */
function trailing(order: Order, terms: TrailTerms, existing: Order | undefined, context: DecisionContext): Order {
  const before = existing?.trail
  const goesOn =
    before !== undefined &&
    before.activationPrice === terms.activationPrice &&
    existing !== undefined &&
    triggerSource(existing.flags) === triggerSource(order.flags)
  const trail = goesOn ? withDistance(before, terms) : beginTrail(terms, order, context)
  return followPeak({ ...order, trail }, context)
}

/** As if the exits of the leg were gone. */
function withoutLeg(account: Account, position: Position, kind: Order['kind']): Account {
  const orders = new Map(account.orders)
  for (const { id } of exitsOf(account.orders.values(), position, legOf({ kind }))) orders.delete(id)
  return { ...account, orders }
}

/** The violations of the order, if it were placed into the account. */
function violationsOf(
  account: Account,
  order: Order,
  instrument: Instrument,
  context: DecisionContext,
): readonly Violation[] {
  const match = executionOf(account).match(account, order, context)
  const fillTerms = fillTermsOf(account, order, instrument, match, 'TAKER', context.now)
  const verdict = evaluateRisk(propose(account, order, instrument, match, fillTerms, context))
  return verdict.kind === 'refused' ? verdict.violations : []
}

/** The armed exit of the position itself. */
const ownExit = (draft: Draft, position: Position, kind: Order['kind']): Order | undefined =>
  exitsOf(draft.account.orders.values(), position, legOf({ kind })).find(
    (exit) => exit.bracketId === position.id && isArmed(exit),
  )

/** An armed one is changed in place: same id, next version. */
function setProtection(draft: Draft, position: Position, wanted: Order, context: DecisionContext): void {
  const existingExit = ownExit(draft, position, wanted.kind)
  endLeg(draft, position, wanted.kind, existingExit?.id ?? null)
  executionOf(draft.account).protect(draft, wanted, existingExit, context)
}

function endLeg(draft: Draft, position: Position, kind: Order['kind'], keptId: string | null): void {
  for (const exit of exitsOf(draft.account.orders.values(), position, legOf({ kind }))) {
    if (exit.id !== keptId) terminateOrder(draft, exit, 'CANCELLED', 'user_cancelled', 'USER')
  }
}
