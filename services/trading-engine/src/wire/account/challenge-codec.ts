import { ACCOUNT_STATES } from '../../core/model/account/account.js'
import type { ChallengeStep } from '../../core/model/events.js'
import { VENUE_IDS } from '../../core/model/market/instrument.js'
import {
  CHALLENGE_GRANT_KINDS,
  CHALLENGE_STATUSES,
  type Challenge,
  type ChallengeGrant,
  type ChallengeMember,
} from '../../core/model/program/challenge.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { count, listOf, oneOf, oneOfOrNull, orNull, text, time, uuid } from '../codec/kinds.js'

const memberCodec = codecOf<ChallengeMember>('ChallengeAccount')({
  account_id: field(uuid, (member) => member.accountId),
  phase: field(text, (member) => member.phase),
  attempt: field(count, (member) => member.attempt, '1, and one more with each reset of the phase.'),
  state: field(oneOf(ACCOUNT_STATES), (member) => member.state),
  state_reason: field(orNull(text), (member) => member.stateReason),
  opened_at: field(time, (member) => member.openedAt),
  passed_at: field(orNull(time), (member) => member.passedAt),
})

const challengeFields = {
  id: field(uuid, (challenge) => challenge.id),
  program_id: field(text, (challenge) => challenge.programId),
  program_version: field(count, (challenge) => challenge.programVersion),
  name: field(text, (challenge) => challenge.name),
  status: field(oneOf(CHALLENGE_STATUSES), (challenge) => challenge.status),
  phase: field(text, (challenge) => challenge.phase, 'The one that it is at.'),
  account_id: field(uuid, (challenge) => challenge.accountId, 'The account of that phase.'),
  default_venue: field(oneOfOrNull(VENUE_IDS), (challenge) => challenge.defaultVenue),
  accounts: field(
    listOf(memberCodec),
    (challenge) => challenge.accounts,
    'All of them, in the order they were opened.',
  ),
  created_at: field(time, (challenge) => challenge.createdAt),
  ended_at: field(orNull(time), (challenge) => challenge.endedAt),
} satisfies Fields<Challenge>

export const challengeCodec = codecOf<Challenge>('Challenge')(challengeFields)

/** The same with its owner. */
export const operatedChallengeCodec = codecOf<Challenge>('OperatedChallenge')({
  ...challengeFields,
  user_id: field(text, (challenge) => challenge.userId),
})

export const challengeGrantCodec = codecOf<ChallengeGrant>('ChallengeGrant')({
  id: field(uuid, (grant) => grant.id),
  reference: field(text, (grant) => grant.reference),
  user_id: field(text, (grant) => grant.userId),
  kind: field(oneOf(CHALLENGE_GRANT_KINDS), (grant) => grant.kind),
  program_id: field(text, (grant) => grant.programId),
  program_version: field(count, (grant) => grant.programVersion),
  challenge_id: field(orNull(uuid), (grant) => grant.challengeId, 'Begun with it, or to be reset.'),
  referral: field(orNull(text), (grant) => grant.referral, 'Carried in the events of what is opened with it.'),
  account_id: field(orNull(uuid), (grant) => grant.accountId, 'Opened with it.'),
  created_at: field(time, (grant) => grant.createdAt),
})

export const challengeStepCodec = codecOf<ChallengeStep>('ChallengeStep')({
  id: field(uuid, (step) => step.id),
  phase: field(text, (step) => step.phase, 'The one that the challenge is at then.'),
  from: field(uuid, (step) => step.from, 'The account that has passed or failed.'),
  to: field(orNull(uuid), (step) => step.to, 'The account of the phase. Null of a challenge that has failed.'),
  reason: field(orNull(text), (step) => step.reason, 'Why it has failed.'),
})
