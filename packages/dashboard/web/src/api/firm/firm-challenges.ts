import type { AnswerOf, BodyOf, QueryOf } from '@ats/sdk/types'
import type { PageTerms } from '../account-reads.js'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'
import type { Page } from '../pages.js'
import { page, termsOf } from './firm-lists.js'

export type Promotion = AnswerOf<operations['findPromotions']>[number]
/** A check of an identity, or a contract. */
export type UserCheck = AnswerOf<operations['listIdentityChecks']>[number]
type PromotionFilter = Pick<QueryOf<operations['findPromotions']>, 'status' | 'user_id'>

export const PROMOTIONS_KEY = ['firm', 'promotions'] as const
export const IDENTITY_CHECKS_KEY = ['firm', 'kyc'] as const
export const CONTRACTS_KEY = ['firm', 'contracts'] as const

export const readPromotions = (filter: PromotionFilter, terms: PageTerms): Promise<Page<Promotion>> =>
  page(operator.GET('/operator/v1/promotions', termsOf(filter, terms)))

export const readIdentityChecks = (terms: PageTerms): Promise<Page<UserCheck>> =>
  page(operator.GET('/operator/v1/kyc', termsOf({}, terms)))

export const readContracts = (terms: PageTerms): Promise<Page<UserCheck>> =>
  page(operator.GET('/operator/v1/contracts', termsOf({}, terms)))

const promotion = (id: string) => ({ params: { path: { promotion_id: id } } })

export const approvePromotion = (id: string) =>
  bodyOf(operator.POST('/operator/v1/promotions/{promotion_id}/approve', { ...promotion(id), body: {} }))

export const rejectPromotion = (id: string, reason: string) =>
  bodyOf(operator.POST('/operator/v1/promotions/{promotion_id}/reject', { ...promotion(id), body: { reason } }))

export const setIdentityCheck = (body: BodyOf<operations['setIdentityCheck']>) =>
  bodyOf(operator.POST('/operator/v1/kyc', { body }))

export const setContract = (body: BodyOf<operations['setContract']>) =>
  bodyOf(operator.POST('/operator/v1/contracts', { body }))

export type ChallengeGrant = AnswerOf<operations['findChallengeGrants']>[number]
type ChallengeGrantBody = BodyOf<operations['grantChallenge']>

export const CHALLENGE_GRANTS_KEY = ['firm', 'challenge-grants'] as const

export const readChallengeGrants = (terms: PageTerms): Promise<Page<ChallengeGrant>> =>
  page(operator.GET('/operator/v1/challenge-grants', termsOf({}, terms)))

/** With the same reference it is the same grant. */
export const grantChallenge = (body: ChallengeGrantBody) =>
  bodyOf(operator.POST('/operator/v1/challenge-grants', { body }))

export const removeChallengeGrant = (id: string) =>
  bodyOf(operator.DELETE('/operator/v1/challenge-grants/{grant_id}', { params: { path: { grant_id: id } } }))
