/** Another `api` process on the database of an engine, and traders whose requests take turns between the two. */
import { apiClient, type ApiClient } from '@ats/test-kit'
import type { PlacedAnswer, TestEngine, Trader } from './engine.js'
import { startEngineProcess } from './engine-process.js'

export interface SecondEngine {
  inTurns(trader: Trader): Trader
  stop(): Promise<unknown>
}

export async function openSecondEngine({ databaseUrl, wallet, openapi }: TestEngine): Promise<SecondEngine> {
  const beside = await startEngineProcess({ role: 'api', databaseUrl, wallet })
  const elsewhere = apiClient({ baseUrl: beside.baseUrl, openapi })
  return {
    inTurns(trader) {
      const api = alternate([trader.api, elsewhere.with(trader.key.headers)])
      const place = (order: Record<string, unknown>): Promise<PlacedAnswer> =>
        api.post('/v1/order', { body: { account_id: trader.accountId, ...order } }) as unknown as Promise<PlacedAnswer>
      return { ...trader, api, place }
    },
    stop: () => beside.stop(),
  }
}

/** A client whose every request goes to the next one of these. */
function alternate(clients: readonly [ApiClient, ApiClient]): ApiClient {
  let calls = 0
  const next = (): ApiClient => clients[calls++ % 2 === 0 ? 0 : 1]
  return {
    get: (path, request) => next().get(path, request),
    post: (path, request) => next().post(path, request),
    put: (path, request) => next().put(path, request),
    patch: (path, request) => next().patch(path, request),
    delete: (path, request) => next().delete(path, request),
    request: (method, path, request) => next().request(method, path, request),
    with: (headers) => alternate([clients[0].with(headers), clients[1].with(headers)]),
  }
}
