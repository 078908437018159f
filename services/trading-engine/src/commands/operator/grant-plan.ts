/**
 * Grants a user one account on a plan, as it is now. Asked again while that is unused, or while the account opened with
 * it lives, it is the same grant: a retry sells nothing twice.
 */
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Entitlement, Grant } from '../../core/model/account/grant.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import { lockUser } from '../../store/write/insert-account.js'
import { deleteGrant, findGrantInUse, findUnusedGrant, insertGrant } from '../../store/operator/grants.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { listPlans } from '../../store/operator/plans.js'
import { asNumber } from '../../wire/decimals.js'
import { grantCodec } from '../../wire/account/grant-codec.js'
import type { PlanImportDependencies } from './import-plans.js'
import { requireUserId } from './require-user-id.js'
import { unknownPlan } from '../unknown-plan.js'

export interface GrantedPlan {
  readonly grant: Grant
  /** False when it was there already. */
  readonly isNew: boolean
}

export const grantPlan = (
  { pool, now, newId }: PlanImportDependencies,
  { referral, ...entitlement }: Entitlement & Pick<Grant, 'referral'>,
  operator: OperatorAction,
): Promise<GrantedPlan> =>
  inTransaction(pool, async (client) => {
    const plan = (await listPlans(client)).find(({ id }) => id === entitlement.planId)
    if (plan === undefined) throw unknownPlan(entitlement.planId)
    await lockUser(client, entitlement.userId)
    const known = (await findUnusedGrant(client, entitlement)) ?? (await findGrantInUse(client, entitlement))
    if (known !== null) return { grant: known, isNew: false }
    requireUserId(entitlement.userId)
    const at = now()
    const grant: Grant = {
      ...entitlement,
      referral,
      id: newId(),
      planVersion: plan.version,
      createdAt: at,
      accountId: null,
    }
    await insertGrant(client, grant)
    const done = {
      id: newId(),
      at,
      action: 'grant_plan',
      subject: grant.id,
      outcome: grantCodec.value(grant, asNumber),
    }
    await insertAudit(client, { ...done, ...operator })
    return { grant, isNew: true }
  })

/** Takes a grant back, unless it was used. Answers with it as it was. */
export const removeGrant = (
  { pool, now, newId }: PlanImportDependencies,
  grantId: string,
  operator: OperatorAction,
): Promise<Grant> =>
  inTransaction(pool, async (client) => {
    const grant = await deleteGrant(client, grantId)
    if (grant === null) throw notFound('grant')
    if (grant.accountId !== null) {
      const message = `the grant was used for account ${grant.accountId}`
      throw new RequestError('conflict', message, { reason: 'grant_used', account_id: grant.accountId })
    }
    const done = {
      id: newId(),
      at: now(),
      action: 'remove_grant',
      subject: grant.id,
      outcome: grantCodec.value(grant, asNumber),
    }
    await insertAudit(client, { ...done, ...operator })
    return grant
  })
