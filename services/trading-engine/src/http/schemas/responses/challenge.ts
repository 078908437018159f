import { challengeCodec, challengeGrantCodec } from '../../../wire/account/challenge-codec.js'
import { listOf } from '../../../wire/codec/schemas.js'

export const challenge = challengeCodec.schema
export const challenges = listOf(challenge)
export const challengeGrant = challengeGrantCodec.schema
export const challengeGrants = listOf(challengeGrant)
