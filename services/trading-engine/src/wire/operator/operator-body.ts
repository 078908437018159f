/** Bodies of the operator API: those of traders, with the owner of everything. */
import type { Account } from '../../core/model/account/account.js'
import type { FoundBreach } from '../../core/model/plan/breach.js'
import { computeFigures } from '../../core/margin/figures.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { FoundAccount } from '../../core/read/found-account.js'
import type { Difference } from '../../core/read/ledger-check.js'
import type { AuditEntry } from '../../core/model/account/operator-audit.js'
import type { PlanVersion } from '../../core/model/plan/plan.js'
import { accountBody, holdBody, planBody, summaryBody } from '../account/account-body.js'
import { breachBody } from '../account/breach-body.js'
import type { WriteDecimal } from '../decimals.js'

/** The account record with its owner, its summary, and how much it has under way. */
export function operatorAccountBody(
  account: Account,
  context: DecisionContext,
  write: WriteDecimal,
): Record<string, unknown> {
  const figures = computeFigures(account, context)
  return {
    user_id: account.userId,
    ...accountBody(account, figures, write),
    working_orders: account.orders.size,
    open_positions: account.positions.size,
    summary: summaryBody(account, figures, write),
  }
}

export const foundAccountBody = (account: FoundAccount, write: WriteDecimal): Record<string, unknown> => ({
  id: account.id,
  user_id: account.userId,
  plan_id: account.planId,
  plan_version: account.planVersion,
  challenge_id: account.challengeId,
  name: account.name,
  state: account.state,
  state_reason: account.stateReason,
  locked_until: account.lockedUntil === null ? null : formatTimestamp(account.lockedUntil),
  holds: account.holds.map(holdBody),
  balance: write(account.balance),
  created_at: formatTimestamp(account.createdAt),
})

export const foundBreachBody = (breach: FoundBreach, write: WriteDecimal): Record<string, unknown> => ({
  account_id: breach.accountId,
  account_name: breach.accountName,
  user_id: breach.userId,
  plan_id: breach.planId,
  ...breachBody(breach, write),
})

interface UsedPlanVersion extends PlanVersion {
  readonly accounts: number
  readonly unusedGrants: number
}

export const planVersionBody = (
  { plan, createdAt, accounts, unusedGrants }: UsedPlanVersion,
  write: WriteDecimal,
): Record<string, unknown> => ({
  ...planBody(plan, write),
  created_at: formatTimestamp(createdAt),
  accounts,
  unused_grants: unusedGrants,
})

export const auditBody = (entry: AuditEntry): Record<string, unknown> => ({
  id: entry.id,
  at: formatTimestamp(entry.at),
  operator: entry.name,
  action: entry.action,
  subject: entry.subject,
  request: entry.request,
  outcome: entry.outcome,
})

export const differenceBody = ({ accountId, ...difference }: Difference): Record<string, unknown> => ({
  account_id: accountId,
  ...difference,
})
