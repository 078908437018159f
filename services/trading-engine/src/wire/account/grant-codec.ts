import type { Grant } from '../../core/model/account/grant.js'
import { codecOf, field } from '../codec/codec.js'
import { count, orNull, text, time, uuid } from '../codec/kinds.js'

export const grantCodec = codecOf<Grant>('Grant')({
  id: field(uuid, (grant) => grant.id),
  user_id: field(text, (grant) => grant.userId),
  plan_id: field(text, (grant) => grant.planId),
  plan_version: field(count, (grant) => grant.planVersion),
  challenge_id: field(orNull(text), (grant) => grant.challengeId),
  referral: field(orNull(text), (grant) => grant.referral, 'Carried in the events of what is opened with it.'),
  account_id: field(orNull(uuid), (grant) => grant.accountId),
  created_at: field(time, (grant) => grant.createdAt),
})
