/**
 * Account state: ACTIVE accounts trade; REDUCE_ONLY, HALTED and PASSED ones only reduce; TERMINATED and CLOSED ones do
 * neither.
 */
import { assertNever } from '../assert-never.js'
import type { AccountState } from '../account.js'
import type { Rule } from './proposal.js'
import type { Violation } from './violation.js'

export const accountState: Rule<Violation> = ({ account, isReducing }) => {
  const may = permissionOf(account.state)
  if (may === 'trade' || (may === 'reduce' && isReducing)) return null
  const explanation = may === 'reduce' ? 'only orders that reduce a position are accepted' : 'no orders are accepted'
  const because = account.stateReason === null ? '' : ` (${account.stateReason})`
  return {
    rule: 'account_state',
    severity: 'SOFT',
    message: `the account is ${account.state}${because}: ${explanation}`,
    limit: null,
    value: null,
    unit: null,
    ...(account.lockedUntil === null ? {} : { until: account.lockedUntil }),
  }
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
