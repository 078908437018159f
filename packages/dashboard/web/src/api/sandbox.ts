import type { AnswerOf, Operations } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'

/** A move of the sandbox market as the engine has taken it; without a price the market returns to its feed. */
export type MarketMove = AnswerOf<Operations['moveMarket']>

export const moveMarket = (symbol: string, price: string, overMs: number): Promise<MarketMove> =>
  bodyOf(engine.POST('/v1/sandbox/market', { body: { symbol, price, over_ms: overMs } }))

/** `isLeaving`: the request outlives the page. */
export const releaseMarket = (symbol: string, isLeaving = false): Promise<MarketMove> =>
  bodyOf(engine.DELETE('/v1/sandbox/market', { params: { query: { symbol } }, keepalive: isLeaving }))
