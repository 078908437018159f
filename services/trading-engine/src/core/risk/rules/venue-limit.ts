/**
 * Venue limit, of LIVE accounts alone: what the contracts of a venue do not take now, or what they would take beside
 * what is there and the books could not net. Last of the rules.
 *   wallet        the account has one, and it trades at the venue of the order
 *   closes        no more of a position than what orders are not closing already
 *   other side    nothing opens while an order that opens the other side is at the venue
 *   Ostium        nothing opens while a close of the pair is under way; at most 10 trades in a pair
 */
import {
  closingNow,
  isOnOtherSide,
  OSTIUM_TRADES_MAX,
  opensAtVenue,
  ordersAtVenue,
  tradesTaken,
} from '../../execution/live/venue-orders.js'
import { isContingent, opposite } from '../../model/order/order.js'
import { isArmed } from '../../model/order/trigger.js'
import { ONE } from '../../values/decimal.js'
import { plainFinding, type Finding, type Rule } from '../finding.js'
import type { Proposal } from '../proposal.js'

export const venueLimit: Rule = (proposal) => {
  const { account, order, position, executions, walletAt, isReducing } = proposal
  if (walletAt !== undefined && walletAt !== order.venue && !isReducing)
    return plainFinding(true, () =>
      walletAt === null
        ? 'the account has no trading wallet yet: its operator has to register one'
        : `the wallet of the account trades at ${walletAt}, not at ${order.venue}`,
    )
  // What the engine holds asks again when it fires.
  if (executions.length === 0 && (isArmed(order) || isContingent(order))) return PASSED
  if (position !== undefined && isOnOtherSide(position, order.side)) {
    const isClosedAlready = executions.length > 0 && closingNow(account, position) >= position.quantity
    return plainFinding(isClosedAlready, () => `all of the ${position.symbol} position is being closed already`)
  }
  if (order.flags.reduceOnly) return PASSED
  if (executions.length > 0 && opensAtVenue(account, order, opposite(order.side)))
    return plainFinding(
      true,
      () => `a ${opposite(order.side)} that opens ${order.symbol} is at ${order.venue}: cancel it first`,
    )
  return order.venue === 'OSTIUM' ? ofOstium(proposal) : PASSED
}

const PASSED = plainFinding(false, () => '')

function ofOstium({ account, order }: Proposal): Finding {
  if (ordersAtVenue(account, order, 'close').some(({ kind }) => kind === 'MARKET'))
    return plainFinding(true, () => `a close of ${order.symbol} is under way at OSTIUM: wait for its end`)
  const others = new Map(account.orders)
  others.delete(order.id)
  const value = tradesTaken({ ...account, orders: others }, order) + 1
  return {
    isViolated: value > OSTIUM_TRADES_MAX,
    severity: 'SOFT',
    message: () => `OSTIUM takes ${OSTIUM_TRADES_MAX} trades in a pair; ${order.symbol} would have ${value}`,
    limit: BigInt(OSTIUM_TRADES_MAX) * ONE,
    value: BigInt(value) * ONE,
    unit: 'orders',
    bound: 'MAX',
  }
}
