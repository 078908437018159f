import type { Placement } from '../core/decide-place.js'
import { markOf } from '../core/figures.js'
import type { World } from '../core/world.js'
import type { WriteDecimal } from './decimals.js'
import { orderBody } from './order-body.js'
import { positionBody } from './position-body.js'
import { tradeBody } from './trade-body.js'
import { violationBody } from './violation-body.js'

/** The answer to an order: placed with its immediate fills, or refused with the reasons. */
export const placementBody = (placement: Placement, write: WriteDecimal): Record<string, unknown> => ({
  order: placement.order === null ? null : orderBody(placement.order, write),
  trades: placement.fills.map((fill) => tradeBody(fill, write)),
  violations: placement.violations.map((violation) => violationBody(violation, write)),
})

/** The answer to a close: that of its order, and what remains open. */
export function closeBody(placement: Placement, world: World, write: WriteDecimal): Record<string, unknown> {
  const { position } = placement
  const row =
    position === null
      ? null
      : positionBody(position, markOf(position, world.market), world.instruments.find(position.symbol), write)
  return { ...placementBody(placement, write), position: row }
}
