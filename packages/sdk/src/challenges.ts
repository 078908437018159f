import type { HistoryOptions } from './account-reads.js'
import { toIntent } from './client-id.js'
import { placing, unwrap, type EngineApi } from './engine-api.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type { BodyOf, Challenge, ChallengeGrant, Operations, Program, ProgramDetail, QueryOf } from './types.js'

export interface ChallengesOptions extends HistoryOptions {
  readonly status?: QueryOf<Operations['listChallenges']>['status']
}

export interface ProgramOptions extends CallOptions {
  /** Absent: the newest. */
  readonly version?: number | undefined
}

/** The programs that are sold, and the caller's attempts at them. */
export class Challenges {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /** The programs that can be begun: phases in their order, each on a plan. */
  programs(options?: CallOptions): Promise<readonly Program[]> {
    return unwrap(this.#api.http.GET('/v1/programs', this.#reading(options)))
  }

  /** A program with the rules of each phase. */
  program(id: string, { version, ...options }: ProgramOptions = {}): Promise<ProgramDetail> {
    const params = { path: { program_id: id }, query: { version } }
    return unwrap(this.#api.http.GET('/v1/programs/{program_id}', { params, ...this.#decimals(options) }))
  }

  /** Opens the account of the first phase. @throws OperationRejected when the user may not */
  begin(challenge: BodyOf<Operations['createChallenge']>, options: CallOptions = {}): Promise<Challenge> {
    const body = toIntent(challenge)
    return unwrap(this.#api.http.POST('/v1/challenges', placing(this.#api, body, 'read challenges.list()', options)))
  }

  /** Newest first, ended ones too. */
  list({ from, to, status, pageSize: limit = 500, ...options }: ChallengesOptions = {}): Rows<Challenge> {
    return rowsOf(to, async (end: string | undefined) => {
      const params = { query: { from, to: end, status, limit } }
      const { data = [], response } = await this.#api.http.GET('/v1/challenges', { params, ...this.#reading(options) })
      return { rows: data, next: nextTo(response) }
    })
  }

  /** A challenge with all of its accounts. */
  get(id: string, options?: CallOptions): Promise<Challenge> {
    const params = { path: { challenge_id: id } }
    return unwrap(this.#api.http.GET('/v1/challenges/{challenge_id}', { params, ...this.#reading(options) }))
  }

  /** Begins the phase of a challenge that has ended again. @throws OperationRejected without a grant for it */
  reset(id: string, request: BodyOf<Operations['resetChallenge']> = {}, options: CallOptions = {}): Promise<Challenge> {
    const call = placing(this.#api, toIntent(request), 'read challenges.get()', options)
    const params = { path: { challenge_id: id } }
    return unwrap(this.#api.http.POST('/v1/challenges/{challenge_id}/reset', { params, ...call }))
  }

  /** The caller's rights to begin or reset a challenge, newest first, used ones too. */
  grants({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<ChallengeGrant> {
    return rowsOf(to, async (end: string | undefined) => {
      const params = { query: { from, to: end, limit } }
      const call = { params, ...this.#reading(options) }
      const { data = [], response } = await this.#api.http.GET('/v1/challenge-grants', call)
      return { rows: data, next: nextTo(response) }
    })
  }

  #reading(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
  }

  #decimals(options: CallOptions): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'read' } })
  }
}
