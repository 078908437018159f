import { generateWebhookSecret } from './credentials.js'
import { isWebhookGone, parseWebhookEndpoint, parseWebhookEndpointsResponse } from './webhook-endpoints.js'

const endpoint = {
  userId: 'a user',
  keyId: '0190f0a0-0000-7000-8000-000000000000',
  url: 'https://example.com/hook?a=1',
  secrets: [generateWebhookSecret()],
  createdAt: '2030-01-01T00:00:00.000Z',
}

it.each<[string, Record<string, unknown>]>([
  ['an endpoint', endpoint],
  ['one whose secret is being replaced', { ...endpoint, secrets: [generateWebhookSecret(), generateWebhookSecret()] }],
  [
    'an address with characters that only the URL standard takes',
    { ...endpoint, url: 'https://example.com/a|b?c={d}' },
  ],
  ['a field of a newer wallet', { ...endpoint, note: 'new' }],
])('reads %s', (_case, body) => {
  expect(parseWebhookEndpoint(body)).toEqual(body)
  expect(parseWebhookEndpointsResponse({ endpoints: [body] })).toEqual({ endpoints: [body] })
})

it('reads an empty list, as none, and a list of several', () => {
  const other = { ...endpoint, keyId: '0190f0a0-0000-7000-8000-000000000001' }
  expect(parseWebhookEndpointsResponse({ endpoints: [] })).toEqual({ endpoints: [] })
  expect(parseWebhookEndpointsResponse({ endpoints: [endpoint, other] })).toEqual({ endpoints: [endpoint, other] })
})

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a page', '<html>'],
  ['an empty object', {}],
  ['a list', []],
  ['an error body', { error: 'engine_error', message: 'm', request_id: 'r' }],
  ['no list of endpoints', { endpoints: null }],
  ['endpoints as an object', { endpoints: {} }],
  ['the same key twice', { endpoints: [endpoint, endpoint] }],
])('%s is no list of endpoints', (_case, body) => {
  expect(parseWebhookEndpointsResponse(body)).toBeUndefined()
  expect(parseWebhookEndpoint(body)).toBeUndefined()
})

it.each<[string, Record<string, unknown>]>([
  ['no user', { userId: undefined }],
  ['no key', { keyId: undefined }],
  ['a wrong key', { keyId: 'x' }],
  ['no address', { url: undefined }],
  ['an address that is not https', { url: 'http://example.com/' }],
  ['a URL that cannot be parsed', { url: 'https://' }],
  ['an address that is too long', { url: `https://example.com/${'x'.repeat(2_048)}` }],
  ['no secrets', { secrets: [] }],
  ['secrets missing', { secrets: undefined }],
  ['three secrets', { secrets: Array.from({ length: 3 }, generateWebhookSecret) }],
  ['one secret twice', { secrets: [endpoint.secrets[0], endpoint.secrets[0]] }],
  ['a secret without its prefix', { secrets: [endpoint.secrets[0]!.slice(6)] }],
  ['a secret of 31 bytes', { secrets: [`whsec_${Buffer.alloc(31).toString('base64')}`] }],
  ['a null among the secrets', { secrets: [null] }],
  ['no time', { createdAt: null }],
  ['a time of a day that does not exist', { createdAt: '2030-13-01T00:00:00Z' }],
])('%s is no endpoint', (_case, fields) => {
  const body = { ...endpoint, ...fields }
  expect(parseWebhookEndpoint(body)).toBeUndefined()
  expect(parseWebhookEndpointsResponse({ endpoints: [body] })).toBeUndefined()
})

it.each<[unknown, boolean]>([
  [{ error: 'not_found', reason: 'no_webhook', message: 'm', request_id: 'r' }, true],
  [{ error: 'not_found', message: 'm', request_id: 'r' }, false],
  [{ error: 'conflict', reason: 'no_webhook' }, false],
  [{}, false],
  [[], false],
  ['not found', false],
  [null, false],
  [undefined, false],
])('with 404 and %j the webhook is gone: %s', (body, isGone) => {
  expect(isWebhookGone(body)).toBe(isGone)
})
