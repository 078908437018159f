/**
 * Account state: ACTIVE accounts trade; REDUCE_ONLY, HALTED and PASSED ones only reduce: without a position to reduce
 * an order is refused, and an accepted order is reduce-only; TERMINATED and CLOSED ones accept no orders.
 */
import { assertNever } from '../../values/assert-never.js'
import type { AccountState } from '../../model/account/account.js'
import { isReducedBy } from '../../model/account/position.js'
import { plainFinding, type Rule } from '../finding.js'

export const accountState: Rule = ({ account, order, position, isReducing }) => {
  const may = permissionOf(account.state)
  const isAllowed = may === 'trade' || (may === 'reduce' && isReducing && isReducedBy(position, order.side))
  const message = (): string => {
    const because = account.stateReason === null ? '' : ` (${account.stateReason})`
    const permission = may === 'reduce' ? 'only orders that reduce a position are accepted' : 'no orders are accepted'
    return `the account is ${account.state}${because}: ${permission}`
  }
  return plainFinding(!isAllowed, message, account.lockedUntil)
}

function permissionOf(state: AccountState): 'trade' | 'reduce' | 'nothing' {
  switch (state) {
    case 'ACTIVE':
      return 'trade'
    case 'REDUCE_ONLY':
    case 'HALTED':
    case 'PASSED':
      return 'reduce'
    case 'TERMINATED':
    case 'CLOSED':
      return 'nothing'
    default:
      return assertNever(state)
  }
}
