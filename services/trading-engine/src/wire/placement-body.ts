import type { Account } from '../core/model/account.js'
import type { Placement } from '../core/decide/decide-place.js'
import type { DecisionContext } from '../core/model/decision-context.js'
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
  warnings: placement.warnings,
})

/** The answer to a close: that of its order, and what remains open. */
export const closeBody = (
  placement: Placement,
  after: Account,
  context: DecisionContext,
  write: WriteDecimal,
): Record<string, unknown> => ({
  ...placementBody(placement, write),
  position: placement.position === null ? null : positionBody(placement.position, after, context, write),
})
