import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, Operations } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'

export type Program = AnswerOf<Operations['listPrograms']>[number]
export type Challenge = AnswerOf<Operations['listChallenges']>[number]
export type ChallengeGrant = AnswerOf<Operations['listChallengeGrants']>[number]

/** The programs that are sold. */
export const programsQuery = queryOptions({
  queryKey: ['programs'],
  queryFn: ({ signal }): Promise<readonly Program[]> => bodyOf(engine.GET('/v1/programs', { signal })),
  staleTime: 60_000,
})

/** A version of a program with the plans of its phases. */
export type DetailedProgram = AnswerOf<Operations['getProgram']>

export const programVersionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...programsQuery.queryKey, id, version],
    queryFn: ({ signal }): Promise<DetailedProgram> =>
      bodyOf(
        engine.GET('/v1/programs/{program_id}', { params: { path: { program_id: id }, query: { version } }, signal }),
      ),
    staleTime: Infinity,
  })

const LIMIT = 100

/** The newest challenges of the user. */
export const challengesQuery = queryOptions({
  queryKey: ['challenges'],
  queryFn: ({ signal }): Promise<readonly Challenge[]> =>
    bodyOf(engine.GET('/v1/challenges', { params: { query: { limit: LIMIT } }, signal })),
})

export const challengeQuery = (id: string) =>
  queryOptions({
    queryKey: [...challengesQuery.queryKey, id],
    queryFn: ({ signal }): Promise<Challenge> =>
      bodyOf(engine.GET('/v1/challenges/{challenge_id}', { params: { path: { challenge_id: id } }, signal })),
  })

/** The grants of the user, used ones too: each lets begin a challenge, or begin a phase again. */
export const challengeGrantsQuery = queryOptions({
  queryKey: ['challenge-grants'],
  queryFn: ({ signal }): Promise<readonly ChallengeGrant[]> =>
    bodyOf(engine.GET('/v1/challenge-grants', { params: { query: { limit: LIMIT } }, signal })),
})

/** Begins a challenge: once, however often it is sent with its `client_id`. */
export const beginChallenge = (body: BodyOf<Operations['createChallenge']>) =>
  bodyOf(engine.POST('/v1/challenges', { body }))

/** Begins the phase that the challenge has failed again: once, however often it is sent with its `client_id`. */
export const resetChallenge = (id: string, clientId: string) =>
  bodyOf(
    engine.POST('/v1/challenges/{challenge_id}/reset', {
      params: { path: { challenge_id: id } },
      body: { client_id: clientId },
    }),
  )
