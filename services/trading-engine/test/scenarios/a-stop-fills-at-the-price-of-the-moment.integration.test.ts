/**
 * A STOP or TAKE_PROFIT without a limit fires when the price it names reaches its trigger, and no other does, and takes
 * what the book then gives: after a gap that is not its trigger. Its time in force has nothing left to say.
 */
import { ALL_CASES, isLegal } from '../support/order-table.js'
import { playTable } from '../support/play-table.js'

playTable(ALL_CASES.filter((order) => isLegal(order) && !order.hasLimit && order.kind !== 'MARKET'))
