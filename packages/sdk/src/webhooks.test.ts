import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookVerificationError } from './webhooks.js'

const [SECRET, OTHER] = ['whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0', 'whsec_b3RoZXJvdGhlcm90aGVyb3RoZXJvdGhlcg==']
const BODY =
  '{"id":"e1","type":"order.fill","sequence":7,"account_id":"a","data":{"trade":{"price":0.10000000000000000005}}}'

function sign(secret: string, body = BODY, at = new Date()) {
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('e1', at, body),
  }
}

test('a signed event is read with its decimals as text', () => {
  const event = verifyWebhook(BODY, sign(SECRET), SECRET)
  expect(event).toMatchObject({ sequence: 7, data: { trade: { price: '0.10000000000000000005' } } })
})

test('bytes, Node.js headers and those of fetch are the same to it', () => {
  const bytes = new TextEncoder().encode(BODY)
  expect(verifyWebhook(bytes, new Headers(sign(SECRET)), SECRET)).toMatchObject({ id: 'e1' })
  expect(verifyWebhook(Buffer.from(BODY), { ...sign(SECRET), cookie: ['a', 'b'] }, SECRET)).toMatchObject({ id: 'e1' })
})

test('while a secret is replaced, either will do', () => {
  expect(verifyWebhook(BODY, sign(OTHER), [SECRET, OTHER])).toMatchObject({ id: 'e1' })
  const both = { ...sign(SECRET), 'webhook-signature': `v1,AAAA ${sign(SECRET)['webhook-signature']}` }
  expect(verifyWebhook(BODY, both, SECRET)).toMatchObject({ id: 'e1' })
})

test.each([
  ['another secret', BODY, sign(OTHER)],
  ['another body', BODY.replace('e1', 'e2'), sign(SECRET)],
  ['another id', BODY, { ...sign(SECRET), 'webhook-id': 'e2' }],
  ['a byte order mark', `\uFEFF${BODY}`, sign(SECRET)],
  ['an old one', BODY, sign(SECRET, BODY, new Date(Date.now() - 301_000))],
  ['one from the future', BODY, sign(SECRET, BODY, new Date(Date.now() + 400_000))],
  ['no headers', BODY, {}],
  ['a header twice', BODY, { ...sign(SECRET), 'webhook-id': ['e1', 'e1'] }],
  ['a version without a signature', BODY, { ...sign(SECRET), 'webhook-signature': 'v1 v1, v1a,x ,' }],
  ['a time that is none', BODY, { ...sign(SECRET), 'webhook-timestamp': 'now' }],
])('refused: %s', (_name, body, headers) => {
  expect(() => verifyWebhook(body, headers, SECRET)).toThrow(WebhookVerificationError)
  expect(() => verifyWebhook(new TextEncoder().encode(body), headers, SECRET)).toThrow(WebhookVerificationError)
})

test('no secret verifies nothing', () => {
  expect(() => verifyWebhook(BODY, sign(SECRET), [])).toThrow(WebhookVerificationError)
  expect(() => verifyWebhook(BODY, sign(SECRET), 'whsec_')).toThrow()
})
