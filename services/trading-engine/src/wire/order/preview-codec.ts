import { WARNINGS } from '../../core/decide/warnings.js'
import type { Preview } from '../../core/decide/preview-place.js'
import { carryPayment, isCarryCharged, sideRate } from '../../core/margin/carry.js'
import { computeFigures } from '../../core/margin/figures.js'
import type { Account } from '../../core/model/account/account.js'
import type { Position } from '../../core/model/account/position.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { CARRY_KINDS } from '../../core/model/market/instrument.js'
import type { Fill } from '../../core/model/order/fill.js'
import type { Order } from '../../core/model/order/order.js'
import { ALL_RISK_RULES, SEVERITIES, UNITS } from '../../core/model/plan/violation.js'
import type { RuleFinding } from '../../core/risk/evaluate.js'
import { headroomOf } from '../../core/risk/finding.js'
import { objectiveStates, raisedProfit, type ObjectiveState } from '../../core/risk/objective-states.js'
import type { Rate } from '../../core/values/decimal.js'
import type { ValuedAccount } from '../account/account-codec.js'
import { objectiveStateCodec } from '../account/objective-codec.js'
import { positionFields, valuedPosition, type OpenPosition } from '../account/position-codec.js'
import { codecOf, field, pick } from '../codec/codec.js'
import { decimal, listOf, oneOf, oneOfOrNull, optional, orNull, text } from '../codec/kinds.js'
import { orderFields } from './order-codec.js'
import { tradeFields } from './trade-codec.js'
import { violationCodec } from './violation-codec.js'

export interface PreviewedOrder {
  readonly preview: Preview
  readonly before: Account
  readonly context: DecisionContext
}

/** Neither ids nor times: nothing is placed that they could belong to. */
const orderCodec = codecOf<Order>('PreviewedOrder')(
  pick(orderFields, [
    ...(['symbol', 'venue', 'side', 'kind', 'status', 'tif', 'quantity', 'price', 'filled_quantity'] as const),
    ...(['remaining_quantity', 'average_price', 'limit_price', 'requested_price', 'trigger_price'] as const),
    ...(['requested_trigger_price', 'trigger_by', 'trigger_state', 'expires_at', 'reason', 'fees', 'trail'] as const),
  ]),
)

const fillCodec = codecOf<Fill>('PreviewedFill')(
  pick(tradeFields, ['side', 'quantity', 'price', 'fee', 'liquidity', 'realized_pnl']),
)

const positionCodec = codecOf<OpenPosition>('PreviewedPosition')(
  pick(positionFields, [
    ...(['symbol', 'side', 'direction', 'quantity', 'entry_price', 'mark_price', 'unrealized_pnl'] as const),
    ...(['leverage', 'venue', 'notional', 'margin', 'liquidation_price'] as const),
  ]),
)

/** The finding of a rule: `headroom` is how much further `value` could go. */
const ruleCodec = codecOf<RuleFinding>('RuleFinding')({
  rule: field(oneOf(ALL_RISK_RULES), ({ rule }) => rule),
  verdict: field(oneOf(['PASS', 'VIOLATED'], 'Verdict'), ({ finding }) => (finding.isViolated ? 'VIOLATED' : 'PASS')),
  severity: field(oneOf(SEVERITIES), ({ finding }) => finding.severity),
  limit: field(orNull(decimal), ({ finding }) => finding.limit),
  value: field(orNull(decimal), ({ finding }) => finding.value),
  headroom: field(orNull(decimal), ({ finding }) => headroomOf(finding)),
  unit: field(oneOfOrNull(UNITS), ({ finding }) => finding.unit),
})

interface ChargedCarry {
  readonly position: Position
  readonly rate: Rate
  readonly source: string
}

const DAY = { from: 0, until: 86_400_000_000 }

/** `per_day` at this rate; below 0 it is paid. */
const carryCodec = codecOf<ChargedCarry>('CarryPerDay')({
  kind: field(oneOf(Object.values(CARRY_KINDS), 'CarryKind'), ({ position }) => CARRY_KINDS[position.venue]),
  rate: field(decimal, ({ rate }) => rate),
  per_day: field(decimal, ({ position, rate }) => carryPayment(position, rate, DAY)),
  source: field(text, ({ source }) => source),
})

/** Charges beyond the fees of the fills: prices requested for the order, and what its position then costs. */
const costsCodec = codecOf<PreviewedOrder>('PreviewedCosts')({
  oracle_fees: field(decimal, oracleFeesOf),
  carry: field(orNull(carryCodec), carryOf),
})

function oracleFeesOf({ preview: { placement } }: PreviewedOrder): bigint {
  const { order, fills } = placement
  return order === null ? 0n : order.fees - fills.reduce<bigint>((sum, { fee }) => sum + fee, 0n)
}

function carryOf({ preview: { placement, after }, context }: PreviewedOrder): ChargedCarry | null {
  const { position } = placement
  if (position === null) return null
  const terms = context.instruments.find(position.symbol)?.terms[position.venue]
  if (terms === undefined || !isCarryCharged(after.plan, terms)) return null
  const carry = context.market.carry(position, context.now)
  return carry === undefined
    ? null
    : { position, rate: sideRate(carry.rates, position.direction), source: carry.source }
}

const figuresCodec = codecOf<ValuedAccount>('AccountFigures')({
  balance: field(decimal, ({ account }) => account.balance),
  equity: field(decimal, ({ figures }) => figures.equity),
  used_margin: field(decimal, ({ figures }) => figures.usedMargin),
  reserved_margin: field(decimal, ({ figures }) => figures.reservedMargin),
  free_margin: field(decimal, ({ figures }) => figures.freeMargin),
})

const valued = (account: Account, context: DecisionContext): ValuedAccount => ({
  account,
  figures: computeFigures(account, context),
})

interface RaisedProfit {
  readonly required: bigint
  readonly sentence: string
}

const raisedProfitCodec = codecOf<RaisedProfit>('RaisedProfit')({
  required_profit: field(decimal, ({ required }) => required),
  sentence: field(text, ({ sentence }) => sentence),
})

/** The objective as the order leaves it, of plans that say more than a target and days. */
function objectivesAfter({ preview: { after }, context }: PreviewedOrder): readonly ObjectiveState[] | undefined {
  if (after.plan.risk.objective?.words !== 'PRESENT') return undefined
  return objectiveStates(after, computeFigures(after, context).equity, context.now)
}

/** The effects of an order, and the account before and after it. */
export const previewCodec = codecOf<PreviewedOrder>('Preview')({
  order: field(orNull(orderCodec), ({ preview }) => preview.placement.order),
  children: field(
    optional(listOf(orderCodec)),
    ({ preview }) => preview.placement.children,
    'The stop and the target that would come with it; absent where none are asked for.',
  ),
  fills: field(listOf(fillCodec), ({ preview }) => preview.placement.fills),
  violations: field(listOf(violationCodec), ({ preview }) => preview.placement.violations),
  warnings: field(listOf(oneOf(WARNINGS)), ({ preview }) => preview.placement.warnings),
  rules: field(listOf(ruleCodec), ({ preview }) => preview.findings),
  largest_quantity: field(decimal, ({ preview }) => preview.largestQuantity),
  costs: field(costsCodec, (previewed) => previewed),
  position: field(orNull(positionCodec), ({ preview: { placement, after }, context }) =>
    placement.position === null ? null : valuedPosition(placement.position, after, context),
  ),
  before: field(figuresCodec, ({ before, context }) => valued(before, context)),
  after: field(figuresCodec, ({ preview, context }) => valued(preview.after, context)),
  objectives: field(
    optional(listOf(objectiveStateCodec)),
    objectivesAfter,
    'The objective as the order would leave it; absent of plan versions that say no more than a target and days.',
  ),
  raised_profit: field(
    optional(raisedProfitCodec),
    ({ preview, before }) => raisedProfit(before, preview.after) ?? undefined,
    'What consistency would then ask for, where the order raises it.',
  ),
})
