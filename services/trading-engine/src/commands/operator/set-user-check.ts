/** Records how far a check of a user is, identity or contract: the check itself is made outside. */
import { inTransaction } from '@ats/service-kit/db'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { CheckStatus, UserCheck, UserCheckKind } from '../../core/model/program/challenge.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { putUserCheck } from '../../store/operator/user-checks.js'
import { asNumber } from '../../wire/decimals.js'
import { identityCheckCodec } from '../../wire/operator/promotion-codec.js'
import type { PlanImportDependencies } from './import-plans.js'
import { requireUserId } from './require-user-id.js'

export const setUserCheck = (
  { pool, now, newId }: PlanImportDependencies,
  kind: UserCheckKind,
  { userId, status, note }: { readonly userId: string; readonly status: CheckStatus; readonly note: string | null },
  operator: OperatorAction,
): Promise<UserCheck> =>
  inTransaction(pool, async (client) => {
    requireUserId(userId)
    const check: UserCheck = { userId, status, note, changedBy: operator.name, changedAt: now() }
    await putUserCheck(client, kind, check)
    const action = kind === 'IDENTITY' ? 'set_identity_check' : 'set_contract'
    const about = { id: newId(), at: check.changedAt, action, subject: userId }
    await insertAudit(client, { ...about, outcome: identityCheckCodec.value(check, asNumber), ...operator })
    return check
  })
