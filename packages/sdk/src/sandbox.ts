import { unwrap, type EngineApi } from './engine-api.js'
import type { CallOptions } from './transport/transport.js'
import type { AnswerOf, BodyOf, Operations } from './types.js'

/** Moving the market, to test a bot; not in production. Scope `TRADE`. */
export class Sandbox {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /** Moves the market of a symbol to a price: at its next tick, or over `over_ms` milliseconds. */
  move(body: BodyOf<Operations['moveMarket']>, options?: CallOptions): Promise<AnswerOf<Operations['moveMarket']>> {
    return unwrap(this.#api.http.POST('/v1/sandbox/market', { body, ...this.#writing(options) }))
  }

  /** Lets the market of a symbol return to its feed. */
  release(symbol: string, options?: CallOptions): Promise<AnswerOf<Operations['releaseMarket']>> {
    const params = { query: { symbol } }
    return unwrap(this.#api.http.DELETE('/v1/sandbox/market', { params, ...this.#writing(options) }))
  }

  #writing(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'same', lookUp: 'read the price' } })
  }
}
