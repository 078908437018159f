import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Joi from 'joi'
import { timeout } from '../async/timeout.js'
import type { Metrics } from '../metrics.js'
import type { OpenApiDocument } from '../openapi/document.js'
import { noSuchPath } from './shape/check-shape.js'
import { createDocument, type Document } from './documents.js'
import { routeBuilder, type Readiness, type Reply, type Route } from './route.js'

export interface Operations {
  readonly service: string
  readonly metrics: Metrics
  readonly readiness: () => Promise<Readiness>
  readonly openapi?: OpenApiDocument
  readonly servesMetrics?: boolean
}

export type OperationalRoute = Omit<Route<unknown>, 'handler'>

const described = { tags: ['operations'], access: 'public', errors: [] } as const
/** Documents are counted by the address they are sent to. */
const describedDocument = { ...described, errors: ['rate_limited'] } as const

const readinessSchema = Joi.object({
  ready: Joi.boolean().required(),
  checks: Joi.object().pattern(Joi.string(), Joi.string()).required(),
})

const healthz: OperationalRoute = {
  ...described,
  method: 'GET',
  path: '/healthz',
  operationId: 'health',
  summary: 'Whether the process is alive',
  responses: { 200: { description: 'Alive', schema: Joi.object({ status: Joi.string().valid('ok').required() }) } },
}

const readyz: OperationalRoute = {
  ...described,
  method: 'GET',
  path: '/readyz',
  operationId: 'readiness',
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
  operationId: 'metrics',
  summary: 'Figures for Prometheus',
  responses: { 200: { description: 'Prometheus text format', contentType: 'text/plain' } },
}

const openapiRoute: OperationalRoute = {
  ...describedDocument,
  method: 'GET',
  path: '/openapi.json',
  operationId: 'openapi',
  summary: 'This document',
  description:
    'Compressed where that is accepted. With the ETag of an earlier answer in If-None-Match: 304, without a body.',
  responses: { 200: { description: 'OpenAPI 3.1 document', schema: Joi.object().unknown() } },
}

const docs: OperationalRoute = {
  ...describedDocument,
  method: 'GET',
  path: '/docs',
  operationId: 'docs',
  summary: 'This document, to read and try out in a browser',
  responses: { 200: { description: 'HTML page', contentType: 'text/html' } },
}

const docsFile = {
  ...described,
  method: 'GET',
  path: '/docs/:file',
  operationId: 'docsFile',
  summary: 'A script or style sheet of the page',
  params: { file: 'text' },
  errors: ['not_found'],
  responses: { 200: { description: 'The file', contentType: 'text/javascript' } },
} satisfies OperationalRoute

const route = routeBuilder<{ readonly public: unknown }>(() => undefined)

/** Whether it is served to everybody, large, and no sign of life. */
export const isDocument = ({ path }: Pick<Route<never>, 'path'>): boolean =>
  path === openapiRoute.path || path.startsWith(docs.path)

/** The documentation of these routes, the same for every service; `operationalRoutes` gives them their handlers. */
export const describedRoutes = (servesMetrics: boolean): readonly OperationalRoute[] => [
  ...[healthz, readyz],
  ...(servesMetrics ? [metricsRoute] : []),
  ...[openapiRoute, docs],
]

/** Health, metrics and documentation, the same in every service; none of them asks for credentials. */
export function operationalRoutes(operations: Operations): readonly Route<unknown>[] {
  const { service, metrics, readiness, openapi, servesMetrics = true } = operations
  const always: Route<unknown>[] = [
    { ...healthz, handler: () => ({ status: 200, body: { status: 'ok' } }) },
    { ...readyz, handler: () => readinessReply(readiness) },
    ...(servesMetrics ? [{ ...metricsRoute, handler: () => metricsPage(metrics) }] : []),
  ]
  if (openapi === undefined) return always
  const document = createDocument({
    contentType: 'application/json; charset=utf-8',
    load: () => Buffer.from(JSON.stringify(openapi)),
  })
  const page = docsPage(service)
  const files = docsFiles()
  return [
    ...always,
    { ...openapiRoute, handler: ({ headers }) => document(headers) },
    { ...docs, handler: ({ headers }) => page(headers) },
    route('public', {
      ...docsFile,
      handler: ({ params, headers }) => {
        const file = files.get(params.file)
        if (file === undefined) throw noSuchPath()
        return file(headers)
      },
    }),
  ]
}

const metricsPage = async ({ registry }: Metrics): Promise<Reply> =>
  plain(registry.contentType, await registry.metrics())

/** The prober must get a response while the dependency hangs. */
const READINESS_WITHIN_MS = 1_500

async function readinessReply(readiness: () => Promise<Readiness>): Promise<Reply> {
  try {
    const { ready, checks } = await timeout(readiness(), READINESS_WITHIN_MS, () => new Error('no answer'))
    return { status: ready ? 200 : 503, body: { ready, checks } }
  } catch {
    return { status: 503, body: { ready: false, checks: { readiness: 'no answer' } } }
  }
}

/** Scripts only from here: the page works without the internet and cannot be made to run anything else. */
const DOCS_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

function docsPage(service: string): Document {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${service} API</title><link rel="icon" href="data:,"><link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body>
</html>
`
  return createDocument({
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': DOCS_POLICY },
    load: () => Buffer.from(html),
  })
}

/** Without `validatorUrl: null` the page would ask a server of its makers to check the document. */
const START_SCRIPT =
  "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })\n"

const SCRIPT = 'text/javascript; charset=utf-8'

/** They change with a new version of this service and not before. */
const FILE_MAX_AGE_SECONDS = 3_600

function docsFiles(): ReadonlyMap<string, Document> {
  const directory = dirname(require.resolve('swagger-ui-dist/package.json'))
  const file = (contentType: string, load: () => Buffer | Promise<Buffer>): Document =>
    createDocument({ contentType, maxAgeSeconds: FILE_MAX_AGE_SECONDS, load })
  return new Map([
    ['start.js', file(SCRIPT, () => Buffer.from(START_SCRIPT))],
    ['swagger-ui.css', file('text/css; charset=utf-8', () => readFile(join(directory, 'swagger-ui.css')))],
    ['swagger-ui-bundle.js', file(SCRIPT, () => readFile(join(directory, 'swagger-ui-bundle.js')))],
  ])
}

function plain(contentType: string, text: string): Reply {
  return { status: 200, text, headers: { 'Content-Type': contentType } }
}
