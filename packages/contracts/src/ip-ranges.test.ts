import fc from 'fast-check'
import { createIpRanges } from './ip-ranges.js'

it.each<[string, string, boolean]>([
  ['::/64', '203.0.113.9', false],
  ['::/0', '203.0.113.9', false],
  ['::/0', '::ffff:203.0.113.9', false],
  ['::203.0.113.9', '203.0.113.9', false],
  ['::203.0.113.9/128', '203.0.113.9', false],
  ['::203.0.113.9', '::ffff:203.0.113.9', false],
  ['::ffff:0:0/95', '203.0.113.9', false],
  ['64:ff9b::/96', '203.0.113.9', false],
  ['0.0.0.0/0', '::203.0.113.9', false],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['203.0.113.9', '::203.0.113.9', false],
  ['::/0', '2001:db8::1', true],
  ['::/64', '::1', true],
  ['::203.0.113.9', '::203.0.113.9', true],
  ['203.0.113.0/24', '203.0.113.9', true],
  ['203.0.113.0/24', '::ffff:203.0.113.9', true],
  ['203.0.113.0/24', '::FFFF:cb00:7109', true],
  ['::ffff:203.0.113.9', '203.0.113.9', true],
  ['::ffff:203.0.113.0/120', '203.0.113.9', true],
  ['::ffff:203.0.113.0/120', '203.0.114.9', false],
  ['::ffff:203.0.113.0/120', '::ffff:203.0.113.9', true],
  ['2001:db8::/32', '2001:db8:1::9%eth0', false],
])('%s holds %s: %s', (entry, address, expected) => {
  expect(createIpRanges([entry])(address)).toBe(expected)
})

it('only a mapped IPv6 range contains IPv4 addresses', () => {
  const isMapped = (address: string): boolean => createIpRanges(['0.0.0.0/0'])(address)
  fc.assert(
    fc.property(fc.ipV6(), fc.integer({ min: 0, max: 128 }), fc.ipV4(), (range, bits, address) => {
      fc.pre(!isMapped(range))
      const holds = createIpRanges([`${range}/${bits}`])
      return !holds(address) && !holds(`::ffff:${address}`)
    }),
  )
})
