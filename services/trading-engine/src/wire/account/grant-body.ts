import type { Grant } from '../../core/model/account/grant.js'
import { formatTimestamp } from '../../core/values/time.js'

export const grantBody = (grant: Grant): Record<string, unknown> => ({
  id: grant.id,
  user_id: grant.userId,
  plan_id: grant.planId,
  plan_version: grant.planVersion,
  challenge_id: grant.challengeId,
  account_id: grant.accountId,
  created_at: formatTimestamp(grant.createdAt),
})
