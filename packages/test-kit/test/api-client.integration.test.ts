import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { apiClient, type ApiClient } from '@ats/test-kit'

const price = {
  type: 'object',
  required: ['price'],
  properties: { price: { type: 'number' } },
  additionalProperties: false,
}
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const openapi = {
  openapi: '3.1.0',
  components: { schemas: { Price: price }, responses: { Missing: json({ type: 'object', required: ['error'] }) } },
  paths: {
    '/price/{symbol}': {
      get: {
        responses: {
          200: json({ $ref: '#/components/schemas/Price' }),
          404: { $ref: '#/components/responses/Missing' },
        },
      },
      delete: { responses: { 204: { description: '' } } },
    },
  },
}

let server: Server
let client: ApiClient
let answer: { status: number; type: string; body: string }

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    response.writeHead(answer.status, { 'content-type': answer.type, 'x-path': request.url }).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = apiClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, openapi })
})
afterAll(() => void server.close())

function answerWith(status: number, body: unknown, type = 'application/json; charset=utf-8'): void {
  answer = { status, type, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

test('a documented answer comes back parsed', async () => {
  answerWith(200, { price: 1.5 })
  const response = await client.get<{ price: number }>('/price/BTC?at=now')
  expect(response.status).toBe(200)
  expect(response.body.price).toBe(1.5)
  expect(response.text).toBe('{"price":1.5}')
})

test('the path is sent as it is written', async () => {
  answerWith(404, { error: 'not_found', message: 'no', request_id: 'x' })
  expect((await client.get('/a/../b//%2e%zz')).headers['x-path']).toBe('/a/../b//%2e%zz')
})

test('a bodiless answer that is documented so is fine', async () => {
  answerWith(204, '')
  expect((await client.delete('/price/BTC')).body).toBeUndefined()
})

test.each([
  ['a field of the wrong type', 200, { price: '1' }, undefined, /\/price must be number/],
  ['a missing field', 200, {}, undefined, /required property 'price'/],
  ['an extra field', 200, { price: 1, secret: 2 }, undefined, /additional properties/],
  ['a body against a referenced answer', 404, {}, undefined, /required property 'error'/],
  [
    'an undocumented status',
    418,
    { error: 'x', message: 'y', request_id: 'z' },
    undefined,
    /418: the status is not documented/,
  ],
  ['another content type', 200, { price: 1 }, 'text/html', /content type is text\/html/],
  ['a body that is not JSON', 200, '{', undefined, /the body is not JSON/],
])('%s is an error', async (_case, status, body, type, message) => {
  answerWith(status, body, type)
  await expect(client.get('/price/BTC')).rejects.toThrow(message)
})

test('an undocumented route may only fail, with the error body', async () => {
  answerWith(200, { price: 1 })
  await expect(client.get('/prices')).rejects.toThrow(/route is not documented/)
  answerWith(404, { error: 'not_found' })
  await expect(client.post('/price/BTC', { body: {} })).rejects.toThrow(/lacks message, request_id/)
})
