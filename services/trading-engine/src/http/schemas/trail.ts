/** A trigger that follows the market (`trail`): what its bytes alone decide. */
import { named } from '@ats/service-kit/http'
import type Joi from 'joi'
import { opposite, SIDES, type Side } from '../../core/model/order/order.js'
import type { TrailTerms } from '../../core/model/order/trail.js'
import { decimal, price, rate } from '../../core/values/decimal.js'
import { closedObject, positiveDecimal, sibling, worded } from './fields.js'

export interface DistanceBody {
  readonly offset?: bigint
  readonly offset_pct?: bigint
}

export interface TrailBody extends DistanceBody {
  readonly activation_price?: bigint
}

const HUNDRED = decimal('100')
const DISTANCES = ['offset', 'offset_pct'] as const

/** The same in the OpenAPI document. */
const ONE_DISTANCE = { jsonSchema: { 'x-conditions': [{ oneOf: DISTANCES.map((name) => ({ required: [name] })) }] } }

const WORDS = {
  'trail.one': `{{#label}} must have exactly one of ${DISTANCES.join(', ')}`,
  'trail.below_zero': '{{#label}} leads to a trigger of 0 or less: the trigger of a SELL is below its peak',
  'trail.kind': '{{#label}} belongs to STOP orders: leave it out',
  'trail.price': '{{#label}} takes whatever the book gives once it fires: leave price out',
}

const offset = positiveDecimal.description('How far the trigger is from the peak, as an amount.')
const offsetPct = (sideOf: (joi: Joi.CustomHelpers) => unknown) =>
  worded(
    positiveDecimal.custom((value: bigint, joi) =>
      value >= HUNDRED && sideOf(joi) === 'SELL' ? joi.error('trail.below_zero') : value,
    ),
    WORDS,
  ).description('Or in percent of the peak. To the nearest tick, one tick at least.')
const activationPrice = positiveDecimal.description(
  'The watched price has to get there first: to it or above for a SELL, to it or below for a BUY. Absent: it trails immediately.',
)

const oneDistance = <T extends DistanceBody>(body: T, joi: Joi.CustomHelpers): T | Joi.ErrorReport =>
  DISTANCES.filter((name) => body[name] !== undefined).length === 1 ? body : joi.error('trail.one')

function trailSchema(name: string, sideOf: (joi: Joi.CustomHelpers) => unknown, check: typeof oneDistance<TrailBody>) {
  const fields = { offset, offset_pct: offsetPct(sideOf), activation_price: activationPrice }
  return named(name, worded(closedObject<TrailBody>(fields).custom(check), WORDS).meta(ONE_DISTANCE))
}

const isSide = (value: unknown): value is Side => SIDES.some((side) => side === value)

/** The trail of an order of its own. */
export const trailField = trailSchema(
  'OrderTrail',
  (joi) => sibling(joi, 'side', 1),
  (body, joi) => {
    if (sibling(joi, 'kind') !== 'STOP') return joi.error('trail.kind')
    return sibling(joi, 'price') === undefined ? oneDistance(body, joi) : joi.error('trail.price')
  },
).description(
  'In the place of trigger_price: the trigger of this STOP follows the watched price at a distance, and never goes back.',
)

const withoutLimit: typeof oneDistance<TrailBody> = (body, joi) =>
  (sibling(joi, 'price') ?? null) === null ? oneDistance(body, joi) : joi.error('trail.price')

/** The trail of the stop of an order: on the other side of it. */
export const trailOfStopField = trailSchema(
  'StopTrail',
  (joi) => {
    const entrySide = sibling(joi, 'side', 2)
    return isSide(entrySide) ? opposite(entrySide) : undefined
  },
  withoutLimit,
).description('Or it follows the watched price from the first fill of the order on.')

/** The trail of the stop of a position, of a direction that the bytes do not tell. */
export const trailOfPositionField = trailSchema('ProtectionTrail', () => undefined, withoutLimit)

/** Another distance of an order that trails already. */
export const distanceField = named(
  'TrailDistance',
  worded(
    closedObject<DistanceBody>({ offset, offset_pct: offsetPct(() => undefined) }).custom(oneDistance),
    WORDS,
  ).meta(ONE_DISTANCE),
)

export const toTrail = ({ offset: amount, offset_pct: pct, activation_price: activation }: TrailBody): TrailTerms => ({
  ...(amount !== undefined && { offset: price(amount) }),
  ...(pct !== undefined && { offsetPct: rate(pct) }),
  ...(activation !== undefined && { activationPrice: price(activation) }),
})
