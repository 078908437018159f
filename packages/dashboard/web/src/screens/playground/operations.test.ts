import type { OpenApiDocument } from '../../api/openapi-document.js'
import { effectOf, operationsOf, searchOperations } from './operations.js'

const ok = { '200': { content: { 'application/json': { schema: {} } } } }
const DOCUMENT: OpenApiDocument = {
  paths: {
    '/v1/order': { post: { operationId: 'placeOrder', summary: 'Place an order', tags: ['orders'], responses: ok } },
    '/v1/stream': {
      get: {
        operationId: 'streamMarket',
        summary: 'Prices',
        responses: { '200': { content: { 'text/event-stream': {} } } },
      },
    },
    '/v1/key': { get: { operationId: 'getKey', summary: 'The key', responses: ok } },
    '/healthz': { get: { operationId: 'health', summary: 'Health', responses: ok } },
    '/keys': {
      post: {
        operationId: 'createKey',
        summary: 'Create a key',
        responses: {
          '201': { content: { 'application/json': { schema: { properties: { secret: { type: 'string' } } } } } },
        },
      },
    },
  },
}

const operations = operationsOf('engine', DOCUMENT)

test('what never ends, is about the process or about a key itself cannot be sent', () => {
  expect(operations.map(({ id }) => id)).toEqual(['placeOrder', 'createKey'])
})

test('a response with a secret is known before it is asked for', () => {
  expect(operations.map(({ answersSecret }) => answersSecret)).toEqual([false, true])
})

test('a search finds every word, wherever it is', () => {
  const ids = (search: string) => searchOperations(operations, search).map(({ id }) => id)
  expect(ids('ORDER post')).toEqual(['placeOrder'])
  expect(ids('create /keys')).toEqual(['createKey'])
  expect(ids('order create')).toEqual([])
  expect(ids(' ')).toHaveLength(2)
})

test('a read does nothing, an order is known as one, and all else is a change', () => {
  expect(effectOf({ id: 'getRisk', method: 'GET' })).toBe('none')
  expect(effectOf({ id: 'previewOrder', method: 'POST' })).toBe('none')
  expect(effectOf({ id: 'placeOrders', method: 'POST' })).toBe('order')
  expect(effectOf({ id: 'anythingNew', method: 'POST' })).toBe('change')
})
