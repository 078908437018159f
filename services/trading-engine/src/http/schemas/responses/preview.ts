import type Joi from 'joi'
import { CARRY_KINDS } from '../../../core/model/market/instrument.js'
import { ALL_RISK_RULES, SEVERITIES, UNITS } from '../../../core/model/plan/violation.js'
import { positionCodec } from '../../../wire/account/position-codec.js'
import { orderCodec } from '../../../wire/order/order-codec.js'
import { tradeCodec } from '../../../wire/order/trade-codec.js'
import { PREVIEWED_OF_FILL, PREVIEWED_OF_ORDER, PREVIEWED_OF_POSITION } from '../../../wire/order/preview-body.js'
import { decimal, decimals, listOf, oneOf, oneOfOrNull, record, text } from '../../../wire/codec/schemas.js'
import { violation, warnings } from './violation.js'

const pick = (fields: Readonly<Record<string, Joi.Schema>>, names: readonly string[]): Joi.ObjectSchema =>
  record(Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))))

const previewFigures = record(decimals('balance', 'equity', 'used_margin', 'reserved_margin', 'free_margin'))

/** The effects of an order, and the account before and after it. */
export const preview = record({
  order: pick(orderCodec.fields, PREVIEWED_OF_ORDER).allow(null),
  fills: listOf(pick(tradeCodec.fields, PREVIEWED_OF_FILL)),
  violations: listOf(violation),
  warnings,
  rules: listOf(
    record({
      rule: oneOf(ALL_RISK_RULES),
      verdict: oneOf(['PASS', 'VIOLATED']),
      severity: oneOf(SEVERITIES),
      limit: decimal.allow(null),
      value: decimal.allow(null),
      headroom: decimal.allow(null),
      unit: oneOfOrNull(UNITS),
    }),
  ),
  largest_quantity: decimal,
  costs: record({
    oracle_fees: decimal,
    carry: record({ kind: oneOf(Object.values(CARRY_KINDS)), rate: decimal, per_day: decimal, source: text }).allow(
      null,
    ),
  }),
  position: pick(positionCodec.fields, PREVIEWED_OF_POSITION).allow(null),
  before: previewFigures,
  after: previewFigures,
})
