/**
 * A LIMIT order that the book does not match rests, and fills at its own price as maker however far the market then
 * jumps; IOC and FOK end immediately. A MARKET order takes the book as it is, and later moves do not affect it. Neither
 * watches a trigger, whatever its flags say.
 */
import { ALL_CASES, isLegal, type OrderCase } from '../support/order-table.js'
import { playTable } from '../support/play-table.js'

/** Leaves one case of each kind and side: these orders watch no price, so the watched price makes no difference. */
const isToldApart = ({ watches, tif }: OrderCase): boolean => watches === 'LAST' || tif === 'GTC'

playTable(
  ALL_CASES.filter(
    (order) => isLegal(order) && (order.kind === 'LIMIT' || order.kind === 'MARKET') && isToldApart(order),
  ),
)
