/** Challenges as tests begin and pass them. */
import type { ApiClient } from '@ats/test-kit'
import type { TestEngine } from '../engine/engine.js'

export interface ChallengeBody {
  readonly id: string
  readonly status: string
  readonly phase: string
  readonly account_id: string
  readonly name: string
  readonly program_version: number
  readonly ended_at: string | null
  readonly accounts: readonly {
    readonly account_id: string
    readonly phase: string
    readonly attempt: number
    readonly state: string
    readonly passed_at: string | null
  }[]
}

export interface PromotionBody {
  readonly id: string
  readonly status: string
  readonly successor_id: string | null
  readonly reviewed_by: string | null
  readonly reason: string | null
}

export async function beginChallenge(api: ApiClient, programId: string, fields: object = {}): Promise<ChallengeBody> {
  const { body, status, text } = await api.post<ChallengeBody>('/v1/challenges', {
    body: { program_id: programId, ...fields },
  })
  if (status !== 201) throw new Error(`no challenge: ${text}`)
  return body
}

export const readChallenge = async (api: ApiClient, id: string): Promise<ChallengeBody> =>
  (await api.get<ChallengeBody>(`/v1/challenges/${id}`)).body

/** Puts accounts into a state as their decisions would, without the way there: the engine is beside another. */
export const putState = async ({ pool }: Pick<TestEngine, 'pool'>, state: string, ...accountIds: readonly string[]) => {
  await pool.query(
    `update accounts set state = $1, state_reason = 'test', version = version + 1,
      clock = clock + interval '1 microsecond' where id = any($2)`,
    [state, accountIds],
  )
}
