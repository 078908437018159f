import type { Account } from '../../core/model/account/account.js'
import { computeFigures } from '../../core/margin/figures.js'
import type { Preview } from '../../core/decide/preview-place.js'
import type { RuleFinding } from '../../core/risk/evaluate.js'
import { headroomOf } from '../../core/risk/finding.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { carryPayment, isCarryCharged, sideRate } from '../../core/margin/carry.js'
import { CARRY_KINDS } from '../../core/model/market/instrument.js'
import type { Position } from '../../core/model/account/position.js'
import { usd, type Rate } from '../../core/values/decimal.js'
import { orNull, type WriteDecimal } from '../decimals.js'
import { orderCodec } from './order-codec.js'
import { positionCodec, valuedPosition } from '../account/position-codec.js'
import { tradeCodec } from './trade-codec.js'
import { violationCodec } from './violation-codec.js'

/** The body of a preview: that of a placed order without the fields only a placed order has. */
export function previewBody(
  { placement, after, findings, largestQuantity }: Preview,
  before: Account,
  context: DecisionContext,
  write: WriteDecimal,
): Record<string, unknown> {
  const { order, fills, violations, position, warnings } = placement
  return {
    order: order === null ? null : keep(orderCodec.value(order, write), PREVIEWED_OF_ORDER),
    fills: fills.map((fill) => keep(tradeCodec.value(fill, write), PREVIEWED_OF_FILL)),
    violations: violations.map((violation) => violationCodec.value(violation, write)),
    warnings,
    rules: findings.map((finding) => ruleBody(finding, write)),
    largest_quantity: write(largestQuantity),
    costs: costsBody(placement, after, context, write),
    position:
      position === null
        ? null
        : keep(positionCodec.value(valuedPosition(position, after, context), write), PREVIEWED_OF_POSITION),
    before: figuresBody(before, context, write),
    after: figuresBody(after, context, write),
  }
}

/** Charges beyond the fees of the fills: prices requested for the order, and what its position then costs. */
function costsBody(
  { order, fills, position }: Preview['placement'],
  { plan }: Account,
  { market, instruments, now }: DecisionContext,
  write: WriteDecimal,
): Record<string, unknown> {
  const terms = position === null ? undefined : instruments.find(position.symbol)?.terms[position.venue]
  const isCharged = terms !== undefined && isCarryCharged(plan, terms)
  const carry = position === null || !isCharged ? undefined : market.carry(position, now)
  const ofFills = fills.reduce<bigint>((sum, { fee }) => sum + fee, 0n)
  return {
    oracle_fees: write(usd((order?.fees ?? 0n) - (order === null ? 0n : ofFills))),
    carry:
      position === null || carry === undefined
        ? null
        : carryBody(position, sideRate(carry.rates, position.direction), carry.source, write),
  }
}

const DAY = { from: 0, until: 86_400_000_000 }

/** `per_day` at this rate; below 0 it is paid. */
const carryBody = (position: Position, rate: Rate, source: string, write: WriteDecimal): Record<string, unknown> => ({
  kind: CARRY_KINDS[position.venue],
  rate: write(rate),
  per_day: write(carryPayment(position, rate, DAY)),
  source,
})

/** The finding of a rule: `headroom` is how much further `value` could go. */
const ruleBody = ({ rule, finding }: RuleFinding, write: WriteDecimal): Record<string, unknown> => ({
  rule,
  verdict: finding.isViolated ? 'VIOLATED' : 'PASS',
  severity: finding.severity,
  limit: orNull(finding.limit, write),
  value: orNull(finding.value, write),
  headroom: orNull(headroomOf(finding), write),
  unit: finding.unit,
})

/** Neither ids nor times: nothing is placed that they could belong to. */
export const PREVIEWED_OF_ORDER = [
  ...['symbol', 'venue', 'side', 'kind', 'status', 'tif', 'quantity', 'price', 'filled_quantity', 'remaining_quantity'],
  ...[
    'average_price',
    'limit_price',
    'requested_price',
    'trigger_price',
    'requested_trigger_price',
    'trigger_by',
    'trigger_state',
    'expires_at',
    'reason',
    'fees',
  ],
] as const
export const PREVIEWED_OF_FILL = ['side', 'quantity', 'price', 'fee', 'liquidity', 'realized_pnl'] as const
export const PREVIEWED_OF_POSITION = [
  ...['symbol', 'side', 'direction', 'quantity', 'entry_price', 'mark_price', 'unrealized_pnl', 'leverage', 'venue'],
  ...['notional', 'margin', 'liquidation_price'],
] as const

const keep = (body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, body[name]]))

function figuresBody(account: Account, context: DecisionContext, write: WriteDecimal): Record<string, unknown> {
  const figures = computeFigures(account, context)
  return {
    balance: write(account.balance),
    equity: write(figures.equity),
    used_margin: write(figures.usedMargin),
    reserved_margin: write(figures.reservedMargin),
    free_margin: write(figures.freeMargin),
  }
}
