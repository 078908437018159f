/** Leaves endpoints that cannot be reached in peace for a while: one that hangs holds up every look by its timeout. */
import type { RpcEndpoint } from './rpc-endpoint.js'

/** Milliseconds: twice as long each time. */
const REST_MS = { first: 1_000, max: 30_000 }

export interface EndpointRests {
  /** All of them where fewer than `quorum` are left. */
  rested(endpoints: readonly RpcEndpoint[], quorum: number): readonly RpcEndpoint[]
  note(endpoint: RpcEndpoint, hasAnswered: boolean): void
  /** Ends all rests; false: there were none. */
  end(): boolean
}

/** `now`: milliseconds of a clock that only goes on. */
export function createEndpointRests(now: () => number): EndpointRests {
  const rests = new Map<RpcEndpoint, { readonly ms: number; readonly until: number }>()
  return {
    rested(endpoints, quorum) {
      const rested = endpoints.filter((endpoint) => now() >= (rests.get(endpoint)?.until ?? -Infinity))
      return rested.length < quorum ? endpoints : rested
    },
    note(endpoint, hasAnswered) {
      if (hasAnswered) return void rests.delete(endpoint)
      const ms = Math.min(2 * (rests.get(endpoint)?.ms ?? REST_MS.first / 2), REST_MS.max)
      rests.set(endpoint, { ms, until: now() + ms })
    },
    end() {
      const hadAny = rests.size > 0
      rests.clear()
      return hadAny
    },
  }
}
