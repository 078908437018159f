/** The body of a bundle of evidence, `wire/evidence/evidence-bundle.ts`. */
import Joi from 'joi'
import { SIDES } from '../../../core/model/order/order.js'
import { MARGIN_MODES } from '../../../core/model/plan/plan.js'
import { count, flag, listOf, oneOf, record, text, time, uuid, venue, whole } from '../../../wire/codec/schemas.js'

const amount = Joi.string().pattern(/^-?\d+(\.\d+)?$/)
const seal = Joi.string().pattern(/^[0-9a-f]{64}$/)
const texts = (of: Joi.Schema) => Joi.object().pattern(Joi.string(), of)
const sides = Joi.array().items(amount).length(2)
/** A loss rule as its version has it. */
const rule = (fields: Readonly<Record<string, Joi.Schema>>) => Joi.object({ ...fields, pct: amount }).unknown()
const levels = listOf(Joi.array().items(amount).length(2))

const sealed = record({
  format: oneOf(['evidence-1']),
  account_id: uuid,
  sequence: count.allow(null).description('Counts the bundles of the account; null of one that is not kept.'),
  previous: seal.allow(null).description('The hash of the bundle before it.'),
  until: time,
  plan: record({
    id: text,
    version: count,
    initial_balance: amount,
    max_drawdown: rule({ mode: text.required(), lock_at_initial: flag }),
    daily_loss: rule({ base: text, action: text.required() })
      .allow(null)
      .description('Its fields are those of `risk_config`; a version has `base` or what has taken its place.'),
    profit_target_pct: amount.allow(null).optional(),
    profit_target_amount: amount.optional().description('In dollars, where the target is.'),
    margin_mode: oneOf(MARGIN_MODES),
    max_loss_per_idea: rule({ action: text.required() }).optional().description('Where the plan has it, as `strikes`.'),
    strikes: listOf(record({ rule: text, max: count, window_days: count, then: text })).optional(),
  }),
  opening: record({
    at: time,
    balance: amount,
    net_deposits: amount,
    scaled: amount.optional().description('What scaling had added; part of the net deposits.'),
    paid_out: amount.optional().description('What payouts had taken; of plan versions with `trading_day`, as `peak`.'),
    peak: amount.optional(),
    positions: listOf(record({ id: uuid, venue, symbol: text, quantity: amount, cost: amount })),
  }),
  payouts: listOf(uuid).optional().description('Ids of the transfers that were payouts; of the same versions.'),
  maintenance_rates: texts(amount),
  rates: listOf(
    record({ kind: oneOf(['rates']), id: text, venue, symbol: text, tick: whole, funding: sides, carry: sides }),
  )
    .optional()
    .description('The rates of each period that a position was charged for; absent in older bundles.'),
  taken: listOf(record({ venue, symbol: text, tick: whole, side: oneOf(SIDES), quantity: amount }))
    .optional()
    .description(
      'Fills from before the opening at ticks that later ones are at. Absent in older bundles, whose ticks have only the best level of a book and those at prices of fills.',
    ),
  strikes: listOf(record({ id: uuid, rule: text, position_id: uuid, at: time }))
    .optional()
    .description('Those that lead to a breach by strikes; absent without one.'),
  seals: texts(seal).description('The SHA-256 of each row and tick as it was, in the order of the rows.'),
})

const tick = record({
  kind: oneOf(['tick']),
  venue,
  symbol: text,
  tick: whole,
  last: amount,
  mark: amount,
  index: amount,
  bid: amount,
  ask: amount,
  bids: levels,
  asks: levels,
})

const row = Joi.object({
  kind: oneOf(['day', 'high', 'fill', 'transfer', 'trigger', 'breach', 'liquidation']).required(),
  id: text.required(),
}).unknown()

export const foundEvidence = record({
  bundle: record({
    sealed,
    hash: seal.allow(null).description('The SHA-256 of `sealed`, as `JSON.stringify` writes it.'),
    ticks: listOf(tick),
    rows: listOf(row),
    notes: listOf(text).description('What cannot be recomputed, and why.'),
    missing: listOf(text).description(
      'What the books know and evidence should have: breaches and liquidations in no bundle, rows that cannot be read. `check-evidence.mjs` exits with 1 where there are any.',
    ),
  }),
  next: count.allow(null),
})
