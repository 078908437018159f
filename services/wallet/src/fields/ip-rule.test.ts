import { isIpRule } from '@ats/contracts'
import fc from 'fast-check'
import { canonicalIpRule } from './ip-rule.js'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9/32', '203.0.113.9/32'],
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['10.1.2.3/0', '0.0.0.0/0'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::', '::'],
  ['2001:db8:1:2::/33', '2001:db8::/33'],
  ['::/0', '::/0'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['::ffff:203.0.113.9/120', '203.0.113.0/24'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
])('writes %s as %s', (text, expected) => {
  expect(canonicalIpRule(text)).toBe(expected)
})

it.each([
  '',
  'localhost',
  'example.com',
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '010.0.0.1',
  '2130706433',
  '10.0.0.256',
  '10.0.0.1:80',
  '[::1]',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/08',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/255.0.0.0',
  '2001:db8::/129',
  '::ffff:10.0.0.0/95',
  'fe80::1%eth0',
  ' 10.0.0.1',
  '10.0.0.*',
  '10.0.0.1-10.0.0.9',
])('refuses %j', (text) => {
  expect(canonicalIpRule(text)).toBeUndefined()
})

it('writes everything once and for all, in a form the check of a request understands', () => {
  const addresses = fc.oneof(fc.ipV4(), fc.ipV6())
  const bits = fc.option(fc.integer({ min: 0, max: 130 }), { nil: undefined })
  fc.assert(
    fc.property(addresses, bits, (address, prefix) => {
      const rule = canonicalIpRule(prefix === undefined ? address : `${address}/${prefix}`)
      return rule === undefined ? prefix !== undefined : canonicalIpRule(rule) === rule && isIpRule(rule)
    }),
  )
})
