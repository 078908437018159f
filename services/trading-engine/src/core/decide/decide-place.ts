/**
 * Places an order (spec 4.1):
 *   1. time: what is due on the account by now
 *   2. prepare: references, grid and times of the request, or a problem with them; the terms of the order
 *   3. match: what it would execute now, and the stop and the target that it brings along
 *   4. propose: the figures of the account before and after it
 *   5. the rules: a proposal that any of them refuses is not placed
 *   6. execute, and what remains rests or ends as its time in force says
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { openDraft, type Draft } from '../model/draft.js'
import type { FillTerms } from '../execution/fill-order.js'
import type { Fill } from '../model/order/fill.js'
import type { Order } from '../model/order/order.js'
import { decided, type Outcome, type Problem } from '../model/outcome.js'
import { listingKey } from '../model/market/listing.js'
import { type Position } from '../model/account/position.js'
import { bracketExits, NO_EXITS } from './prepare-bracket.js'
import { prepareOrder, type PlaceOrder } from './prepare-order.js'
import { evaluateRisk, type ApprovedOrder } from '../risk/evaluate.js'
import type { Proposal } from '../risk/proposal.js'
import { propose } from '../risk/propose.js'
import { passOnceMet } from '../risk/supervise.js'
import type { Violation } from '../model/plan/violation.js'
import { executionOf } from '../execution/execution-of.js'
import { withBook } from '../execution/fill-terms.js'
import { forceMatch } from '../execution/force-match.js'
import { terminateOrder } from '../execution/terminate-order.js'
import { warningsOf, type Warning } from './warnings.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface Placement {
  /** Null when refused. */
  readonly order: Order | null
  readonly fills: readonly Fill[]
  readonly violations: readonly Violation[]
  /** The position of the order's venue and symbol after the decision. */
  readonly position: Position | null
  readonly warnings: readonly Warning[]
  /** The exits that came with it, each as it then is; absent where none were asked for. */
  readonly children?: readonly Order[]
}

/** `endedParent` is the stored order that `parentOrderId` names, if it no longer works; null when there is none. */
export function decidePlace(
  account: Account,
  command: PlaceOrder,
  context: DecisionContext,
  endedParent: Order | null = null,
): Outcome<Placement> {
  const { draft, proposed } = openPlace(account, command, context, endedParent)
  return 'problem' in proposed ? { kind: 'problem', problem: proposed.problem } : place(draft, proposed, context)
}

/** An order that is about to be placed: the account as of now, and what is proposed of it. */
interface OpenedPlace {
  readonly draft: Draft
  /** The order that `parentOrderId` names. */
  readonly parent: Order | null
  readonly proposed: ProposedPlace
}

export function openPlace(
  account: Account,
  command: PlaceOrder,
  context: DecisionContext,
  endedParent: Order | null,
): OpenedPlace {
  const draft = openDraft(account, context)
  advance(draft, context)
  const parent = command.parentOrderId === null ? null : (draft.find(command.parentOrderId) ?? endedParent)
  return { draft, parent, proposed: proposePlace(draft.account, command, parent, context) }
}

/** A new order as it would stand before the rules. */
export interface Proposed {
  readonly proposal: Proposal
  readonly fillTerms: FillTerms
  /** Whether the answer names the exits. */
  readonly hasBracket: boolean
}

export type ProposedPlace = Proposed | { readonly problem: Problem }

/** Changes nothing. `entry` is the order that `parentOrderId` names; null when there is none. */
export function proposePlace(
  account: Account,
  command: PlaceOrder,
  entry: Order | null,
  context: DecisionContext,
): ProposedPlace {
  const prepared = prepareOrder(account, command, entry, context)
  if ('problem' in prepared) return prepared
  const { order, instrument, orderTerms } = prepared
  const found = executionOf(account).match(account, order, context)
  const match = forceMatch(found, order, instrument.lotSize, context.forced)
  const { bracket } = command
  const brought = bracket === undefined ? WITHOUT : bracketExits(order, bracket, match, instrument, context)
  if ('problem' in brought) return brought
  const { exits } = brought
  const fillTerms = withBook(orderTerms, order, match, 'TAKER')
  const proposal = propose(account, order, instrument, match, fillTerms, context, exits)
  return { proposal, fillTerms, hasBracket: bracket !== undefined }
}

const WITHOUT = { exits: NO_EXITS }

/** Asks the rules, and executes what they approve. */
export function place(
  draft: Draft,
  { proposal, fillTerms, hasBracket }: Proposed,
  context: DecisionContext,
): Outcome<Placement> {
  const { venue, symbol } = proposal.order
  const verdict = evaluateRisk(proposal, context.forced)
  const existingPosition = (): Position | null => draft.account.positions.get(listingKey({ venue, symbol })) ?? null
  if (verdict.kind === 'refused') {
    const { violations } = verdict
    const refused = { order: null, fills: [], violations, position: existingPosition(), warnings: [] }
    return decided(draft.changes(), hasBracket ? { ...refused, children: [] } : refused)
  }
  const executed = execute(draft, verdict.approved, fillTerms, context)
  passOnceMet(draft, context)
  const placed = draft.find(executed.id) ?? executed
  const changes = draft.changes()
  const filled = changes?.fills ?? []
  // Passing may close positions of other orders.
  const fills = draft.account.state === 'PASSED' ? filled.filter(({ orderId }) => orderId === placed.id) : filled
  const answer = { order: placed, fills, violations: [], position: existingPosition() }
  const warnings = warningsOf(draft.account, placed, context)
  if (!hasBracket) return decided(changes, { ...answer, warnings })
  const children = proposal.exits.map(({ id }) => draft.find(id)).filter((exit) => exit !== undefined)
  const ofChildren = children.flatMap((exit) => warningsOf(draft.account, exit, context))
  return decided(changes, { ...answer, warnings: [...new Set([...warnings, ...ofChildren])], children })
}

function execute(draft: Draft, approved: ApprovedOrder, fillTerms: FillTerms, context: DecisionContext): Order {
  const at = draft.stamp()
  const order: Order = { ...approved.order, createdAt: at, updatedAt: at }
  const execution = executionOf(draft.account)
  const isCancelled = context.forced?.kind === 'ORACLE_CANCEL' && approved.executions.length === 0 && !approved.rests
  if (!isCancelled) return execution.place(draft, order, approved, fillTerms, context)
  const acknowledged = execution.place(draft, order, { ...approved, rests: true }, fillTerms, context)
  return terminateOrder(draft, acknowledged, 'CANCELLED', 'venue_cancelled', 'SYSTEM')
}
