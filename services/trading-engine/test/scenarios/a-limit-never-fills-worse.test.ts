/**
 * A LIMIT order that the book does not meet waits, and fills at its own price as maker however far the market then
 * jumps; one that may not wait is over at once. A MARKET order takes what is there, and what the market does then is
 * nothing to it. Neither watches a trigger, whatever its flags say.
 */
import { ALL_CASES, isLegal, type OrderCase } from '../support/order-table.js'
import { playTable } from '../support/play-table.js'

/** Which price an order would watch that watches none: once for each kind and side is enough. */
const isToldApart = ({ watches, tif }: OrderCase): boolean => watches === 'LAST' || tif === 'GTC'

playTable(
  ALL_CASES.filter(
    (order) => isLegal(order) && (order.kind === 'LIMIT' || order.kind === 'MARKET') && isToldApart(order),
  ),
)
