/**
 * Schemas without a codec: an answer is put together from the texts of its order and trades, which its events share
 * (wire/order/placement-body.ts), and is stored.
 */
import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import { count, later, listOf, record, text } from '../../../wire/codec/schemas.js'
import { keptOrder } from './order.js'
import { position } from './position.js'
import { keptTrade } from './trade.js'
import { violation, warnings } from './violation.js'

const placed = {
  order: keptOrder.allow(null),
  trades: listOf(keptTrade),
  violations: listOf(violation),
  warnings: later(warnings),
}

const children = listOf(keptOrder)
  .optional()
  .description(
    'The stop and the target that came with the order, each as it then was; absent where none were asked for.',
  )

/** The answer to an order: the order and its immediate fills, or null and the reasons. */
export const placement = named('Placement', record({ ...placed, children }))

/** The body that an error would have had alone. */
const failure = named(
  'OrderError',
  Joi.object({ error: text.required(), message: text.required(), request_id: text.required() }).unknown(),
)

/** The answers to the orders of a batch, in their order. */
export const placements = named(
  'Placements',
  record({
    results: listOf(
      named(
        'BatchResult',
        record({
          status: count.description('The status that `POST /v1/order` would have answered with.'),
          body: Joi.alternatives(placement, failure),
        }),
      ),
    ),
  }),
)

/** The answer to a close: that of its order, and what remains open. */
export const closeAnswer = named('ClosePlacement', record({ ...placed, position: position.allow(null) }))
