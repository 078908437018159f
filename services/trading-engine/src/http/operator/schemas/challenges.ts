/** Bodies, queries and answers about challenges, promotions and identity checks. */
import Joi from 'joi'
import {
  CHALLENGE_STATUSES,
  CHECK_STATUSES,
  PROMOTION_STATUSES,
  type ChallengeStatus,
  type CheckStatus,
  type PromotionStatus,
} from '../../../core/model/program/challenge.js'
import { operatedChallengeCodec } from '../../../wire/account/challenge-codec.js'
import { listOf, oneOf } from '../../../wire/codec/schemas.js'
import { contractCodec, identityCheckCodec, promotionCodec } from '../../../wire/operator/promotion-codec.js'
import { closedObject, listFields, textField, uuidField, worded } from '../../schemas/fields.js'
import { referralField } from './requests.js'
import type { ListQuery } from '../../schemas/queries.js'

export { challengeGrant, challengeGrants } from '../../schemas/responses/challenge.js'

export const operatedChallenges = listOf(operatedChallengeCodec.schema)
export const promotion = promotionCodec.schema
export const promotions = listOf(promotion)
export const identityCheck = identityCheckCodec.schema
export const identityChecks = listOf(identityCheck)
export const contract = contractCodec.schema
export const contracts = listOf(contract)

const { from, to, limit } = listFields
const list = { from, to, limit }
type PlainListQuery = Omit<ListQuery, 'decimals'>

export interface ChallengeGrantBody {
  readonly reference: string
  readonly user_id: string
  readonly program_id?: string
  readonly challenge_id?: string
  readonly referral?: string
}
export const challengeGrantBody = closedObject<ChallengeGrantBody>({
  reference: worded(Joi.string().pattern(/^[A-Za-z0-9._:-]{1,64}$/), {
    'string.pattern.base': '{{#label}} must be 1 to 64 characters of A-Z a-z 0-9 . _ : -',
  })
    .required()
    .description('Of your own making, such as the number of an order: with the same one it is the same grant.'),
  user_id: textField(128).required(),
  program_id: textField(64).description('Of one challenge to begin: see GET /v1/programs. This or `challenge_id`.'),
  challenge_id: uuidField.description('Of one reset of this challenge of the user.'),
  referral: referralField,
}).xor('program_id', 'challenge_id')

export interface FindChallengeGrantsQuery extends PlainListQuery {
  readonly user_id?: string
  readonly program_id?: string
  readonly used?: boolean
}
export const findChallengeGrantsQuery = closedObject<FindChallengeGrantsQuery>({
  ...list,
  user_id: textField(128),
  program_id: textField(64),
  used: Joi.boolean().description('`false`: those with which no account was opened yet.'),
})

export interface FindChallengesQuery extends PlainListQuery {
  readonly user_id?: string
  readonly program_id?: string
  readonly status?: ChallengeStatus
}
export const findChallengesQuery = closedObject<FindChallengesQuery>({
  ...list,
  user_id: textField(128),
  program_id: textField(64),
  status: oneOf(CHALLENGE_STATUSES),
})

export interface FindPromotionsQuery extends PlainListQuery {
  readonly user_id?: string
  readonly program_id?: string
  readonly status?: PromotionStatus
}
export const findPromotionsQuery = closedObject<FindPromotionsQuery>({
  ...list,
  user_id: textField(128),
  program_id: textField(64),
  status: oneOf(PROMOTION_STATUSES),
})

export interface PromotionApprovalBody {
  readonly reason?: string
}
export const promotionApprovalBody = closedObject<PromotionApprovalBody>({
  reason: textField(256).description('Kept with the promotion.'),
})

export interface PromotionRejectionBody {
  readonly reason: string
}
export const promotionRejectionBody = closedObject<PromotionRejectionBody>({
  reason: textField(256).required().description('Told to the trader by the event `challenge.failed`.'),
})

export interface UserCheckBody {
  readonly user_id: string
  readonly status: CheckStatus
  readonly note?: string
}
export const userCheckBody = closedObject<UserCheckBody>({
  user_id: textField(128).required(),
  status: oneOf(CHECK_STATUSES).required(),
  note: textField(256).description('Such as the number of the check, or of the contract, where it was made.'),
})

export interface FindUserChecksQuery extends PlainListQuery {
  readonly user_id?: string
  readonly status?: CheckStatus
}
export const findUserChecksQuery = closedObject<FindUserChecksQuery>({
  ...list,
  user_id: textField(128),
  status: oneOf(CHECK_STATUSES),
})
