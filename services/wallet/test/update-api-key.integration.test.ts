import type { WebhookEndpoint } from '@ats/contracts'
import { createKey, newUser, startTestWallet, type CreatedKey, type TestWallet } from './start-test-wallet.js'

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/
const HOOK = 'https://example.com/hook'

let wallet: TestWallet
let nowMs = Date.parse('2030-01-01T00:00:00.000Z')

beforeAll(async () => {
  wallet = await startTestWallet({ now: () => new Date(nowMs) })
})

afterAll(() => wallet.stop())

type User = ReturnType<typeof newUser>
type Item = CreatedKey['apiKey'] & { readonly webhookSecret?: string }

const patch = (headers: User, id: string, body: unknown) =>
  wallet.api.patch<Item>(`/api/api-keys/${id}`, { headers, body })
const list = async (headers: User) => (await wallet.api.get<readonly Item[]>('/api/api-keys', { headers })).body
const endpoint = async (id: string) =>
  (await wallet.internal.get<WebhookEndpoint>(`/api/internal/webhook-endpoints/${id}`)).body

it('changes the label alone, and answers with the item of the list', async () => {
  const user = newUser()
  const { apiKey } = await createKey(wallet, user, { webhookUrl: HOOK, ipWhitelist: ['10.0.0.1'] })

  const { status, body } = await patch(user, apiKey.id, { label: 'New name' })

  expect(status).toBe(200)
  expect(body).toEqual({ ...apiKey, label: 'New name' })
  expect(await list(user)).toEqual([body])
})

it('brings a secret with the first URL of a key, once; another URL keeps it', async () => {
  const user = newUser()
  const { apiKey, ...created } = await createKey(wallet, user)
  expect(created).not.toHaveProperty('webhookSecret')

  const first = await patch(user, apiKey.id.toUpperCase(), { webhookUrl: 'https://EXAMPLE.com:443/hook' })
  const { webhookSecret, ...item } = first.body
  expect(first.status).toBe(200)
  expect(webhookSecret).toMatch(SECRET)
  expect(item).toEqual({ ...apiKey, webhookUrl: HOOK })

  const second = await patch(user, apiKey.id, { webhookUrl: 'https://example.com/other', label: 'x' })
  expect(second.body).toEqual({ ...apiKey, label: 'x', webhookUrl: 'https://example.com/other' })
  expect(await endpoint(apiKey.id)).toMatchObject({ url: 'https://example.com/other', secrets: [webhookSecret] })
})

it('removes the URL with null; setting it again brings back the same secret', async () => {
  const user = newUser()
  const { apiKey, webhookSecret } = await createKey(wallet, user, { webhookUrl: HOOK })

  expect((await patch(user, apiKey.id, { webhookUrl: null })).body).toEqual({ ...apiKey, webhookUrl: null })
  expect(await endpoint(apiKey.id)).toMatchObject({ error: 'not_found', reason: 'no_webhook' })

  expect((await patch(user, apiKey.id, { webhookUrl: HOOK })).body).toEqual(apiKey)
  expect(await endpoint(apiKey.id)).toMatchObject({ url: HOOK, secrets: [webhookSecret] })
})

it('makes no secret for a key without a URL', async () => {
  const user = newUser()
  const { apiKey } = await createKey(wallet, user)
  expect((await patch(user, apiKey.id, { webhookUrl: null })).body).toEqual(apiKey)
  expect((await patch(user, apiKey.id, { label: 'x' })).body).toEqual({ ...apiKey, label: 'x' })
})

it('takes a null label for an absent one', async () => {
  const user = newUser()
  const { apiKey } = await createKey(wallet, user)
  const { status, body } = await patch(user, apiKey.id, { label: null, webhookUrl: null })
  expect({ status, body }).toEqual({ status: 200, body: apiKey })
})

it.each<[string, unknown, (string | number)[]]>([
  ['nothing', {}, []],
  ['nothing but a null label', { label: null }, []],
  ['an empty label', { label: '' }, ['label']],
  ['a blank label', { label: ' ' }, ['label']],
  ['a label that is too long', { label: 'x'.repeat(101) }, ['label']],
  ['a label that is no text', { label: 1 }, ['label']],
  ['a label with a line break', { label: 'a\nb' }, ['label']],
  ['an empty URL', { webhookUrl: '' }, ['webhookUrl']],
  ['http', { webhookUrl: 'http://example.com/' }, ['webhookUrl']],
  ['loopback', { webhookUrl: 'https://127.1/' }, ['webhookUrl']],
  ['a URL that is no text', { webhookUrl: false }, ['webhookUrl']],
  ['other fields', { label: 'x', permissions: ['TRADE'] }, ['permissions']],
  ['other fields that are null', { label: 'x', expiresAt: null }, ['expiresAt']],
  ['a secret of the caller', { webhookUrl: HOOK, webhookSecret: 'whsec_x' }, ['webhookSecret']],
])('refuses %s and changes nothing', async (_case, body, path) => {
  const user = newUser()
  const { apiKey } = await createKey(wallet, user)

  const answer = await patch(user, apiKey.id, body)

  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_payload', issues: [{ path }] } })
  expect(await list(user)).toEqual([apiKey])
})

it('answers alike for a key of someone else, none, a revoked one, an expired one and no id at all', async () => {
  const [owner, other] = [newUser(), newUser()]
  const { apiKey } = await createKey(wallet, owner, { webhookUrl: HOOK })
  const revoked = await createKey(wallet, other)
  await wallet.api.delete(`/api/api-keys/${revoked.apiKey.id}`, { headers: other })
  const expired = await createKey(wallet, other, { expiresAt: new Date(nowMs + 1).toISOString() })
  nowMs += 1
  const headers = { ...other, 'x-request-id': 'same' }

  const answers = await Promise.all(
    [apiKey.id, revoked.apiKey.id, expired.apiKey.id, '0190f0a0-0000-7000-8000-000000000000', 'x'].flatMap((id) => [
      patch(headers, id, { webhookUrl: 'https://elsewhere.example.com/' }),
      wallet.api.post(`/api/api-keys/${id}/rotate-webhook-secret`, { headers }),
    ]),
  )

  for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 404, text: answers[0]!.text })
  expect(await list(owner)).toEqual([apiKey])
})
