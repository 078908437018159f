/**
 * A STOP or TAKE_PROFIT with a limit is, from its trigger on, an order with that limit: it takes what is no worse,
 * waits for it if it may, has expired if it may not, and is refused if it would take and must not.
 */
import { ALL_CASES, isLegal } from '../support/order-table.js'
import { playTable } from '../support/play-table.js'

playTable(ALL_CASES.filter((order) => isLegal(order) && order.hasLimit && order.kind !== 'LIMIT'))
