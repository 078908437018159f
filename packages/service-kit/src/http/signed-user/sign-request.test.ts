import { createUserSigner } from './sign-request.js'
import { trustGatewaySignature } from './gateway-signature.js'

const SECRET = '0123456789abcdef0123456789abcdef'
const NOW = new Date('2026-03-01T12:00:00Z')
const now = () => NOW
const ORDER = { method: 'POST', rawUrl: '/v1/order?x=1', userId: 'änna', body: Buffer.from('{"a":1}') }
const READ = { ...ORDER, method: 'GET', body: Buffer.alloc(0) }

const signer = () => createUserSigner({ service: 'wallet', secret: SECRET, now })

async function userOf(request: typeof ORDER, headers: Readonly<Record<string, string>>) {
  const trust = trustGatewaySignature({
    ...{ service: 'wallet', secrets: [SECRET], now, acceptsV1: false },
    takeOnce: () => Promise.resolve(true),
  })
  const { method, rawUrl, body } = request
  const rawHeaders = Object.entries(headers).flat()
  return trust.userOf({ method, path: '/', rawUrl, headers, rawHeaders, body, ip: '127.0.0.1', requestId: 'r' })
}

test('is believed as it was signed, and not for anything else', async () => {
  for (const request of [ORDER, READ]) {
    const headers = signer()(request)
    expect(await userOf(request, headers)).toBe('änna')
    const others = { method: 'PUT', rawUrl: '/v1/order', body: Buffer.from('{}') }
    for (const [name, value] of Object.entries(others))
      expect([name, await userOf({ ...request, [name]: value }, headers)]).toEqual([name, undefined])
    expect(await userOf(request, { ...headers, 'x-user-id': 'bob' })).toBeUndefined()
  }
})

test('a change is signed differently each time, and believed each time', async () => {
  const sign = signer()
  const signed = Array.from({ length: 31 }, () => sign(ORDER))
  expect(new Set(signed.map((headers) => headers['x-user-id-signature'])).size).toBe(31)
  for (const headers of signed) expect(await userOf(ORDER, headers)).toBe('änna')
})

test('more equal requests within a second than have distinct signatures are refused', () => {
  const sign = signer()
  for (let count = 0; count < 31; count += 1) sign(ORDER)
  expect(() => sign(ORDER)).toThrow('too many times a second')
  expect(() => sign({ ...ORDER, userId: 'bob' })).not.toThrow()
})

test('a read may be sent again as it is', () => {
  const sign = signer()
  expect(sign(READ)).toEqual(sign(READ))
})
