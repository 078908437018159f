/** The client of the wallet against the real one, with plain and with signed users. */
import { AuthenticationError, NotFound, OperationRejected, OutcomeUnknown, WalletClient } from '@ats/sdk'
import { startTestWallet, type TestWallet } from '../../../services/wallet/test/start-test-wallet.js'

const GATEWAY_SECRET = 'gateway-secret-0123456789-0123456789'

let plain: TestWallet
let signed: TestWallet
beforeAll(async () => {
  plain = await startTestWallet()
  const env = { USER_ID_TRUST: 'gateway-hmac', GATEWAY_HMAC_SECRETS: GATEWAY_SECRET }
  signed = await startTestWallet({ env })
})
afterAll(() => Promise.all([plain.stop(), signed.stop()]))

const KEY = { label: 'bot', permissions: ['TRADE' as const] }

test('keys are created, changed, rotated and revoked', async () => {
  const wallet = new WalletClient({ url: plain.url, userId: 'alice' })
  const { apiKey, secret } = await wallet.createKey(KEY)
  expect(secret).toMatch(/^svc_sk_/)
  expect(await wallet.keys()).toMatchObject([{ id: apiKey.id, label: 'bot' }])
  expect(await wallet.updateKey(apiKey.id, { label: 'ü' })).toMatchObject({ label: 'ü' })
  const rotated = await wallet.rotateKey(apiKey.id, { overlapHours: 0 })
  expect(rotated.apiKey.id).toBe(apiKey.id)
  expect(rotated.secret).not.toBe(secret)
  expect(await wallet.revokeKey(apiKey.id)).toMatchObject({ revoked: true })
  expect(await wallet.revokeKey(apiKey.id)).toMatchObject({ revoked: true })
  expect(await wallet.keys()).toEqual([])
  expect((await wallet.activity()).length).toBeGreaterThan(2)
})

test('errors have classes', async () => {
  const wallet = new WalletClient({ url: plain.url, userId: 'bob' })
  await expect(wallet.revokeKey('3f2504e0-4f89-41d3-9a0c-0305e82c3301')).rejects.toThrow(NotFound)
  for (let count = 0; count < 10; count += 1) await wallet.createKey(KEY)
  await expect(wallet.createKey(KEY)).rejects.toThrow(OperationRejected)
})

test('a key whose answer is lost is not created a second time', async () => {
  const lost = async (...request: Parameters<typeof fetch>): Promise<Response> => {
    await fetch(...request)
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
  }
  await expect(new WalletClient({ url: plain.url, userId: 'carol', fetch: lost }).createKey(KEY)).rejects.toThrow(
    OutcomeUnknown,
  )
  expect(await new WalletClient({ url: plain.url, userId: 'carol' }).keys()).toHaveLength(1)
})

test('a signed user is believed, for many changes in one second, and for each attempt of one', async () => {
  const wallet = new WalletClient({ url: signed.url, userId: 'dora', gatewaySecret: GATEWAY_SECRET })
  const made = await Promise.all([1, 2, 3].map(() => wallet.createKey(KEY)))
  let attempts = 0
  const losing = async (...request: Parameters<typeof fetch>): Promise<Response> => {
    attempts += 1
    const answer = await fetch(...request)
    if (attempts < 3) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    return answer
  }
  const repeating = new WalletClient({ url: signed.url, userId: 'dora', gatewaySecret: GATEWAY_SECRET, fetch: losing })
  await repeating.revokeKey(made[0]!.apiKey.id)
  expect(attempts).toBe(3)
  expect(await wallet.keys()).toHaveLength(2)
})

test('a user that another secret signed, or none, is not', async () => {
  const forged = new WalletClient({ url: signed.url, userId: 'dora', gatewaySecret: `${GATEWAY_SECRET}!` })
  await expect(forged.keys()).rejects.toThrow(AuthenticationError)
  await expect(new WalletClient({ url: signed.url, userId: 'dora' }).keys()).rejects.toThrow(AuthenticationError)
})
