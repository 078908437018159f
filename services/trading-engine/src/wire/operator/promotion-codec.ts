import {
  CHECK_STATUSES,
  PROMOTION_STATUSES,
  type PendingPromotion,
  type UserCheck,
} from '../../core/model/program/challenge.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { count, oneOf, orNull, text, time, uuid } from '../codec/kinds.js'

export const promotionCodec = codecOf<PendingPromotion>('Promotion')({
  id: field(uuid, (promotion) => promotion.id, 'The account that has passed.'),
  challenge_id: field(uuid, (promotion) => promotion.challengeId),
  user_id: field(text, (promotion) => promotion.userId),
  program_id: field(text, (promotion) => promotion.programId),
  program_version: field(count, (promotion) => promotion.programVersion),
  phase: field(text, (promotion) => promotion.phase, 'The one that was passed.'),
  attempt: field(count, (promotion) => promotion.attempt),
  status: field(
    oneOf(PROMOTION_STATUSES),
    (promotion) => promotion.status,
    'DUE: a worker is about to open the account of the next phase. ENDED: the challenge ended before.',
  ),
  passed_at: field(time, (promotion) => promotion.passedAt),
  reviewed_by: field(orNull(text), (promotion) => promotion.reviewedBy),
  reviewed_at: field(orNull(time), (promotion) => promotion.reviewedAt),
  reason: field(orNull(text), (promotion) => promotion.reason),
  successor_id: field(orNull(uuid), (promotion) => promotion.successorId, 'The account of the next phase.'),
})

const checkFields = {
  user_id: field(text, (check) => check.userId),
  status: field(oneOf(CHECK_STATUSES), (check) => check.status),
  note: field(orNull(text), (check) => check.note),
  changed_by: field(text, (check) => check.changedBy),
  changed_at: field(time, (check) => check.changedAt),
} satisfies Fields<UserCheck>

export const identityCheckCodec = codecOf<UserCheck>('IdentityCheck')(checkFields)
export const contractCodec = codecOf<UserCheck>('Contract')(checkFields)
