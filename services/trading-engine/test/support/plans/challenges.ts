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

/**
 * An event with which an account has passed. With a sequence far ahead, the account can go on trading; without one, it
 * is the next, beside an engine that does not hold the account.
 */
export async function insertPassing(
  { pool }: Pick<TestEngine, 'pool'>,
  accountId: string,
  sequence?: number,
): Promise<void> {
  await pool.query(
    `with passed as (update accounts set event_sequence = event_sequence + case when $3::bigint is null then 1 else 0 end
        where id = $1 returning id, event_sequence, clock)
      insert into events (id, account_id, sequence, type, data, created_at)
        select gen_random_uuid(), id, coalesce($3::bigint, event_sequence), 'account.passed', $2, clock from passed`,
    [accountId, '{"objective":{"profit":8000.5,"trading_days":4}}', sequence ?? null],
  )
}

/** Puts accounts into a state as their decisions would, without the way there: the engine is beside another. */
export const putState = async ({ pool }: Pick<TestEngine, 'pool'>, state: string, ...accountIds: readonly string[]) => {
  await pool.query(
    `with moved as (update accounts set state = $1, state_reason = 'test', version = version + 1,
        clock = clock + interval '1 microsecond' where id = any($2) returning id, user_id, clock)
      insert into commands (id, user_id, account_id, kind, fingerprint, moves, status, response, created_at)
        select gen_random_uuid(), user_id, id, 'market', '', true, 200, 'null', clock from moved`,
    [state, accountIds],
  )
}

/** Challenges of several users, `each` of them a user. */
export async function beginMany(
  engine: Pick<TestEngine, 'as'>,
  programId: string,
  { users, each }: { readonly users: number; readonly each: number },
): Promise<readonly ChallengeBody[]> {
  const ofUser = async (): Promise<readonly ChallengeBody[]> => {
    const { api } = engine.as()
    const begun: ChallengeBody[] = []
    for (let count = 0; count < each; count += 1) begun.push(await beginChallenge(api, programId))
    return begun
  }
  return (await Promise.all(Array.from({ length: users }, ofUser))).flat()
}

export const countSuccessors = async ({ pool }: Pick<TestEngine, 'pool'>): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>(
    'select count(*) from challenge_accounts where attempt = 1 and not is_funded and successor_id is not null',
  )
  return Number(rows[0]?.count)
}

/** Challenges whose first account is not followed by exactly one FUNDED account: one was lost, or doubled. */
export async function faultsOfPromotions({ pool }: Pick<TestEngine, 'pool'>): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(
    `select c.id, c.status, count(*) as accounts, count(*) filter (where a.phase = 'funded') as funded,
        (select count(*) from accounts o where o.challenge_id = c.id::text) as opened,
        (select count(*) from events e where e.account_id = (select account_id from challenge_accounts f
          where f.challenge_id = c.id and not f.is_funded) and e.type = 'challenge.promoted') as promoted,
        (select count(*) from events e where e.account_id = (select account_id from challenge_accounts f
          where f.challenge_id = c.id and not f.is_funded) and e.type = 'challenge.funded') as told
      from challenges c join challenge_accounts m on m.challenge_id = c.id join accounts a on a.id = m.account_id
      group by c.id, c.status`,
  )
  const right = { status: 'FUNDED', accounts: '2', funded: '1', opened: '2', promoted: '1', told: '1' }
  return rows.filter((row) => Object.entries(right).some(([name, value]) => row[name as keyof typeof row] !== value))
}
