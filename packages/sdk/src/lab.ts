import { unwrap, type EngineApi } from './engine-api.js'
import type { CallOptions } from './transport/transport.js'
import type { BodyOf, Odds, Operations } from './types.js'

/** As long as the service may take: a question that is sent again would begin from the start. */
const ATTEMPT_MS = 30_000

/** Estimates of what would become of a trader. Nothing is kept of them. */
export class Lab {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /** The odds of passing and of being paid, of an account, of a list of trades or of a model. Takes seconds. */
  odds(question: BodyOf<Operations['getOdds']>, options: CallOptions = {}): Promise<Odds> {
    const call = {
      body: question,
      ...this.#api.through({ ...options, repeat: { kind: 'read' }, attemptMs: ATTEMPT_MS }),
    }
    return unwrap(this.#api.http.POST('/v1/lab/odds', call))
  }
}
