import { entityTag, type Route } from '@ats/service-kit/http'
import type { ReadFirmAccounts } from '../../../queries/firm-accounts.js'
import type { ReadHealth } from '../../../queries/read-health.js'
import type { ReadOverview } from '../../../queries/read-overview.js'
import { API_VERSION } from '@ats/contracts'
import { formatTimestamp } from '../../../core/values/time.js'
import { asNumber, decimalWriter } from '../../../wire/decimals.js'
import { exposureCodec, healthCodec, overviewCodec } from '../../../wire/operator/firm-codec.js'
import { decimalsQuery } from '../../schemas/queries.js'
import { route, type Operator } from '../operator.js'
import * as answers from '../schemas/firm.js'

export interface FirmRouteDependencies {
  readonly firmAccounts: ReadFirmAccounts
  readonly readOverview: ReadOverview
  readonly readHealth: ReadHealth
}

const tags = ['reports']

export const firmRoutes = ({
  firmAccounts,
  readOverview,
  readHealth,
}: FirmRouteDependencies): readonly Route<Operator>[] => [
  route('read', {
    method: 'GET',
    path: '/operator/v1/health',
    operationId: 'getHealth',
    summary: 'The state of the service: readiness, feeds, workers, queues, webhooks, wallet',
    description:
      'Of the engine process that was asked, apart from workers, webhooks and replicas, which are of all. Read once a ' +
      'second, however many ask.',
    tags,
    responses: {
      200: {
        description: 'As of a second ago at most. Not ready is a 200 too, also without a database.',
        schema: answers.health,
      },
    },
    errors: [],
    handler: async () => ({
      status: 200,
      text: healthCodec.json({ ...(await readHealth()), version: API_VERSION }, asNumber),
    }),
  }),
  route('read', {
    method: 'GET',
    path: '/operator/v1/overview',
    operationId: 'getOverview',
    hasEtag: true,
    summary: 'The firm at a glance: accounts, the nearest to a floor, exposure, breaches, unpaid payouts, health',
    description:
      'Made for polling: read once a second, however many ask, and its ETag changes only with something other than ' +
      '`as_of`. Days are those of UTC.',
    tags,
    query: decimalsQuery,
    responses: { 200: { description: 'As of a second ago at most.', schema: answers.overview } },
    errors: [],
    handler: async ({ query }) => {
      const overview = await readOverview()
      const text = overviewCodec.json(overview, decimalWriter(query.decimals))
      const asOf = `{"as_of":"${formatTimestamp(overview.asOf)}",`
      return { status: 200, text: `${asOf}${text.slice(1)}`, etag: () => `W/${entityTag(text)}` }
    },
  }),
  route('read', {
    method: 'GET',
    path: '/operator/v1/exposure',
    operationId: 'getExposure',
    summary: 'Open positions of all accounts by symbol and venue: long, short, net, gross',
    description: 'Net is long less short, gross their sum; in US dollars at the marks of `as_of`.',
    tags,
    query: decimalsQuery,
    responses: { 200: { description: 'The largest first. As of a second ago at most.', schema: answers.exposure } },
    errors: [],
    handler: async ({ query }) => {
      const { asOf, exposures } = await firmAccounts()
      return { status: 200, text: exposureCodec.json({ asOf, exposures }, decimalWriter(query.decimals)) }
    },
  }),
]
