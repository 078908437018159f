/**
 * Sets a position's own stop and target (contract: orders): reduce-only orders that fire at a price, cancel each other,
 * and end with the position. The one that is set takes the place of all exits of its leg, those of entries included.
 */
import type { Account } from '../model/account.js'
import { advance } from '../execution/advance.js'
import { exitsOf, legOf, noteStop } from '../execution/bracket.js'
import { min, type Price, type Quantity } from '../values/decimal.js'
import { openDraft, type Draft } from '../model/draft.js'
import { changeOrder, endOrder } from '../execution/terminate-order.js'
import { checkPrice, limitPriceOnGrid, movedByGrid, triggerPriceOnGrid } from '../execution/grid.js'
import type { Instrument } from '../model/instrument.js'
import { assertInvariant } from '../values/invariant.js'
import { matchOrder } from '../execution/match-order.js'
import { newOrder, opposite, type Order } from '../model/order.js'
import { anyLot, sizeOnGrid } from '../execution/order-size.js'
import { decided, type Issue, type Outcome, type Problem } from '../model/outcome.js'
import { openingSide, positionKey, type Position } from '../model/position.js'
import { propose } from '../risk/propose.js'
import { evaluateRisk } from '../risk/evaluate.js'
import type { Violation } from '../model/violation.js'
import { fillTermsOf } from '../execution/execute-match.js'
import { isArmed, type TriggerSource } from '../model/trigger.js'
import type { World } from '../model/decision-context.js'

export const PROTECTIONS = ['stop_loss', 'take_profit'] as const
export type ProtectionName = (typeof PROTECTIONS)[number]
const KINDS = { stop_loss: 'STOP', take_profit: 'TAKE_PROFIT' } as const

export interface Protection {
  readonly triggerPrice: Price
  /** With a limit it becomes one at its trigger; null takes what the book gives. */
  readonly price: Price | null
  /** Null: the whole position, however it grows. More than the position is all of it. */
  readonly quantity: Quantity | null
  readonly triggerBy: TriggerSource
}

/** A leg that is absent stays as it is; null removes it. */
export interface ProtectPosition extends Readonly<Partial<Record<ProtectionName, Protection | null>>> {
  readonly positionId: string
}

/** Answers with the position, whose exits are among the orders of the changes. */
export function decideProtect(account: Account, command: ProtectPosition, world: World): Outcome<Position> {
  const draft = openDraft(account, world)
  advance(draft, world)
  const position = [...draft.account.positions.values()].find(({ id }) => id === command.positionId)
  if (position === undefined) {
    return { kind: 'problem', problem: { kind: 'not_found', message: 'no such open position' } }
  }
  const instrument = world.instruments.find(position.symbol)
  assertInvariant(instrument !== undefined, 'the symbol of an open position is listed')
  const issues: Issue[] = []
  const violations: Violation[] = []
  const wanted: Order[] = []
  let planned: Account = draft.account
  for (const name of PROTECTIONS) {
    const asked = command[name]
    if (asked === undefined) continue
    planned = withoutLeg(planned, position, KINDS[name])
    if (asked === null) continue
    const made = protectionOrder(position, name, asked, instrument, world)
    if ('issues' in made) issues.push(...made.issues)
    else {
      wanted.push(made.order)
      violations.push(...violationsOf(planned, made.order, instrument, world))
      planned = { ...planned, orders: new Map(planned.orders).set(made.order.id, made.order) }
    }
  }
  const problem = problemOf(issues, violations)
  if (problem !== null) return { kind: 'problem', problem }
  for (const name of PROTECTIONS) if (command[name] === null) endLeg(draft, position, KINDS[name], null)
  for (const order of wanted) setProtection(draft, position, order)
  const protectedPosition = draft.account.positions.get(positionKey(position.venue, position.symbol))
  assertInvariant(protectedPosition !== undefined, 'protecting a position leaves it open')
  return decided(draft.changes(), protectedPosition)
}

function problemOf(issues: readonly Issue[], violations: readonly Violation[]): Problem | null {
  if (issues.length > 0) return { kind: 'invalid', issues }
  return violations.length > 0 ? { kind: 'risk_rejected', violations } : null
}

function protectionOrder(
  position: Position,
  name: ProtectionName,
  asked: Protection,
  instrument: Instrument,
  world: World,
): { readonly order: Order } | { readonly issues: readonly Issue[] } {
  const { tickSize, lotSize } = instrument
  const side = opposite(openingSide(position.direction))
  const triggerPrice = triggerPriceOnGrid(asked.triggerPrice, tickSize)
  const limitPrice = asked.price === null ? null : limitPriceOnGrid(side, asked.price, tickSize)
  const size = asked.quantity === null ? position.quantity : sizeOnGrid(asked.quantity, anyLot(lotSize))
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
    id: world.newId(),
    accountId: position.accountId,
    symbol: position.symbol,
    venue: position.venue,
    side,
    kind: KINDS[name],
    tif: 'GTC',
    flags: {
      postOnly: false,
      reduceOnly: true,
      triggerOnIndex: asked.triggerBy === 'INDEX',
      triggerOnMark: asked.triggerBy === 'MARK',
    },
    quantity: min(size, position.quantity),
    limitPrice,
    triggerPrice,
    triggerState: 'ARMED',
    requestedPrice: movedByGrid(asked.price, tickSize),
    requestedTriggerPrice: movedByGrid(asked.triggerPrice, tickSize),
    positionId: position.id,
    bracketId: position.id,
  })
  return { order }
}

/** As if the exits of the leg were gone. */
function withoutLeg(account: Account, position: Position, kind: Order['kind']): Account {
  const orders = new Map(account.orders)
  for (const { id } of exitsOf(account.orders.values(), position, legOf({ kind }))) orders.delete(id)
  return { ...account, orders }
}

/** What the rules have against the order, were it placed into the account. */
function violationsOf(account: Account, order: Order, instrument: Instrument, world: World): readonly Violation[] {
  const match = matchOrder(account, order, world.market.book(order.symbol), world.isMarketOpen(instrument))
  const how = fillTermsOf(account, order, instrument, match.bookSequence, 'TAKER')
  const verdict = evaluateRisk(propose(account, order, instrument, match, how, world))
  return verdict.kind === 'refused' ? verdict.violations : []
}

/** An armed one is changed in place: same id, next version. */
function setProtection(draft: Draft, position: Position, wanted: Order): void {
  const standing = exitsOf(draft.account.orders.values(), position, legOf(wanted)).find(
    (exit) => exit.bracketId === position.id && isArmed(exit),
  )
  endLeg(draft, position, wanted.kind, standing?.id ?? null)
  if (standing === undefined) {
    const at = draft.stamp()
    const order: Order = { ...wanted, createdAt: at, updatedAt: at }
    draft.putOrder(order)
    draft.emit({ type: 'order.ack', order })
    noteStop(draft, order)
    return
  }
  const { flags, limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice, quantity: size } = wanted
  const prices = { limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice }
  noteStop(draft, changeOrder(draft, standing, { flags, ...prices, quantity: size }))
}

function endLeg(draft: Draft, position: Position, kind: Order['kind'], keptId: string | null): void {
  for (const exit of exitsOf(draft.account.orders.values(), position, legOf({ kind }))) {
    if (exit.id !== keptId) endOrder(draft, exit, 'CANCELLED', 'user_cancelled', 'USER')
  }
}
