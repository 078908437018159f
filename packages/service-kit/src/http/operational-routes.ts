import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Joi from 'joi'
import type { Metrics } from '../metrics.js'
import type { OpenApiDocument } from '../openapi/document.js'
import { noSuchPath } from './check-shape.js'
import { withinDeadline } from './deadline.js'
import type { Readiness, Reply, Route } from './route.js'

export interface Operations {
  readonly service: string
  readonly metrics: Metrics
  readonly readiness: () => Promise<Readiness>
  readonly openapi?: OpenApiDocument
  readonly servesMetrics?: boolean
}

export type OperationalRoute = Omit<Route<unknown>, 'handler'>

const described = { tags: ['operations'], access: 'public', errors: [] } as const

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
  ...described,
  method: 'GET',
  path: '/openapi.json',
  operationId: 'openapi',
  summary: 'This document',
  responses: { 200: { description: 'OpenAPI 3.1 document', schema: Joi.object().unknown() } },
}

const docs: OperationalRoute = {
  ...described,
  method: 'GET',
  path: '/docs',
  operationId: 'docs',
  summary: 'This document, to read and try out in a browser',
  responses: { 200: { description: 'HTML page', contentType: 'text/html' } },
}

const docsFile: OperationalRoute = {
  ...described,
  method: 'GET',
  path: '/docs/:file',
  operationId: 'docsFile',
  summary: 'A script or style sheet of the page',
  params: { file: 'text' },
  errors: ['not_found'],
  responses: { 200: { description: 'The file', contentType: 'text/javascript' } },
}

/** What every service documents about these routes; `operationalRoutes` gives them their handlers. */
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
  const document = JSON.stringify(openapi)
  return [
    ...always,
    { ...openapiRoute, handler: () => ({ status: 200, text: document }) },
    { ...docs, handler: () => docsPage(service) },
    { ...docsFile, handler: ({ params }) => docsAsset(params['file'] ?? '') },
  ]
}

const metricsPage = async ({ registry }: Metrics): Promise<Reply> =>
  plain(registry.contentType, await registry.metrics())

/** Whoever asks must get an answer while the thing asked about hangs. */
const READINESS_WITHIN_MS = 1_500

async function readinessReply(readiness: () => Promise<Readiness>): Promise<Reply> {
  try {
    const { ready, checks } = await withinDeadline(READINESS_WITHIN_MS, readiness())
    return { status: ready ? 200 : 503, body: { ready, checks } }
  } catch {
    return { status: 503, body: { ready: false, checks: { readiness: 'no answer' } } }
  }
}

/** Scripts only from here: the page works without the internet and cannot be made to run anything else. */
const DOCS_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

function docsPage(service: string): Reply {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${service} API</title><link rel="icon" href="data:,"><link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body>
</html>
`
  const page = plain('text/html; charset=utf-8', html)
  return { ...page, headers: { ...page.headers, 'Content-Security-Policy': DOCS_POLICY } }
}

/** Without `validatorUrl: null` the page would ask a server of its makers to check the document. */
const START_SCRIPT =
  "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })\n"

const ASSET_TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

async function docsAsset(file: string): Promise<Reply> {
  if (file === 'start.js') return plain('text/javascript; charset=utf-8', START_SCRIPT)
  const contentType = Object.hasOwn(ASSET_TYPES, file) ? ASSET_TYPES[file] : undefined
  if (contentType === undefined) throw noSuchPath()
  const directory = dirname(require.resolve('swagger-ui-dist/package.json'))
  return plain(contentType, await readFile(join(directory, file), 'utf8'))
}

function plain(contentType: string, text: string): Reply {
  return { status: 200, text, headers: { 'Content-Type': contentType } }
}
