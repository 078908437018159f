import Joi from 'joi'
import { timeout } from '../async/timeout.js'
import type { Metrics } from '../process/metrics.js'
import type { OpenApiDocument } from './openapi/document.js'
import { named } from './openapi/named-schemas.js'
import { DESCRIBED_DOCUMENTS, documentationRoutes } from './documentation/documentation-routes.js'
import type { Guide } from './documentation/guides.js'
import type { Readiness, Reply, Route } from './route.js'

export interface Operations {
  readonly service: string
  readonly metrics: Metrics
  readonly readiness: () => Promise<Readiness>
  /** Repeated by /readyz as `X-Instance-Id`, so that another program on the port is not taken for this one. */
  readonly instanceId?: string | null
  readonly openapi?: () => OpenApiDocument
  readonly servesMetrics?: boolean
  /** Shown beside the document. Default: none. */
  readonly guides?: readonly Guide[]
}

export type OperationalRoute = Omit<Route<unknown>, 'handler'>

const described = { tags: ['operations'], access: 'public', errors: ['headers_too_large'] } as const

const readinessSchema = named(
  'Readiness',
  Joi.object({
    ready: Joi.boolean().required(),
    checks: Joi.object().pattern(Joi.string(), Joi.string()).required(),
  }),
)

const aliveSchema = named('Health', Joi.object({ status: Joi.string().valid('ok').required() }))

const healthz: OperationalRoute = {
  ...described,
  method: 'GET',
  path: '/healthz',
  operationId: 'checkHealth',
  summary: 'Whether the process is alive',
  responses: { 200: { description: 'Alive', schema: aliveSchema } },
}

const readyz: OperationalRoute = {
  ...described,
  method: 'GET',
  path: '/readyz',
  operationId: 'checkReadiness',
  summary: 'Whether requests should be sent here',
  responses: {
    200: { description: 'Ready', schema: readinessSchema },
    503: { description: 'Not ready: starting, stopping, or a dependency is missing', schema: readinessSchema },
  },
}

const metricsRoute: OperationalRoute = {
  ...described,
  method: 'GET',
  path: '/metrics',
  operationId: 'getProcessMetrics',
  summary: 'Figures for Prometheus',
  responses: { 200: { description: 'Prometheus text format', contentType: 'text/plain' } },
}

/** The documentation of these routes, the same for every service; `operationalRoutes` gives them their handlers. */
export const describedRoutes = (servesMetrics: boolean): readonly OperationalRoute[] => [
  ...[healthz, readyz],
  ...(servesMetrics ? [metricsRoute] : []),
  ...DESCRIBED_DOCUMENTS,
]

/** Health, metrics and documentation, the same in every service; none of them asks for credentials. */
export function operationalRoutes(operations: Operations): readonly Route<unknown>[] {
  const { service, metrics, openapi, servesMetrics = true, guides = [] } = operations
  const always: Route<unknown>[] = [
    { ...healthz, handler: () => ({ status: 200, body: { status: 'ok' } }) },
    { ...readyz, handler: () => readinessReply(operations) },
    ...(servesMetrics ? [{ ...metricsRoute, handler: () => metricsPage(metrics) }] : []),
  ]
  return openapi === undefined ? always : [...always, ...documentationRoutes(service, openapi, guides)]
}

const metricsPage = async ({ registry }: Metrics): Promise<Reply> =>
  plain(registry.contentType, await registry.metrics())

/** The prober must get a response while the dependency hangs. */
const READINESS_WITHIN_MS = 1_500

async function readinessReply({ readiness, instanceId = null }: Operations): Promise<Reply> {
  try {
    const { ready, checks } = await timeout(readiness(), READINESS_WITHIN_MS, () => new Error('no answer'))
    const headers = instanceId === null ? {} : { 'X-Instance-Id': instanceId }
    return { status: ready ? 200 : 503, body: { ready, checks }, headers }
  } catch {
    return { status: 503, body: { ready: false, checks: { readiness: 'no answer' } } }
  }
}

function plain(contentType: string, text: string): Reply {
  return { status: 200, text, headers: { 'Content-Type': contentType } }
}
