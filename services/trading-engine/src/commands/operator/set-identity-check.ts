/** Records what the identity check of a user has found: the check itself is made outside. */
import { inTransaction } from '@ats/service-kit/db'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { IdentityCheck, IdentityStatus } from '../../core/model/program/challenge.js'
import { putIdentityCheck } from '../../store/operator/identity-checks.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { asNumber } from '../../wire/decimals.js'
import { identityCheckCodec } from '../../wire/operator/promotion-codec.js'
import type { PlanImportDependencies } from './import-plans.js'

export const setIdentityCheck = (
  { pool, now, newId }: PlanImportDependencies,
  { userId, status, note }: { readonly userId: string; readonly status: IdentityStatus; readonly note: string | null },
  operator: OperatorAction,
): Promise<IdentityCheck> =>
  inTransaction(pool, async (client) => {
    const check: IdentityCheck = { userId, status, note, changedBy: operator.name, changedAt: now() }
    await putIdentityCheck(client, check)
    const about = { id: newId(), at: check.changedAt, action: 'set_identity_check', subject: userId }
    await insertAudit(client, { ...about, outcome: identityCheckCodec.value(check, asNumber), ...operator })
    return check
  })
