import { createKey, newUser, SERVICE_TOKEN, startTestWallet, type TestWallet } from './start-test-wallet.js'

let wallet: TestWallet
let fullUser: { 'x-user-id': string }

beforeAll(async () => {
  wallet = await startTestWallet()
  fullUser = newUser()
  for (let count = 0; count < 10; count++) await createKey(wallet, fullUser)
})

afterAll(() => wallet.stop())

const TOO_LARGE = 'x'.repeat(16 * 1024 + 1)
const UNKNOWN_KEY = '/api/api-keys/0190f0a0-0000-7000-8000-000000000000'
const BODY = { label: 'l', permissions: ['TRADE'] }
const PAST = '2020-01-01T00:00:00Z'

/**
 * Each request has several faults; the first in the order of checks decides:
 * route → method → size → credentials → path → shape → reference and time → limit.
 */
it.each<[string, string, string, { headers?: Record<string, string>; body?: unknown; rawBody?: string }, number]>([
  ['unknown route before size', 'POST', '/api/nothing', { rawBody: TOO_LARGE }, 404],
  ['unknown route needs no credentials', 'GET', '/api', {}, 404],
  ['unknown method before size', 'PUT', '/api/api-keys', { rawBody: TOO_LARGE }, 405],
  ['unknown method needs no credentials', 'PATCH', '/api/api-keys', {}, 405],
  ['rotating is only asked for by POST', 'GET', `${UNKNOWN_KEY}/rotate-webhook-secret`, {}, 405],
  ['nothing of the internal listener', 'GET', '/api/internal/webhook-endpoints?userId=u', {}, 404],
  ['size before credentials', 'POST', '/api/api-keys', { rawBody: TOO_LARGE }, 413],
  ['size before credentials, without a schema', 'DELETE', UNKNOWN_KEY, { rawBody: TOO_LARGE }, 413],
  ['credentials before shape', 'POST', '/api/api-keys', { body: [] }, 401],
  ['credentials before shape, changing a key', 'PATCH', UNKNOWN_KEY, { body: [] }, 401],
  ['size before credentials, rotating', 'POST', `${UNKNOWN_KEY}/rotate-webhook-secret`, { rawBody: TOO_LARGE }, 413],
  ['shape before the key', 'PATCH', UNKNOWN_KEY, { headers: { 'x-user-id': 'u' }, body: {} }, 400],
  ['the path before shape', 'PATCH', '/api/api-keys/x', { headers: { 'x-user-id': 'u' }, body: {} }, 404],
  ['credentials before the path', 'DELETE', '/api/api-keys/not-a-uuid', {}, 401],
  ['token before shape', 'POST', '/api/api-keys/validate', { headers: { 'x-user-id': 'u' }, body: [] }, 401],
])('%s', async (_case, method, path, request, status) => {
  expect((await wallet.api.request(method, path, request)).status).toBe(status)
})

it.each<[string, unknown, number]>([
  ['shape before time', { ...BODY, expiresAt: PAST, more: 1 }, 400],
  ['time before the limit', { ...BODY, expiresAt: PAST }, 400],
  ['shape before the limit', { ...BODY, label: '' }, 400],
  ['the limit last', BODY, 409],
])('%s', async (_case, body, status) => {
  expect((await wallet.api.post('/api/api-keys', { headers: fullUser, body })).status).toBe(status)
})

it('shape comes alone: a body with wrong shape and a past time reports only the shape', async () => {
  const { body } = await wallet.api.post('/api/api-keys', {
    headers: fullUser,
    body: { ...BODY, expiresAt: PAST, more: 1 },
  })
  expect(body['issues']).toMatchObject([{ path: ['more'] }])
})

it('405 names the methods there are', async () => {
  expect((await wallet.api.request('PUT', '/api/api-keys')).headers['allow']).toBe('GET, HEAD, POST')
  expect((await wallet.api.request('OPTIONS', UNKNOWN_KEY)).headers['allow']).toBe('PATCH, DELETE')
  // The path of validate is also that of a key.
  expect((await wallet.api.get('/api/api-keys/validate')).headers['allow']).toBe('POST')
  const change = await wallet.api.request('DELETE', '/api/api-keys/activity')
  expect([change.status, change.headers['allow']]).toEqual([405, 'GET, HEAD'])
})

it('HEAD is GET without the body', async () => {
  const head = await wallet.api.request('HEAD', '/api/api-keys', { headers: newUser() })
  expect(head).toMatchObject({ status: 200, text: '' })
  expect((await wallet.api.request('HEAD', '/api/api-keys')).status).toBe(401)
})

it.each([
  '/api/api-keys/',
  '/API/api-keys',
  '//api/api-keys',
  '/api/./api-keys',
  '/api/%61pi-keys/',
  '/api/api-keys/%zz',
  '/api/api-keys/a/b',
  '*',
])('%s is not a route, for any caller', async (path) => {
  const headers = { ...newUser(), authorization: `Bearer ${SERVICE_TOKEN}` }
  for (const method of ['GET', 'POST', 'DELETE']) {
    expect((await wallet.api.request(method, path, { headers, body: BODY })).status).toBe(404)
  }
})

it('no header turns a request into another method', async () => {
  const headers = { ...newUser(), 'x-http-method-override': 'GET', 'x-method-override': 'GET' }
  expect((await wallet.api.post('/api/api-keys', { headers, body: {} })).status).toBe(400)
})
