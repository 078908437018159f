import { randomBytes } from 'node:crypto'
import { hasDuplicates, isPlaceholder, isPublicPlainHttp, isProxyRangeTooWide } from './unsafe-settings.js'

it.each([
  'x'.repeat(32),
  '0123456012345601234560123456012345601234',
  'change-me-change-me-change-me-0123456789',
  'changeme0123456789abcdefghijklmnop',
  'default-service-token-0123456789abcdef',
  'YOUR_SECRET_HERE_0123456789_abcdefgh',
  'example-token-0123456789-0123456789-abc',
])('%s is a placeholder', (secret) => {
  expect(isPlaceholder(secret)).toBe(true)
})

it('what is random is not', () => {
  for (let round = 0; round < 1_000; round++) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const secret = randomBytes(24).toString(encoding)
      expect([secret, isPlaceholder(secret)]).toEqual([secret, false])
    }
  }
})

it('twins', () => {
  expect([hasDuplicates([]), hasDuplicates(['a', 'b']), hasDuplicates(['a', 'b', 'a'])]).toEqual([false, false, true])
})

it.each<[string[], boolean]>([
  [[], false],
  [['10.0.0.0/8', '192.168.0.0/16', 'fd00:1:2::/48', '::1', '203.0.113.9', '::ffff:10.0.0.0/104'], false],
  [['fd00:1:2::/47'], true],
  [['fc00::/7'], true],
  [['::/32'], true],
  [['::ffff:0:0/96'], true],
  [['::ffff:10.0.0.0/103'], true],
  [['0.0.0.0/0'], true],
  [['10.0.0.0/8', '::/0'], true],
  [['0.0.0.0/1', '128.0.0.0/1'], true],
  [['2000::/3'], true],
])('%j trusts addresses of others: %s', (ranges, expected) => {
  expect(isProxyRangeTooWide(ranges)).toBe(expected)
})

it.each<[string, boolean]>([
  ['https://wallet.example.com', false],
  ['http://wallet.example.com', true],
  ['http://wallet.example.com.:80', true],
  ['http://WALLET.example.COM:4011/', true],
  ['http://203.0.113.9:4011', false], // a range for documentation only
  ['http://8.8.8.8', true],
  ['http://134744072', true],
  ['http://[2606:4700::1111]:4011', true],
  ['http://[::ffff:8.8.8.8]', true],
  ['http://127.0.0.1:4011', false],
  ['http://[::1]:4011', false],
  ['http://10.1.2.3', false],
  ['http://172.16.0.1', false],
  ['http://192.168.1.1', false],
  ['http://100.64.0.1', false],
  ['http://[fd00::1]', false],
  ['http://localhost:4011', false],
  ['http://wallet:4011', false],
  ['http://wallet.trading.svc', false],
  ['http://wallet.trading.svc.cluster.local:4011', false],
  ['http://wallet.internal', false],
  ['http://internal.example.com', true],
  ['not an address', false],
])('%s crosses networks of others in the clear: %s', (address, expected) => {
  expect(isPublicPlainHttp(address)).toBe(expected)
})
