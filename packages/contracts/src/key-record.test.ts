import { checkIp, isExpired, isIpRule } from './key-record.js'

it('expires at that millisecond, and immediately when the time cannot be parsed', () => {
  const expiresAt = '2030-01-01T00:00:00.500Z'
  const endMs = Date.parse(expiresAt)
  expect(isExpired({ expiresAt }, endMs - 1)).toBe(false)
  expect(isExpired({ expiresAt }, endMs)).toBe(true)
  expect(isExpired({ expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe(false)
  expect(isExpired({ expiresAt: 'never' }, 0)).toBe(true)
})

it.each<[string[], string, boolean]>([
  [[], 'anything', true],
  [['10.0.0.1'], '10.0.0.1', true],
  [['10.0.0.1'], '::ffff:10.0.0.1', true],
  [['10.0.0.0/8'], '10.255.0.1', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['0.0.0.0/0'], '::1', false],
  [['::/0'], '::1', true],
  [['2001:db8::/32'], '2001:db8::9', true],
  [['2001:db8::/32'], '2001:db9::9', false],
  [['10.0.0.1'], '', false],
  [['10.0.0.1'], 'localhost', false],
])('with %j, %j may use the key: %s', (ipWhitelist, ip, isAllowed) => {
  expect(checkIp({ ipWhitelist }, ip)).toBe(isAllowed)
})

it.each(['', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', 'x/8', '10.0.0.0/1e1'])(
  '%j is not a rule',
  (rule) => {
    expect(isIpRule(rule)).toBe(false)
  },
)
