import type { HistoryOptions } from './account-reads.js'
import { unwrap, type EngineApi } from './engine-api.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type { BodyOf, Competition, CompetitionBoard, CompetitionEntry, Operations } from './types.js'

/** Competitions, which everybody sees, and the caller's entries. */
export class Competitions {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /** The latest beginning first, past ones too. */
  list({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<Competition> {
    return rowsOf(to, async (end: string | undefined) => {
      const call = { params: { query: { from, to: end, limit } }, ...this.#reading(options) }
      const { data = [], response } = await this.#api.http.GET('/v1/competitions', call)
      return { rows: data, next: nextTo(response) }
    })
  }

  /** A competition with its board, ten seconds old at most; final after its end. */
  board(id: string, options?: CallOptions): Promise<CompetitionBoard> {
    const params = { path: { competition_id: id } }
    return unwrap(this.#api.http.GET('/v1/competitions/{competition_id}', { params, ...this.#reading(options) }))
  }

  /**
   * Enters with an account of its plan that has not traded; again it is the same entry under the name that is given
   * then, without `display_name` under none. @throws OperationRejected when it may not be entered
   */
  enter(id: string, entry: BodyOf<Operations['enterCompetition']>, options?: CallOptions): Promise<CompetitionEntry> {
    const params = { path: { competition_id: id } }
    const call = { params, body: entry, ...this.#reading(options) }
    return unwrap(this.#api.http.POST('/v1/competitions/{competition_id}/entries', call))
  }

  /** The caller's entries, the latest first. */
  entries({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<CompetitionEntry> {
    return rowsOf(to, async (end: string | undefined) => {
      const call = { params: { query: { from, to: end, limit } }, ...this.#reading(options) }
      const { data = [], response } = await this.#api.http.GET('/v1/competition-entries', call)
      return { rows: data, next: nextTo(response) }
    })
  }

  /** Entering again changes nothing but the name: it may be repeated like a reading. */
  #reading(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
  }
}
