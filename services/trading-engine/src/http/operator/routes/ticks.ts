import { writeInTurns } from '@ats/service-kit/async'
import type { Route } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import { readTape } from '../../../queries/read-tape.js'
import { asNumber } from '../../../wire/decimals.js'
import { tapePriceCodec } from '../../../wire/market/tape-codec.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { tapePage } from '../schemas/tape.js'
import { tapeQuery } from '../schemas/requests.js'

export const tickRoutes = ({ pool }: { readonly pool: Pool }): readonly Route<Operator>[] => [
  route('read', {
    method: 'GET',
    path: '/operator/v1/ticks',
    operationId: 'listTicks',
    summary: 'Published ticks of live prices, oldest first, as a recording has them',
    description:
      'A price for each time that a tick told it, which is at least every five seconds; prices that were stale are left out. `next` is the `after` of the next page. Without `MARKET_FEED=live` there are none.',
    tags: ['reports'],
    query: tapeQuery,
    responses: { 200: { description: 'A page of prices.', schema: tapePage } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const { from = 0, to = Number.MAX_SAFE_INTEGER, symbols, venue = null, after } = query
      const named = symbols === undefined ? null : symbols.toUpperCase().split(',')
      const { prices, next } = await readTape(pool, { from, to, symbols: named, venue, after })
      const list = await writeInTurns(prices, (price) => tapePriceCodec.json(price, asNumber), operatorVisit(isGone))
      const pieces = ['{"prices":', 'text' in list ? list.text : list.bytes, `,"next":${JSON.stringify(next)}}`]
      return { status: 200, bytes: Buffer.concat(pieces.map((piece) => Buffer.from(piece))) }
    },
  }),
]
