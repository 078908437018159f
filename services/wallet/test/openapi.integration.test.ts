import { createConnection } from 'node:net'
import type { OpenApiDocument } from '@ats/service-kit/http'
import { draw, startFaultProxy, untilLimited, type FaultProxy } from '@ats/test-kit'
import { createKey, newUser, SERVICE_TOKEN, startTestWallet, type TestWallet } from './start-test-wallet.js'

let wallet: TestWallet
let broken: TestWallet
/** Counts to one. */
let limited: TestWallet
/** Waits for no request that is slow to arrive. */
let impatient: TestWallet
let proxy: FaultProxy
let fullUser: { 'x-user-id': string }

beforeAll(async () => {
  wallet = await startTestWallet()
  impatient = await startTestWallet({
    databaseUrl: wallet.databaseUrl,
    timeouts: { headersTimeoutMs: 500, requestTimeoutMs: 500 },
  })
  const database = new URL(wallet.databaseUrl)
  proxy = await startFaultProxy({ targetPort: Number(database.port) })
  database.port = String(proxy.port)
  broken = await startTestWallet({ databaseUrl: database.href })
  await proxy.mode('refuse')
  const ONE = '1'
  limited = await startTestWallet({
    databaseUrl: wallet.databaseUrl,
    env: {
      REQUESTS_PER_MINUTE_PER_USER: ONE,
      FAILED_AUTHENTICATIONS_PER_MINUTE: ONE,
      // Starting it takes the documents of both listeners.
      PUBLIC_REQUESTS_PER_MINUTE: '2',
      TRUSTED_PROXIES: '127.0.0.0/8',
    },
  })
  fullUser = newUser()
  for (let count = 0; count < 10; count++) await createKey(wallet, fullUser)
})

afterAll(async () => {
  await impatient.stop()
  await limited.stop()
  await broken.stop()
  await proxy.close()
  await wallet.stop()
})

const token = { authorization: `Bearer ${SERVICE_TOKEN}` }
const newKey = { label: 'l', permissions: ['TRADE'] }
const question = { key: 'k', secret: 's', ip: '203.0.113.9' }
const someId = '/api/api-keys/0190f0a0-0000-7000-8000-000000000000'
const rotation = `${someId}/rotate-webhook-secret`
const newPair = `${someId}/rotate`
const activity = '/api/api-keys/activity'
const endpoints = '/api/internal/webhook-endpoints'
const someEndpoint = `${endpoints}/0190f0a0-0000-7000-8000-000000000000`
const HOOK = 'https://example.com/hook'
const someHook = '/api/hooks/0190f0a0-0000-7000-8000-000000000000'
const newHook = { accountId: '0190f0a0-0000-7000-8000-000000000000', label: 'l', maxQuantity: '1' }
const hookQuestion = { tokenHash: '0'.repeat(64), ip: '203.0.113.9' }
const resolving = '/api/internal/hooks/resolve'

const newRule = { channel: 'EMAIL', target: 'me@example.com' }
const someRule = '/api/notification-rules/0190f0a0-0000-7000-8000-000000000000'
const insideRules = '/api/internal/notification-rules'
const someRuleInside = `${insideRules}/0190f0a0-0000-7000-8000-000000000000`
const unsubscribing = { token: `svc_nu_${'0'.repeat(48)}`, ip: '203.0.113.9' }

async function createRule(headers: { 'x-user-id': string }): Promise<string> {
  const { body } = await wallet.api.post<{ id: string }>('/api/notification-rules', { headers, body: newRule })
  return body.id
}
async function createHook(headers: { 'x-user-id': string }): Promise<string> {
  const { body } = await wallet.api.post<{ hook: { id: string } }>('/api/hooks', { headers, body: newHook })
  return `/api/hooks/${body.hook.id}`
}
const tooLarge = { rawBody: 'x'.repeat(17_000) }

/** Sends the head of a request whose body never comes; the answer's status. */
function sendUnfinished(url: string, method: string, path: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(url).port) })
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head).toMatch(/content-type: application\/json/i)
      expect(JSON.parse(body)).toMatchObject({ error: 'request_timeout', request_id: expect.any(String) as string })
      resolve({ status: Number(head.split(' ')[1]) })
    })
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{`)
  })
}

/** The response to a user who has had his one call. */
const oneTooMany = (method: string, path: string) => {
  const headers = newUser()
  return untilLimited(() => limited.api.request(method, path, { headers }))
}
const asUnknown = { authorization: 'Bearer x' }
const unknownTooMany = (method: string, path: string) =>
  untilLimited(() => limited.internal.request(method, path, { headers: asUnknown }))

const LONG = { 'x-long': 'x'.repeat(20_000) }

type Provoke = () => Promise<{ readonly status: number }>

/** One way to get every documented answer of every documented operation. */
const PROVOKED: Readonly<Record<string, Provoke>> = {
  'listApiKeys 200': () => wallet.api.get('/api/api-keys', { headers: newUser() }),
  'listApiKeys 401': () => wallet.api.get('/api/api-keys'),
  'listApiKeys 429': () => oneTooMany('GET', '/api/api-keys'),
  'listApiKeys 500': () => broken.api.get('/api/api-keys', { headers: newUser() }),
  'createApiKey 201': () => wallet.api.post('/api/api-keys', { headers: newUser(), body: newKey }),
  'createApiKey 400': () => wallet.api.post('/api/api-keys', { headers: newUser(), body: {} }),
  'createApiKey 401': () => wallet.api.post('/api/api-keys', { body: newKey }),
  'createApiKey 408': () => sendUnfinished(impatient.url, 'POST', '/api/api-keys'),
  'createApiKey 409': () => wallet.api.post('/api/api-keys', { headers: fullUser, body: newKey }),
  'createApiKey 413': () => wallet.api.post('/api/api-keys', tooLarge),
  'createApiKey 429': () => oneTooMany('POST', '/api/api-keys'),
  'createApiKey 500': () => broken.api.post('/api/api-keys', { headers: newUser(), body: newKey }),
  'revokeApiKey 200': async () => {
    const headers = newUser()
    const { apiKey } = await createKey(wallet, headers)
    return wallet.api.delete(`/api/api-keys/${apiKey.id}`, { headers })
  },
  'revokeApiKey 401': () => wallet.api.delete(someId),
  'revokeApiKey 404': () => wallet.api.delete(someId, { headers: newUser() }),
  'revokeApiKey 408': () => sendUnfinished(impatient.url, 'DELETE', someId),
  'revokeApiKey 413': () => wallet.api.delete(someId, tooLarge),
  'revokeApiKey 429': () => oneTooMany('DELETE', someId),
  'revokeApiKey 500': () => broken.api.delete(someId, { headers: newUser() }),
  'updateApiKey 200': async () => {
    const headers = newUser()
    const { apiKey } = await createKey(wallet, headers)
    return wallet.api.patch(`/api/api-keys/${apiKey.id}`, { headers, body: { webhookUrl: HOOK } })
  },
  'updateApiKey 400': () => wallet.api.patch(someId, { headers: newUser(), body: {} }),
  'updateApiKey 401': () => wallet.api.patch(someId, { body: {} }),
  'updateApiKey 404': () => wallet.api.patch(someId, { headers: newUser(), body: { label: 'l' } }),
  'updateApiKey 408': () => sendUnfinished(impatient.url, 'PATCH', someId),
  'updateApiKey 413': () => wallet.api.patch(someId, tooLarge),
  'updateApiKey 429': () => oneTooMany('PATCH', someId),
  'updateApiKey 500': () => broken.api.patch(someId, { headers: newUser(), body: { label: 'l' } }),
  'rotateApiKey 200': async () => {
    const headers = newUser()
    const { apiKey } = await createKey(wallet, headers)
    return wallet.api.post(`/api/api-keys/${apiKey.id}/rotate`, { headers, body: { overlapHours: 1 } })
  },
  'rotateApiKey 400': () => wallet.api.post(newPair, { headers: newUser(), body: { overlapHours: 1_000 } }),
  'rotateApiKey 401': () => wallet.api.post(newPair),
  'rotateApiKey 404': () => wallet.api.post(newPair, { headers: newUser() }),
  'rotateApiKey 408': () => sendUnfinished(impatient.url, 'POST', newPair),
  'rotateApiKey 413': () => wallet.api.post(newPair, tooLarge),
  'rotateApiKey 429': () => oneTooMany('POST', newPair),
  'rotateApiKey 500': () => broken.api.post(newPair, { headers: newUser() }),
  'listKeyActivity 200': () => wallet.api.get(activity, { headers: fullUser }),
  'listKeyActivity 400': () => wallet.api.get(`${activity}?limit=0`, { headers: newUser() }),
  'listKeyActivity 401': () => wallet.api.get(activity),
  'listKeyActivity 429': () => oneTooMany('GET', activity),
  'listKeyActivity 500': () => broken.api.get(activity, { headers: newUser() }),
  'listHooks 200': () => wallet.api.get('/api/hooks', { headers: newUser() }),
  'listHooks 401': () => wallet.api.get('/api/hooks'),
  'listHooks 429': () => oneTooMany('GET', '/api/hooks'),
  'listHooks 500': () => broken.api.get('/api/hooks', { headers: newUser() }),
  'createHook 201': () => wallet.api.post('/api/hooks', { headers: newUser(), body: newHook }),
  'createHook 400': () => wallet.api.post('/api/hooks', { headers: newUser(), body: {} }),
  'createHook 401': () => wallet.api.post('/api/hooks', { body: newHook }),
  'createHook 408': () => sendUnfinished(impatient.url, 'POST', '/api/hooks'),
  'createHook 409': async () => {
    const headers = newUser()
    for (let count = 0; count < 10; count++) await createHook(headers)
    return wallet.api.post('/api/hooks', { headers, body: newHook })
  },
  'createHook 413': () => wallet.api.post('/api/hooks', tooLarge),
  'createHook 429': () => oneTooMany('POST', '/api/hooks'),
  'createHook 500': () => broken.api.post('/api/hooks', { headers: newUser(), body: newHook }),
  'updateHook 200': async () => {
    const headers = newUser()
    return wallet.api.patch(await createHook(headers), { headers, body: { label: 'm' } })
  },
  'updateHook 400': () => wallet.api.patch(someHook, { headers: newUser(), body: {} }),
  'updateHook 401': () => wallet.api.patch(someHook, { body: {} }),
  'updateHook 404': () => wallet.api.patch(someHook, { headers: newUser(), body: { label: 'l' } }),
  'updateHook 408': () => sendUnfinished(impatient.url, 'PATCH', someHook),
  'updateHook 413': () => wallet.api.patch(someHook, tooLarge),
  'updateHook 429': () => oneTooMany('PATCH', someHook),
  'updateHook 500': () => broken.api.patch(someHook, { headers: newUser(), body: { label: 'l' } }),
  'rotateHook 200': async () => {
    const headers = newUser()
    return wallet.api.post(`${await createHook(headers)}/rotate`, { headers, body: { overlapHours: 1 } })
  },
  'rotateHook 400': () => wallet.api.post(`${someHook}/rotate`, { headers: newUser(), body: { overlapHours: 1_000 } }),
  'rotateHook 401': () => wallet.api.post(`${someHook}/rotate`),
  'rotateHook 404': () => wallet.api.post(`${someHook}/rotate`, { headers: newUser() }),
  'rotateHook 408': () => sendUnfinished(impatient.url, 'POST', `${someHook}/rotate`),
  'rotateHook 413': () => wallet.api.post(`${someHook}/rotate`, tooLarge),
  'rotateHook 429': () => oneTooMany('POST', `${someHook}/rotate`),
  'rotateHook 500': () => broken.api.post(`${someHook}/rotate`, { headers: newUser() }),
  'revokeHook 200': async () => {
    const headers = newUser()
    return wallet.api.delete(await createHook(headers), { headers })
  },
  'revokeHook 401': () => wallet.api.delete(someHook),
  'revokeHook 404': () => wallet.api.delete(someHook, { headers: newUser() }),
  'revokeHook 408': () => sendUnfinished(impatient.url, 'DELETE', someHook),
  'revokeHook 413': () => wallet.api.delete(someHook, tooLarge),
  'revokeHook 429': () => oneTooMany('DELETE', someHook),
  'revokeHook 500': () => broken.api.delete(someHook, { headers: newUser() }),
  'listNotificationRules 200': () => wallet.api.get('/api/notification-rules', { headers: newUser() }),
  'listNotificationRules 401': () => wallet.api.get('/api/notification-rules'),
  'listNotificationRules 429': () => oneTooMany('GET', '/api/notification-rules'),
  'listNotificationRules 500': () => broken.api.get('/api/notification-rules', { headers: newUser() }),
  'createNotificationRule 201': () => wallet.api.post('/api/notification-rules', { headers: newUser(), body: newRule }),
  'createNotificationRule 400': () => wallet.api.post('/api/notification-rules', { headers: newUser(), body: {} }),
  'createNotificationRule 401': () => wallet.api.post('/api/notification-rules', { body: newRule }),
  'createNotificationRule 408': () => sendUnfinished(impatient.url, 'POST', '/api/notification-rules'),
  'createNotificationRule 409': async () => {
    const headers = newUser()
    for (let count = 0; count < 10; count++) await createRule(headers)
    return wallet.api.post('/api/notification-rules', { headers, body: newRule })
  },
  'createNotificationRule 413': () => wallet.api.post('/api/notification-rules', tooLarge),
  'createNotificationRule 429': () => oneTooMany('POST', '/api/notification-rules'),
  'createNotificationRule 500': () => broken.api.post('/api/notification-rules', { headers: newUser(), body: newRule }),
  'updateNotificationRule 200': async () => {
    const headers = newUser()
    const path = `/api/notification-rules/${await createRule(headers)}`
    return wallet.api.patch(path, { headers, body: { events: ['BREACH'], quietHours: null } })
  },
  'updateNotificationRule 400': () => wallet.api.patch(someRule, { headers: newUser(), body: {} }),
  'updateNotificationRule 401': () => wallet.api.patch(someRule, { body: { minSeverity: 'CRITICAL' } }),
  'updateNotificationRule 404': () =>
    wallet.api.patch(someRule, { headers: newUser(), body: { minSeverity: 'CRITICAL' } }),
  'updateNotificationRule 408': () => sendUnfinished(impatient.url, 'PATCH', someRule),
  'updateNotificationRule 413': () => wallet.api.patch(someRule, tooLarge),
  'updateNotificationRule 429': () => oneTooMany('PATCH', someRule),
  'updateNotificationRule 500': () =>
    broken.api.patch(someRule, { headers: newUser(), body: { minSeverity: 'CRITICAL' } }),
  'proveNotificationRule 200': async () => {
    const headers = newUser()
    const id = await createRule(headers)
    const { body } = await wallet.internal.post<{ code: string }>(`${insideRules}/${id}/message`, {
      body: { userId: headers['x-user-id'] },
    })
    return wallet.api.post(`/api/notification-rules/${id}/prove`, { headers, body: { code: body.code } })
  },
  'proveNotificationRule 400': () => wallet.api.post(`${someRule}/prove`, { headers: newUser(), body: {} }),
  'proveNotificationRule 401': () => wallet.api.post(`${someRule}/prove`, { body: { code: '000000' } }),
  'proveNotificationRule 404': () =>
    wallet.api.post(`${someRule}/prove`, { headers: newUser(), body: { code: '000000' } }),
  'proveNotificationRule 408': () => sendUnfinished(impatient.url, 'POST', `${someRule}/prove`),
  'proveNotificationRule 409': async () => {
    const headers = newUser()
    const path = `/api/notification-rules/${await createRule(headers)}/prove`
    return wallet.api.post(path, { headers, body: { code: '000000' } })
  },
  'proveNotificationRule 413': () => wallet.api.post(`${someRule}/prove`, tooLarge),
  'proveNotificationRule 429': () => oneTooMany('POST', `${someRule}/prove`),
  'proveNotificationRule 500': () =>
    broken.api.post(`${someRule}/prove`, { headers: newUser(), body: { code: '000000' } }),
  'deleteNotificationRule 200': async () => {
    const headers = newUser()
    return wallet.api.delete(`/api/notification-rules/${await createRule(headers)}`, { headers })
  },
  'deleteNotificationRule 401': () => wallet.api.delete(someRule),
  'deleteNotificationRule 404': () => wallet.api.delete(someRule, { headers: newUser() }),
  'deleteNotificationRule 408': () => sendUnfinished(impatient.url, 'DELETE', someRule),
  'deleteNotificationRule 413': () => wallet.api.delete(someRule, tooLarge),
  'deleteNotificationRule 429': () => oneTooMany('DELETE', someRule),
  'deleteNotificationRule 500': () => broken.api.delete(someRule, { headers: newUser() }),
  'rotateWebhookSecret 200': async () => {
    const headers = newUser()
    const { apiKey } = await createKey(wallet, headers, { webhookUrl: HOOK })
    return wallet.api.post(`/api/api-keys/${apiKey.id}/rotate-webhook-secret`, { headers })
  },
  'rotateWebhookSecret 401': () => wallet.api.post(rotation),
  'rotateWebhookSecret 404': () => wallet.api.post(rotation, { headers: newUser() }),
  'rotateWebhookSecret 408': () => sendUnfinished(impatient.url, 'POST', rotation),
  'rotateWebhookSecret 409': async () => {
    const headers = newUser()
    const { apiKey } = await createKey(wallet, headers)
    return wallet.api.post(`/api/api-keys/${apiKey.id}/rotate-webhook-secret`, { headers })
  },
  'rotateWebhookSecret 413': () => wallet.api.post(rotation, tooLarge),
  'rotateWebhookSecret 429': () => oneTooMany('POST', rotation),
  'rotateWebhookSecret 500': () => broken.api.post(rotation, { headers: newUser() }),
  'validateApiKey 200': () => wallet.api.post('/api/api-keys/validate', { headers: token, body: question }),
  'validateApiKey 400': () => wallet.api.post('/api/api-keys/validate', { headers: token, body: {} }),
  'validateApiKey 401': () => wallet.api.post('/api/api-keys/validate', { body: question }),
  'validateApiKey 408': () => sendUnfinished(impatient.url, 'POST', '/api/api-keys/validate'),
  'validateApiKey 413': () => wallet.api.post('/api/api-keys/validate', tooLarge),
  'validateApiKey 429': () => unknownTooMany('POST', '/api/api-keys/validate'),
  'validateApiKey 500': () => broken.api.post('/api/api-keys/validate', { headers: token, body: question }),
  'checkHealth 200': () => wallet.api.get('/healthz'),
  'checkHealth 431': () => wallet.api.get('/healthz', { headers: LONG }),
  'checkReadiness 200': () => wallet.api.get('/readyz'),
  'checkReadiness 431': () => wallet.api.get('/readyz', { headers: LONG }),
  'checkReadiness 503': () => broken.api.get('/readyz'),
  'getProcessMetrics 200': () => fetch(`${wallet.url}/metrics`),
  'getProcessMetrics 431': () => wallet.api.get('/metrics', { headers: LONG }),
  'getOpenApi 200': () => wallet.api.get('/openapi.json'),
  'getOpenApi 429': () => untilLimited(() => fetch(`${limited.url}/openapi.json`)),
  'getDocs 200': () => fetch(`${wallet.url}/docs`),
  'getDocs 429': () => untilLimited(() => fetch(`${limited.url}/docs`)),
}

/** The same for what only the internal listener has. */
const PROVOKED_INSIDE: Readonly<Record<string, Provoke>> = {
  'resolveHook 200': () => wallet.internal.post(resolving, { body: hookQuestion }),
  'resolveHook 400': () => wallet.internal.post(resolving, { body: {} }),
  'resolveHook 401': () => wallet.internal.post(resolving, { headers: asUnknown, body: hookQuestion }),
  'resolveHook 408': () => sendUnfinished(impatient.internalUrl, 'POST', resolving),
  'resolveHook 413': () => wallet.internal.post(resolving, tooLarge),
  'resolveHook 429': () => unknownTooMany('POST', resolving),
  'resolveHook 500': () => broken.internal.post(resolving, { body: hookQuestion }),
  'listProvenNotificationRules 200': () => wallet.internal.get(`${insideRules}?userId=u`),
  'listProvenNotificationRules 400': () => wallet.internal.get(insideRules),
  'listProvenNotificationRules 401': () => wallet.internal.get(insideRules, { headers: { authorization: '' } }),
  'listProvenNotificationRules 429': () => unknownTooMany('GET', insideRules),
  'listProvenNotificationRules 500': () => broken.internal.get(`${insideRules}?userId=u`),
  'getNotificationRule 200': async () => wallet.internal.get(`${insideRules}/${await createRule(newUser())}`),
  'getNotificationRule 401': () => wallet.internal.get(someRuleInside, { headers: { authorization: '' } }),
  'getNotificationRule 404': () => wallet.internal.get(someRuleInside),
  'getNotificationRule 429': () => unknownTooMany('GET', someRuleInside),
  'getNotificationRule 500': () => broken.internal.get(someRuleInside),
  'requestNotificationMessage 200': () => wallet.internal.post(`${someRuleInside}/message`, { body: { userId: 'u' } }),
  'requestNotificationMessage 404': () => wallet.internal.post(`${insideRules}/x/message`, { body: { userId: 'u' } }),
  'requestNotificationMessage 400': () => wallet.internal.post(`${someRuleInside}/message`, { body: {} }),
  'requestNotificationMessage 401': () =>
    wallet.internal.post(`${someRuleInside}/message`, { headers: asUnknown, body: { userId: 'u' } }),
  'requestNotificationMessage 408': () => sendUnfinished(impatient.internalUrl, 'POST', `${someRuleInside}/message`),
  'requestNotificationMessage 413': () => wallet.internal.post(`${someRuleInside}/message`, tooLarge),
  'requestNotificationMessage 429': () => unknownTooMany('POST', `${someRuleInside}/message`),
  'requestNotificationMessage 500': () => broken.internal.post(`${someRuleInside}/message`, { body: { userId: 'u' } }),
  'unsubscribeNotificationRule 200': () => wallet.internal.post(`${insideRules}/unsubscribe`, { body: unsubscribing }),
  'unsubscribeNotificationRule 400': () => wallet.internal.post(`${insideRules}/unsubscribe`, { body: {} }),
  'unsubscribeNotificationRule 401': () =>
    wallet.internal.post(`${insideRules}/unsubscribe`, { headers: asUnknown, body: unsubscribing }),
  'unsubscribeNotificationRule 408': () => sendUnfinished(impatient.internalUrl, 'POST', `${insideRules}/unsubscribe`),
  'unsubscribeNotificationRule 413': () => wallet.internal.post(`${insideRules}/unsubscribe`, tooLarge),
  'unsubscribeNotificationRule 429': () => unknownTooMany('POST', `${insideRules}/unsubscribe`),
  'unsubscribeNotificationRule 500': () => broken.internal.post(`${insideRules}/unsubscribe`, { body: unsubscribing }),
  'listAudit 200': () => wallet.internal.get('/api/internal/audit'),
  'listAudit 400': () => wallet.internal.get('/api/internal/audit?limit=0'),
  'listAudit 401': () => wallet.internal.get('/api/internal/audit', { headers: { authorization: undefined } }),
  'listAudit 429': () => unknownTooMany('GET', '/api/internal/audit'),
  'listAudit 500': () => broken.internal.get('/api/internal/audit'),
  'listWebhookEndpoints 200': () => wallet.internal.get(`${endpoints}?userId=u`),
  'listWebhookEndpoints 400': () => wallet.internal.get(endpoints),
  'listWebhookEndpoints 401': () => wallet.internal.get(endpoints, { headers: { authorization: '' } }),
  'listWebhookEndpoints 429': () => unknownTooMany('GET', endpoints),
  'listWebhookEndpoints 500': () => broken.internal.get(`${endpoints}?userId=u`),
  'getWebhookEndpoint 200': async () => {
    const { apiKey } = await createKey(wallet, newUser(), { webhookUrl: HOOK })
    return wallet.internal.get(`${endpoints}/${apiKey.id}`)
  },
  'getWebhookEndpoint 401': () => wallet.internal.get(someEndpoint, { headers: { authorization: '' } }),
  'getWebhookEndpoint 404': () => wallet.internal.get(someEndpoint),
  'getWebhookEndpoint 429': () => unknownTooMany('GET', someEndpoint),
  'getWebhookEndpoint 500': () => broken.internal.get(someEndpoint),
}

it.each(draw(Object.entries({ ...PROVOKED, ...PROVOKED_INSIDE }), 5, ([name]) => `wallet ${name}`))(
  '%s happens, and is as documented',
  async (name, provoke) => {
    const { status } = await provoke()
    expect(status).toBe(Number(name.split(' ')[1]))
  },
)

const operationsOf = ({ paths }: OpenApiDocument) => Object.values(paths).flatMap((methods) => Object.values(methods))

async function documentedBy(url: string): Promise<readonly string[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument
  return operationsOf(document).flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  )
}

it('the document names exactly these answers', async () => {
  expect([...(await documentedBy(wallet.url))].sort()).toEqual(Object.keys(PROVOKED).sort())
})

it('/llms.txt has every endpoint, and links that all lead somewhere', async () => {
  const text = await (await fetch(`${wallet.url}/llms.txt`)).text()
  const { paths } = (await (await fetch(`${wallet.url}/openapi.json`)).json()) as OpenApiDocument
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) expect(text).toContain(`[${method.toUpperCase()} ${path}](`)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links).toContain('docs/API.md')
  for (const link of new Set(links.map((each) => each.split('#')[0]!)))
    expect([link, (await fetch(`${wallet.url}/${link}`)).status]).toEqual([link, 200])
})

it('the internal listener has what only services may ask, and nothing that users may', async () => {
  const operations = ['validateApiKey', 'checkHealth', 'checkReadiness', 'getProcessMetrics', 'getOpenApi', 'getDocs']
  const shared = Object.keys(PROVOKED).filter((answer) => operations.includes(answer.split(' ')[0]!))
  expect([...(await documentedBy(wallet.internalUrl))].sort()).toEqual(
    [...shared, ...Object.keys(PROVOKED_INSIDE)].sort(),
  )
})

describe('what an operation needs is what it asks for', () => {
  const key = { 'x-api-key': 'svc_ak_'.padEnd(55, '0'), 'x-api-secret': 'svc_sk_'.padEnd(55, '0') }
  const credentials = { nothing: {}, key, user: newUser(), service: token }
  type Credential = keyof typeof credentials
  const LETS_IN: Readonly<Record<string, readonly Credential[]>> = {
    'Needs no credentials.': ['nothing', 'key', 'user', 'service'],
    'Needs no key and no scope: the user is the one of `X-User-Id`.': ['user'],
    'Needs the service token; an API key opens nothing here.': ['service'],
  }

  it.each(['url', 'internalUrl'] as const)('%s', async (listener) => {
    const url = wallet[listener]
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument
    for (const [path, methods] of draw(Object.entries(paths), 3, ([path]) => `needs of ${listener} ${path}`)) {
      for (const [method, { description }] of Object.entries(methods)) {
        const letIn: string[] = []
        for (const [name, headers] of Object.entries(credentials)) {
          const address = `${url}${path.replace(/\{\w+\}/, '0190f0a0-0000-7000-8000-000000000000')}`
          const { status } = await fetch(address, { method: method.toUpperCase(), headers })
          if (status !== 401) letIn.push(name)
        }
        const needs = description.split('\n').at(-1) ?? ''
        expect([method, path, letIn]).toEqual([method, path, LETS_IN[needs]])
      }
    }
  })
})

it('the documentation page loads only from here', async () => {
  const page = await fetch(`${wallet.url}/docs`)
  const html = await page.text()
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  const references = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference]) => reference!)
  const files = references.filter((reference) => !reference.startsWith('data:'))
  expect(files).toHaveLength(3)
  for (const file of files) {
    expect(file).toMatch(/^docs\//)
    expect((await fetch(`${wallet.url}/${file}`)).status).toBe(200)
  }
  expect((await fetch(`${wallet.url}/docs/../package.json`)).status).toBe(404)
  expect((await fetch(`${wallet.url}/docs/..%2fpackage.json`)).status).toBe(404)
})

it('metrics are labelled by route template and hold no ids, users or keys', async () => {
  const user = newUser()
  const { apiKey, key } = await createKey(wallet, user)
  await wallet.api.delete(`/api/api-keys/${apiKey.id}`, { headers: user })
  const text = await (await fetch(`${wallet.url}/metrics`)).text()

  expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/api\/api-keys\/:id",status="200"\}/)
  for (const hidden of [apiKey.id, user['x-user-id'], key, apiKey.keyPrefix]) expect(text).not.toContain(hidden)
})
