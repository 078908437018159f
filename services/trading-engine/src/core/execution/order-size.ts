/**
 * The quantities an order may have: whole lots, more than its filled quantity, and, unless it only reduces, worth at
 * least the venue's minimum. An invalid one is refused with the nearest valid ones.
 */
import {
  divide,
  formatDecimal,
  LIMIT,
  max,
  min,
  quantity,
  roundToStep,
  type Price,
  type Quantity,
} from '../values/decimal.js'
import { NO_MARK } from '../margin/exposure.js'
import { snapToGrid, tooLarge } from './price-grid.js'
import type { Instrument, VenueTerms } from '../model/market/instrument.js'
import { waitingPriceAt, type Order } from '../model/order/order.js'
import { invalid, type Problem } from '../model/outcome.js'
import { isReducedBy, notionalOf, type Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface SizeRules {
  readonly lotSize: Quantity
  /** More than this has to be asked for. */
  readonly filled: Quantity
  /** Up to this the order only reduces, which the venue takes in any size. */
  readonly reducible: Quantity
  /** The venue's minimum, and where the order is valued; null where no minimum is asked of it. */
  readonly minimum: { readonly terms: VenueTerms; readonly at: Price } | null
}

const NONE = quantity(0n)

/** For what only ever reduces. */
export const anyLot = (lotSize: Quantity): SizeRules => ({ lotSize, filled: NONE, reducible: NONE, minimum: null })

/**
 * For an order that may open: the venue's minimum applies to the order's
 * value.
 */
export function openingSizes(
  order: Pick<Order, 'side' | 'limitPrice' | 'triggerPrice' | 'filledQuantity'>,
  { symbol, lotSize }: Instrument,
  terms: VenueTerms,
  existingPosition: Position | undefined,
  { market }: DecisionContext,
): SizeRules {
  const mark = market.quote({ symbol, venue: terms.venue })?.mark ?? NO_MARK
  const at = waitingPriceAt(order, mark) ?? mark
  return {
    lotSize,
    filled: order.filledQuantity,
    reducible: isReducedBy(existingPosition, order.side) ? existingPosition.quantity : NONE,
    minimum: at === NO_MARK ? null : { terms, at },
  }
}

/** The quantity on the lot grid, or the problem that names the nearest ones that may be sent instead. */
export function sizeOnGrid(requested: Quantity, rules: SizeRules): Quantity | Problem {
  const { lotSize, filled } = rules
  const size = snapToGrid(requested, lotSize)
  if (size === null) return refuse('lot', `a multiple of ${formatDecimal(lotSize)}`, requested, rules)
  if (size >= LIMIT) return tooLarge('quantity')
  if (size <= filled) {
    const message = `quantity must be more than the ${formatDecimal(filled)} that have filled; to stop here, cancel`
    return invalid(['quantity'], 'quantity.filled', message)
  }
  return checkMinimum(size, rules) ?? size
}

export function checkMinimum(size: Quantity, rules: SizeRules): Problem | null {
  const { reducible, minimum } = rules
  if (minimum === null || size <= reducible) return null
  const { venue, notionalMin } = minimum.terms
  if (notionalOf(size, minimum.at) >= notionalMin) return null
  return refuse('min', `worth at least ${formatDecimal(notionalMin)} USD on ${venue}`, size, rules)
}

function refuse(code: 'lot' | 'min', wanted: string, requested: Quantity, rules: SizeRules): Problem {
  const nearest = nearestQuantities(requested, rules).map(formatDecimal).join(' or ')
  const hint = nearest === '' ? '' : `; nearest valid: ${nearest}`
  return invalid(['quantity'], `quantity.${code}`, `quantity must be ${wanted}${hint}`)
}

/** The valid quantities next to one that is not, smallest first. */
export function nearestQuantities(value: Quantity, rules: SizeRules): readonly Quantity[] {
  const { lotSize, filled, reducible } = rules
  const least = leastQuantity(rules)
  const lotBelow = roundToStep(value, lotSize, 'FLOOR')
  const below = lotBelow < least ? min(lotBelow, reducible) : lotBelow
  const lotAbove = max(roundToStep(value, lotSize, 'CEIL'), quantity(filled + lotSize))
  const above = lotAbove > reducible ? max(lotAbove, least) : lotAbove
  return [...(below > filled ? [below] : []), ...(above < LIMIT ? [above] : [])]
}

/** The smallest that may open or add. */
function leastQuantity({ lotSize, minimum }: SizeRules): Quantity {
  if (minimum === null) return lotSize
  return max(lotSize, roundToStep(quantity(divide(minimum.terms.notionalMin, minimum.at, 'CEIL')), lotSize, 'CEIL'))
}
