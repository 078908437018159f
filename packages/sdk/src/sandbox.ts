import { unwrap, type EngineApi } from './engine-api.js'
import type { CallOptions } from './transport/transport.js'
import type { AnswerOf, BodyOf, Operations } from './types.js'

/** Moving the market, and having requests fail, to test a bot; not in production. Scope `TRADE`. */
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

  /** Has requests, streams and webhooks of this key fail from now on, in the place of the faults that it has. */
  setFaults(body: BodyOf<Operations['setFaults']>, options?: CallOptions): Promise<SandboxFaults> {
    return unwrap(this.#api.http.POST('/v1/sandbox/faults', { body, ...this.#writing(options) }))
  }

  /** Reads what the faults of this key have met, and what was done then. */
  faults(options?: CallOptions): Promise<SandboxFaults> {
    return unwrap(this.#api.http.GET('/v1/sandbox/faults', this.#api.through({ ...options, repeat: { kind: 'read' } })))
  }

  /** Ends the faults of this key. */
  endFaults(options?: CallOptions): Promise<SandboxFaults> {
    return unwrap(this.#api.http.DELETE('/v1/sandbox/faults', this.#writing(options)))
  }

  #writing(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'same', lookUp: 'read the price, or faults()' } })
  }
}

type SandboxFaults = AnswerOf<Operations['getFaults']>
