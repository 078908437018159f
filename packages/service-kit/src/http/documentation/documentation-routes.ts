/** The documents of a service, the same for everybody: its OpenAPI document, the page of it, /llms.txt and guides. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Joi from 'joi'
import { apiReference } from '../openapi/api-reference.js'
import type { OpenApiDocument } from '../openapi/document.js'
import { createDocument, type Document } from '../documents.js'
import { routeBuilder, type Route } from '../route.js'
import { noSuchPath } from '../shape/check-shape.js'
import { readGuide, type Guide } from './guides.js'
import { llmsText } from './llms-text.js'

type DescribedRoute = Omit<Route<unknown>, 'handler'>

/** Documents are counted by the address they are sent to. */
const describedDocument = { tags: ['operations'], access: 'public', errors: ['rate_limited'] } as const

const openapiRoute: DescribedRoute = {
  ...describedDocument,
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  summary: 'This document',
  description:
    'Compressed where that is accepted. With the ETag of an earlier answer in If-None-Match: 304, without a body.',
  responses: { 200: { description: 'OpenAPI 3.1 document', schema: Joi.object().unknown() } },
}

const docs: DescribedRoute = {
  ...describedDocument,
  method: 'GET',
  path: '/docs',
  operationId: 'getDocs',
  summary: 'This document, to read and try out in a browser',
  responses: { 200: { description: 'HTML page', contentType: 'text/html' } },
}

const docsFile = {
  ...describedDocument,
  method: 'GET',
  path: '/docs/:file',
  operationId: 'getDocsFile',
  summary: 'A script or style sheet of the page, or a guide',
  params: { file: 'text' },
  errors: ['not_found'],
  responses: { 200: { description: 'The file', contentType: 'text/javascript' } },
} satisfies DescribedRoute

const route = routeBuilder<{ readonly public: unknown }>(() => undefined)

const llms: DescribedRoute = {
  ...describedDocument,
  method: 'GET',
  path: '/llms.txt',
  operationId: 'getLlmsText',
  summary: 'What there is to read, for language models',
  responses: { 200: { description: 'Markdown with links', contentType: 'text/plain' } },
}

/** The ones that the document tells of; it needs no word about /llms.txt, which tells of it. */
export const DESCRIBED_DOCUMENTS: readonly DescribedRoute[] = [openapiRoute, docs]

/** Whether it is served to everybody, large, and no sign of life. */
export const isDocument = ({ path }: Pick<Route<never>, 'path'>): boolean =>
  path === openapiRoute.path || path === llms.path || path.startsWith(docs.path)

export function documentationRoutes(
  service: string,
  openapi: () => OpenApiDocument,
  guides: readonly Guide[],
): readonly Route<unknown>[] {
  const document = createDocument({
    contentType: 'application/json; charset=utf-8',
    load: () => Buffer.from(JSON.stringify(openapi())),
  })
  const index = createDocument({ contentType: TEXT, load: () => Buffer.from(llmsText(openapi(), guides)) })
  const page = docsPage(service)
  const files = new Map([...pageFiles(), ...readingFiles(openapi, guides)])
  return [
    { ...openapiRoute, handler: ({ headers }) => document(headers) },
    { ...llms, handler: ({ headers }) => index(headers) },
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
const MARKDOWN = 'text/markdown; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** They change with a new version of this service and not before. */
const FILE_MAX_AGE_SECONDS = 3_600

function pageFiles(): ReadonlyMap<string, Document> {
  const directory = dirname(require.resolve('swagger-ui-dist/package.json'))
  const file = (contentType: string, load: () => Buffer | Promise<Buffer>): Document =>
    createDocument({ contentType, maxAgeSeconds: FILE_MAX_AGE_SECONDS, load })
  return new Map([
    ['start.js', file(SCRIPT, () => Buffer.from(START_SCRIPT))],
    ['swagger-ui.css', file('text/css; charset=utf-8', () => readFile(join(directory, 'swagger-ui.css')))],
    ['swagger-ui-bundle.js', file(SCRIPT, () => readFile(join(directory, 'swagger-ui-bundle.js')))],
  ])
}

/** The reference of the API, and the guides. */
function readingFiles(openapi: () => OpenApiDocument, guides: readonly Guide[]): ReadonlyMap<string, Document> {
  const file = (contentType: string, load: () => Promise<Buffer>): Document =>
    createDocument({ contentType, maxAgeSeconds: FILE_MAX_AGE_SECONDS, load })
  const files = guides.map((guide): [string, Document] => [
    guide.name,
    file(guide.name.endsWith('.md') ? MARKDOWN : SCRIPT, () => readGuide(guide, guides)),
  ])
  return new Map([['API.md', file(MARKDOWN, async () => Buffer.from(await apiReference(openapi())))], ...files])
}
