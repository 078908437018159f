import type { Route } from '@ats/service-kit/http'
import { invalidPayload } from '@ats/service-kit/process'
import type { MarketControl } from '../../commands/move-market.js'
import { formatDecimal, price } from '../../core/values/decimal.js'
import { limitPriceOnGrid } from '../../core/execution/price-grid.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Catalogue } from '../../market/catalogue.js'
import { isPinnable } from '../../market/feeds/sandbox.js'
import { asNumber } from '../../wire/decimals.js'
import { route, type Caller } from '../caller.js'
import { listedSymbol } from '../listed-symbol.js'
import { sandboxReleaseQuery } from '../schemas/queries.js'
import { sandboxMoveBody } from '../schemas/requests.js'
import { sandboxMove } from '../schemas/responses/market.js'

export interface SandboxRouteDependencies {
  readonly catalogue: Catalogue
  readonly marketControl: MarketControl
}

/** Control of the synthetic market, for bot authors and tests: it moves for everybody. Not there in production. */
export function sandboxRoutes({ catalogue, marketControl }: SandboxRouteDependencies): readonly Route<Caller>[] {
  return [
    route('TRADE', {
      method: 'POST',
      path: '/v1/sandbox/market',
      operationId: 'moveMarket',
      summary: "Move a symbol's market to a price: at the next tick, or walking there",
      tags: ['sandbox'],
      body: sandboxMoveBody,
      responses: { 200: { description: 'The move, on the tick grid, and when it begins.', schema: sandboxMove } },
      errors: [],
      handler: async ({ body, principal }) => {
        const { symbol, price: requested, over_ms: overMs = 0 } = body
        const instrument = listedSymbol(catalogue, symbol, 'body')
        const target = limitPriceOnGrid('SELL', price(requested), instrument.tickSize)
        if (!isPinnable(instrument, target)) {
          const message = `${instrument.symbol} cannot be moved to a price that far from its tick of ${formatDecimal(instrument.tickSize)}`
          throw invalidPayload([{ path: ['price'], code: 'price.range', message }])
        }
        const { startsAt } = await marketControl.move(principal.userId, instrument, target, overMs)
        const moved = { symbol: instrument.symbol, price: asNumber(target), over_ms: overMs }
        return { status: 200, body: { ...moved, starts_at: formatTimestamp(startsAt) } }
      },
    }),
    route('TRADE', {
      method: 'DELETE',
      path: '/v1/sandbox/market',
      operationId: 'releaseMarket',
      summary: "Let a symbol's market return to its feed",
      tags: ['sandbox'],
      query: sandboxReleaseQuery,
      responses: { 200: { description: 'When it returns.', schema: sandboxMove } },
      errors: ['not_found'],
      handler: async ({ query, principal }) => {
        const instrument = listedSymbol(catalogue, query.symbol, 'query')
        const { startsAt } = await marketControl.move(principal.userId, instrument, null, 0)
        const released = { symbol: instrument.symbol, price: null, over_ms: 0 }
        return { status: 200, body: { ...released, starts_at: formatTimestamp(startsAt) } }
      },
    }),
  ]
}
