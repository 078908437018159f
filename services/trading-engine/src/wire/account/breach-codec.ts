import { DIRECTIONS } from '../../core/model/account/position.js'
import { BREACH_ACTIONS, type Breach, type BreachReversal, type HeldPosition } from '../../core/model/plan/breach.js'
import { ALL_RISK_RULES, UNITS, type Unit } from '../../core/model/plan/violation.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { decimal, listOf, oneOf, oneOfOrNull, optional, orNull, text, tick, time, uuid, venue } from '../codec/kinds.js'
import { violatedFields } from '../order/violation-codec.js'

export const ORDER = 'The order whose fill took equity there; null where a mark did.'
export const POSITIONS =
  'The positions open then, at the marks that counted; null where an earlier version recorded it.'

/** As it was before there were other rules than those of orders, and one more: documents name it so. */
export const breachedRule = oneOf([...ALL_RISK_RULES, 'strikes'] as const, 'BreachRule')

const heldCodec = codecOf<HeldPosition>('HeldPosition')({
  position_id: field(uuid, (held) => held.positionId),
  symbol: field(text, (held) => held.symbol),
  venue: field(venue, (held) => held.venue),
  direction: field(oneOf(DIRECTIONS), (held) => held.direction),
  quantity: field(decimal, (held) => held.quantity),
  entry_price: field(decimal, (held) => held.entryPrice),
  mark_price: field(decimal, (held) => held.markPrice),
  unrealized_pnl: field(decimal, (held) => held.unrealizedPnl),
})

const reversalCodec = codecOf<BreachReversal>('BreachReversal')({
  reversed_at: field(time, ({ at }) => at),
  reason: field(text, ({ reason }) => reason),
  compensation: field(decimal, ({ compensation }) => compensation),
})

/** A crossing of a limit of the plan: `value` is the equity that crossed it, `equity` and `balance` what was left. */
export const breachFields = {
  id: field(uuid, (breach) => breach.id),
  ...violatedFields,
  rule: field(breachedRule, ({ rule }) => rule),
  unit: field(oneOfOrNull(UNITS), ({ rule }): Unit => (rule === 'strikes' ? 'strikes' : 'USD')),
  equity: field(decimal, (breach) => breach.equity),
  balance: field(decimal, (breach) => breach.balance),
  action: field(oneOf(BREACH_ACTIONS), (breach) => breach.action),
  order_id: field(orNull(uuid), (breach) => breach.orderId, ORDER),
  positions: field(orNull(listOf(heldCodec)), (breach) => breach.held, POSITIONS),
  tick: field(tick('The tick at whose marks it was crossed'), (breach) => breach.tick),
  occurred_at: field(time, (breach) => breach.at),
  reversal: field(
    optional(reversalCodec),
    (breach) => breach.reversal,
    'Of one that an operator has taken back: the account goes on as it was before.',
  ),
} satisfies Fields<Breach>

export const breachCodec = codecOf<Breach>('Breach')(breachFields)
