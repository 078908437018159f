/** The stop and the target of an order (`stop_loss`, `take_profit`, `protect`): what their bytes alone decide. */
import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import {
  BRACKET_LEGS,
  isAboveEntry,
  wrongSideOf,
  type Bracket,
  type BracketLeg,
  type BracketLegName,
} from '../../core/decide/prepare-bracket.js'
import { PROTECTED, type Protected } from '../../core/model/order/exit-terms.js'
import { SIDES, type Side } from '../../core/model/order/order.js'
import { TRIGGER_SOURCES, type TriggerSource } from '../../core/model/order/trigger.js'
import { decimal, price, rate } from '../../core/values/decimal.js'
import { oneOf } from '../../wire/codec/schemas.js'
import { toTrail, trailOfStopField, type TrailBody } from './trail.js'
import { closedObject, positiveDecimal, sibling, worded } from './fields.js'

interface LegBody {
  readonly trigger_price?: bigint
  readonly offset?: bigint
  readonly offset_pct?: bigint
  readonly trail?: TrailBody
  readonly price?: bigint
  readonly trigger_by?: TriggerSource
}

export interface BracketBody {
  readonly stop_loss?: LegBody
  readonly take_profit?: LegBody
  readonly protect?: Protected
}

const DISTANCES = ['trigger_price', 'offset', 'offset_pct'] as const
const ways = (name: BracketLegName) => (name === 'stop_loss' ? ([...DISTANCES, 'trail'] as const) : DISTANCES)
const HUNDRED = decimal('100')

/** As `x-conditions` of the order. */
export const BRACKET_RULES = [
  {
    if: { anyOf: BRACKET_LEGS.map((name) => ({ required: [name] })) },
    then: {
      not: { anyOf: [{ required: ['parent_order_id'] }, { required: ['position_id'] }] },
      properties: { flags: { properties: { reduce_only: { const: false } } } },
    },
    else: { not: { required: ['protect'] } },
  },
]

const WORDS = {
  'bracket.reduces': '{{#label}} belongs to an order that opens: leave it out of one that only reduces a position',
  'bracket.exit': '{{#label}} belongs to an entry: leave it out of an order with parent_order_id',
  'bracket.below_zero': '{{#label}} leads to a trigger of 0 or less',
}

/** A leg belongs to an order that may open a position, and says its trigger in one way. */
const legField = (name: BracketLegName, words: string): Joi.AnySchema<LegBody> =>
  worded(
    (name === 'stop_loss'
      ? closedObject<LegBody>({ trail: trailOfStopField, ...legFields(name) })
      : closedObject<Omit<LegBody, 'trail'>>(legFields(name))
    ).custom((leg: LegBody, joi) => checkLeg(name, leg, joi)),
    {
      ...WORDS,
      'bracket.one': `{{#label}} must have exactly one of ${ways(name).join(', ')}`,
      'bracket.order': '{{#label}}: the stop of a BUY must be below its target, that of a SELL above it',
    },
  ).description(words)

const legFields = (name: BracketLegName) => ({
  trigger_price: worded(
    positiveDecimal.custom((value: bigint, joi) => (isMisplaced(name, value, joi) ? joi.error(`bracket.side`) : value)),
    { 'bracket.side': `{{#label}}: ${SIDES.map((side) => wrongSideOf(name, side)).join(', ')}` },
  ).description('The trigger itself. Off the tick it moves to the nearest one.'),
  offset: worded(
    positiveDecimal.custom((value: bigint, joi) =>
      isTooFar(name, value, joi) ? joi.error('bracket.below_zero') : value,
    ),
    WORDS,
  ).description('Or how far it is from the average fill of the order, as an amount.'),
  offset_pct: worded(
    positiveDecimal.custom((value: bigint, joi) =>
      value >= HUNDRED && isBelow(name, sibling(joi, 'side', 1)) ? joi.error('bracket.below_zero') : value,
    ),
    WORDS,
  ).description('Or how far it is from the average fill of the order, in percent of that.'),
  price: positiveDecimal.description('A limit from the trigger on. Absent: whatever the book gives.'),
  trigger_by: oneOf(TRIGGER_SOURCES).description('The price the trigger is compared with. Absent: LAST.'),
})

function checkLeg(name: BracketLegName, leg: LegBody, joi: Joi.CustomHelpers): LegBody | Joi.ErrorReport {
  const { reduce_only: isReduceOnly } = (sibling(joi, 'flags') ?? {}) as { readonly reduce_only?: boolean }
  if (isReduceOnly === true || sibling(joi, 'position_id') !== undefined) return joi.error('bracket.reduces')
  if (sibling(joi, 'parent_order_id') !== undefined) return joi.error('bracket.exit')
  if (ways(name).filter((way) => leg[way] !== undefined).length !== 1) return joi.error('bracket.one')
  return areCrossed(leg, joi) ? joi.error('bracket.order') : leg
}

const isSide = (value: unknown): value is Side => SIDES.some((side) => side === value)
const isBelow = (name: BracketLegName, side: unknown): boolean => isSide(side) && !isAboveEntry(name, side)

/** The limit of the order, or its trigger where it has none; undefined where the bytes do not tell it. */
function ownPriceOf(joi: Joi.CustomHelpers): bigint | undefined {
  const [own] = ['price', 'trigger_price'].map((name) => sibling(joi, name, 1)).filter((at) => at !== undefined)
  return typeof own === 'bigint' ? own : undefined
}

function isMisplaced(name: BracketLegName, trigger: bigint, joi: Joi.CustomHelpers): boolean {
  const own = ownPriceOf(joi)
  const side = sibling(joi, 'side', 1)
  if (own === undefined || !isSide(side)) return false
  return isAboveEntry(name, side) ? trigger <= own : trigger >= own
}

function isTooFar(name: BracketLegName, offset: bigint, joi: Joi.CustomHelpers): boolean {
  const own = ownPriceOf(joi)
  return own !== undefined && offset >= own && isBelow(name, sibling(joi, 'side', 1))
}

/** Compares two absolute triggers, when the second one is checked. */
function areCrossed({ trigger_price: target }: LegBody, joi: Joi.CustomHelpers): boolean {
  const side = sibling(joi, 'side')
  const { trigger_price: stop } = (sibling(joi, 'stop_loss') ?? {}) as LegBody
  if (typeof stop !== 'bigint' || target === undefined || stop === target || !isSide(side)) return false
  return side === 'BUY' ? stop > target : stop < target
}

export const bracketFields = {
  stop_loss: named(
    'OrderStopLoss',
    legField(
      'stop_loss',
      'A STOP of this order, placed with it: it waits for its fills, only reduces and ends with the position.',
    ),
  ),
  take_profit: named(
    'OrderTakeProfit',
    legField('take_profit', 'A TAKE_PROFIT of this order in the same way. Stop and target cancel each other.'),
  ),
  protect: named(
    'Protected',
    worded(
      Joi.any<Protected>().custom((value: unknown, joi) => {
        if (!PROTECTED.some((known) => known === value)) return joi.error('any.only')
        return BRACKET_LEGS.some((name) => sibling(joi, name) !== undefined) ? value : joi.error('protect.alone')
      }),
      {
        'any.only': `{{#label}} must be one of ${PROTECTED.join(', ')}`,
        'protect.alone': '{{#label}} belongs to stop_loss or take_profit',
      },
    )
      .meta({ jsonSchema: { type: 'string', enum: PROTECTED } })
      .description(
        'What stop and target are for: what this order adds (ORDER, the default), or all of the position that it opens or ' +
          'adds to, in the place of other exits (POSITION).',
      ),
  ),
}

export function toBracket({ stop_loss: stop, take_profit: target, protect }: BracketBody): {
  readonly bracket?: Bracket
} {
  if (stop === undefined && target === undefined) return {}
  return {
    bracket: {
      ...(stop !== undefined && { stop_loss: toLeg(stop, protect) }),
      ...(target !== undefined && { take_profit: toLeg(target, protect) }),
    },
  }
}

const toLeg = (body: LegBody, protect: Protected | undefined): BracketLeg => ({
  triggerPrice: body.trigger_price === undefined ? null : price(body.trigger_price),
  price: body.price === undefined ? null : price(body.price),
  triggerBy: body.trigger_by ?? 'LAST',
  ...(body.trail === undefined ? {} : { trail: toTrail(body.trail) }),
  terms: {
    ...(body.offset !== undefined && { offset: price(body.offset) }),
    ...(body.offset_pct !== undefined && { offsetPct: rate(body.offset_pct) }),
    ...(protect === 'POSITION' && { isOfPosition: true }),
  },
})
