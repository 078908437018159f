import { apiReference } from './api-reference.js'
import type { OpenApiDocument, OpenApiOperation } from './document.js'
import type { JsonSchema } from './json-schema.js'

const DECIMAL = { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\d+$' }] }
const NULLABLE = { anyOf: [...DECIMAL.anyOf, { type: 'null' }] }
const KIND = { type: 'string', enum: ['MARKET', 'LIMIT'], description: 'How it fills.' }
const BODY: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    kind: KIND,
    price: DECIMAL,
    stop: NULLABLE,
    tags: { type: 'array', items: { type: ['string', 'null'] } },
    legs: { type: 'array', items: { type: 'object', properties: { side: { const: 'BUY' } }, required: ['side'] } },
  },
  required: ['id', 'kind'],
  'x-conditions': [
    { if: { properties: { kind: { enum: ['LIMIT'] } }, required: ['kind'] }, then: { required: ['price'] } },
    { if: { required: ['stop'] }, then: { not: { required: ['price'] } } },
  ],
}

const operation = (fields: Partial<OpenApiOperation>): OpenApiOperation => ({
  ...{ operationId: 'x', summary: 'Do it', description: 'Needs `TRADE`.', tags: [], security: [], responses: {} },
  ...fields,
})
const INFO = { contact: { name: 'x' }, license: { name: 'MIT', identifier: 'MIT' } }
const documentOf = (paths: OpenApiDocument['paths']): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'Engine', version: '1.0.0', description: 'Orders.', ...INFO },
  servers: [],
  tags: [],
  paths,
  components: { securitySchemes: {}, schemas: {} },
})
const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

test('parameters, body, conditions, responses and errors in words', async () => {
  const page = await apiReference(
    documentOf({
      '/v1/order/{id}': {
        post: operation({
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
            { name: 'limit', in: 'query', required: false, description: 'At most 5.', schema: { type: 'integer' } },
          ],
          requestBody: { required: false, content: json(BODY) },
          responses: {
            200: { description: 'Done.', content: json({ type: 'array', items: BODY }) },
            304: { description: 'The same.' },
            409: { description: '`conflict`', content: json({}) },
            429: { description: '`rate_limited`' },
          },
        }),
      },
    }),
  )
  expect(page.slice(page.indexOf('## '))).toBe(`## POST /v1/order/{id}

Do it. Needs \`TRADE\`.

Parameters:

- \`id\` (path): uuid
- \`limit\` (query): integer, optional. At most 5.

Body, optional:

- \`id\`: uuid
- \`kind\`: \`"MARKET"\` or \`"LIMIT"\`. How it fills.
- \`price\`: decimal, optional
- \`stop\`: decimal or null, optional
- \`tags\`: list of text or null, optional
- \`legs\`: list of object, optional
  - \`side\`: \`"BUY"\`
- required where \`kind\` is \`"LIMIT"\`: \`price\`

200, list of object: Done.

- the fields of the body of \`POST /v1/order/{id}\`

304: The same.

Errors: 409 \`conflict\`, 429 \`rate_limited\`.
`)
})

test('the events of a stream have their fields', async () => {
  const price = {
    description: 'The newest.',
    schema: { type: 'object', properties: { bid: DECIMAL }, required: ['bid'] },
  }
  const content = { 'text/event-stream': { schema: { type: 'string' }, 'x-events': { price } } }
  const page = await apiReference(
    documentOf({ '/v1/stream': { get: operation({ responses: { 200: { description: 'A stream.', content } } }) } }),
  )
  expect(page).toContain('200, text/event-stream: A stream.\n\n`event: price`: The newest.\n\n- `bid`: decimal\n')
})
