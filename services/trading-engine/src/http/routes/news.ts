import type { Route } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import { findNews } from '../../queries/operator-lists.js'
import { asNumber } from '../../wire/decimals.js'
import { newsCodec } from '../../wire/market/news-codec.js'
import { route, visitorOf, type Caller } from '../caller.js'
import { listReply, windowOf } from '../list-reply.js'
import { newsQuery } from '../schemas/queries.js'
import { newsEvents } from '../schemas/responses/news.js'

export interface NewsRouteDependencies {
  readonly pool: Pool
}

/** The calendar that plans freeze trading by, for everybody. */
export const newsRoutes = ({ pool }: NewsRouteDependencies): readonly Route<Caller>[] => [
  route('public', {
    method: 'GET',
    path: '/v1/news',
    operationId: 'listNews',
    summary: 'Scheduled news around which plans may freeze trading, the latest first',
    description:
      'An event concerns the symbols it names, and every symbol whose base or quote is one of its currencies. ' +
      'Which of them freeze an account, and when, is in `GET …/risk`.',
    tags: ['market'],
    hasEtag: true,
    query: newsQuery,
    responses: { 200: { description: 'Events of the period, past ones among them.', schema: newsEvents } },
    errors: [],
    handler: async (request) => {
      const window = windowOf(request.query)
      const page = await findNews(pool, window)
      return listReply(
        page,
        window,
        request.query,
        ({ at }) => at,
        (event) => newsCodec.json(event, asNumber),
        visitorOf(request),
      )
    },
  }),
]
