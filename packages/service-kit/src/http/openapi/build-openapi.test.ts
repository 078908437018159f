import Joi from 'joi'
import type { Route } from '../route.js'
import { buildOpenApi, NEEDS_NOTHING } from './build-openapi.js'
import { inlineOperation } from './inline-references.js'
import { named } from './named-schemas.js'

const route = (fields: Partial<Route<unknown>>): Route<unknown> => ({
  method: 'GET',
  path: '/v1/things/:thing_id',
  operationId: 'getThing',
  summary: 'A thing',
  tags: ['things'],
  access: 'TRADE',
  responses: { 200: { description: 'The thing', schema: Joi.object({ id: Joi.string().required() }) } },
  errors: [],
  handler: () => ({ status: 200 }),
  ...fields,
})

const build = (routes: Route<unknown>[]) =>
  buildOpenApi({
    title: 'Things',
    version: '1.0.0',
    description: 'd',
    tags: { things: 'Things.' },
    routes,
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    security: (access) =>
      access === 'public'
        ? { needs: NEEDS_NOTHING, requirements: [], errors: [] }
        : {
            needs: `Needs ${access}.`,
            requirements: [{ key: [access] }],
            errors: ['unauthorized', 'permission_denied', 'IP not whitelisted for this API key'],
          },
    errorDetails: { conflict: Joi.object({ reason: Joi.string().valid('taken').required() }) },
  })

it('derives parameters, security and statuses from the table', () => {
  const query = Joi.object({
    limit: Joi.number().integer().min(1).description('How many'),
    from: Joi.string().required(),
  })
  const document = build([route({ params: { thing_id: 'uuid' }, query })])
  const operation = document.paths['/v1/things/{thing_id}']!['get']!

  expect(inlineOperation(operation, document).security).toEqual([{ key: ['TRADE'] }])
  expect(operation.parameters).toEqual([
    { name: 'thing_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'limit', in: 'query', required: false, description: 'How many', schema: { type: 'integer', minimum: 1 } },
    { name: 'from', in: 'query', required: true, schema: { type: 'string', minLength: 1 } },
  ])
  expect(Object.keys(operation.responses)).toEqual(['200', '400', '401', '403', '404', '500'])
  const { responses = {} } = document.components
  expect(operation.responses['403']).toEqual({
    $ref: '#/components/responses/ForbiddenOrIPNotWhitelistedForThisAPIKey',
  })
  const [denied, notWhitelisted] = ['permission_denied', 'IP_not_whitelisted_for_this_API_key'].map(
    (code) => `#/components/schemas/Error_${code}`,
  )
  expect(responses['ForbiddenOrIPNotWhitelistedForThisAPIKey']!.content!['application/json']!.schema).toEqual({
    anyOf: [{ $ref: denied }, { $ref: notWhitelisted }],
    discriminator: {
      propertyName: 'error',
      mapping: { permission_denied: denied, 'IP not whitelisted for this API key': notWhitelisted },
    },
  })
  expect(responses['Failed']!.headers).toHaveProperty('Retry-After')
})

it('says what most operations require once, of the document, and of each other one what that requires', () => {
  const { security, paths } = build([
    ...['/v1/a', '/v1/b', '/v1/c', '/v1/d', '/v1/e', '/v1/f'].map((path) => route({ path })),
    route({ path: '/v1/open', access: 'public' }),
  ])
  expect(security).toEqual([{ key: ['TRADE'] }])
  expect(paths['/v1/a']!['get']).not.toHaveProperty('security')
  expect(paths['/v1/open']!['get']!.security).toEqual([])
})

it('has a parameter of several operations once, and those of one name by a number', () => {
  const limit = (maximum: number) => Joi.object({ limit: Joi.number().integer().max(maximum) })
  const { paths, components } = build([
    route({ path: '/v1/a', query: limit(10) }),
    route({ path: '/v1/b', query: limit(500) }),
    route({ path: '/v1/c', query: limit(10) }),
    route({ path: '/v1/d', query: limit(500) }),
    route({ path: '/v1/e', query: limit(7) }),
  ])
  const sent = ['a', 'b', 'c', 'd', 'e'].map((name) => paths[`/v1/${name}`]!['get']!.parameters![0])
  const [ten, many] = ['limit', 'limit2'].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  expect(sent).toEqual([ten, many, ten, many, expect.objectContaining({ name: 'limit', in: 'query' })])
  expect(components.parameters).toEqual({
    limit: { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 10 } },
    limit2: { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 500 } },
  })
})

it('a write has a body, and the errors that come with sending one', () => {
  const document = build([
    route({
      method: 'POST',
      path: '/v1/things',
      access: 'public',
      body: Joi.object({ a: Joi.boolean() }),
      errors: ['conflict'],
    }),
    route({ method: 'POST', path: '/v1/optional', access: 'public', body: Joi.object(), bodyOptional: true }),
  ])
  const { paths } = document
  const operation = paths['/v1/things']!['post']!
  expect(inlineOperation(operation, document).security).toEqual([])
  expect(operation.requestBody).toMatchObject({ required: true, content: { 'application/json': {} } })
  expect(Object.keys(operation.responses)).toEqual(['200', '400', '408', '409', '413', '500'])
  expect(paths['/v1/optional']!['post']!.requestBody!.required).toBe(false)
})

it('describes each error with exactly its own fields', () => {
  const query = Joi.object({ limit: Joi.number() })
  const { schemas } = build([route({ query, errors: ['not_found', 'conflict'] })]).components
  expect(schemas['Error_not_found']).toMatchObject({
    properties: { error: { const: 'not_found' } },
    required: ['error', 'message', 'request_id'],
    additionalProperties: false,
  })
  expect(schemas['Error_conflict']!['required']).toContain('reason')
  expect(schemas['Error_invalid_payload']).toMatchObject({ properties: { issues: { type: 'array', minItems: 1 } } })
  expect(Object.keys(build([]).components.schemas)).not.toContain('Error_conflict')
})

it('keeps what something refers to, and writes out what only events of a stream do', () => {
  const price = named('Price', Joi.object({ bid: Joi.number().required() }))
  const frames = { price: { description: 'The newest.', data: price } }
  const stream = route({
    path: '/v1/stream',
    responses: { 200: { description: 's', contentType: 'text/event-stream', frames } },
  })
  const eventsOf = ({ paths }: ReturnType<typeof build>) => JSON.stringify(paths['/v1/stream'])
  expect(Object.keys(build([stream]).components.schemas)).not.toContain('Price')
  expect(eventsOf(build([stream]))).toContain('"bid"')
  const read = route({ path: '/v1/price', responses: { 200: { description: 'p', schema: price } } })
  expect(Object.keys(build([stream, read]).components.schemas)).toContain('Price')
  expect(eventsOf(build([stream, read]))).toContain('#/components/schemas/Price')
})

it('says of each operation what it needs, after its own description', () => {
  const { paths } = build([
    route({}),
    route({ path: '/v1/open', access: 'public', description: 'Of everybody.' }),
    route({ path: '/v1/text', description: 'One thing.' }),
  ])
  const described = Object.entries(paths).map(([path, { get }]) => [path, get?.description])
  expect(Object.fromEntries(described)).toMatchObject({
    '/v1/things/{thing_id}': 'Needs TRADE.',
    '/v1/open': 'Of everybody.\n\nNeeds no credentials.',
    '/v1/text': 'One thing.\n\nNeeds TRADE.',
    '/healthz': 'Needs no credentials.',
  })
})

it('has the operational routes of every service', () => {
  expect(Object.keys(build([]).paths)).toEqual(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])
})
