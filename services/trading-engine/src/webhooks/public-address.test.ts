import { createMayReach } from './public-address.js'

const mayReach = createMayReach([])

/** Addresses that must never be connected to, under any host name that resolves to them. */
const TRAPS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.0.0.2', '127.255.255.255', '::1'],
  unspecified: ['0.0.0.0', '0.0.0.1', '0.255.255.255', '::'],
  private: [
    ...['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
    ...['fc00::1', 'fd00::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ],
  'link-local and metadata': [
    ...['169.254.0.1', '169.254.169.254', '169.254.170.2', '169.254.255.255', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    ...['fd00:ec2::254', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ],
  'shared by carriers': ['100.64.0.0', '100.127.255.255'],
  'IPv4 in IPv6': [
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1'],
    ...['::7f00:1', '::127.0.0.1', '::8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
    ...['2002:7f00:1::', '2002:a9fe:a9fe::1', '2001:0:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ...['::ffff:0:0', '0:0:0:0:0:ffff:0a00:0001'],
  ],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'documentation, benchmarks and reserved': [
    ...['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
    ...['240.0.0.1', '255.255.255.254', '255.255.255.255', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
    ...['2001:db8::1', '2001:10::1', '2001:20::1', '2001:2::1', '3fff::1', '100::1', '5f00::1', '4000::1', 'fec0::1'],
    ...['2620:4f:8000::1'],
  ],
  'no address': ['', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', '1.1.1.1/32', ' 1.1.1.1'],
}

const traps = Object.entries(TRAPS).flatMap(([kind, addresses]) => addresses.map((address) => ({ kind, address })))

test('the table has what it claims', () => {
  expect(new Set(traps.map(({ address }) => address)).size).toBe(traps.length)
  expect(traps.length).toBeGreaterThanOrEqual(60)
})

test.each(traps)('$kind: "$address" is not reached', ({ address }) => {
  expect(mayReach(address)).toBe(false)
})

test.each([
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.1', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '223.255.255.255'],
  ...['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2001:4860:4860::8888', '2003::1', '2400:cb00::1'],
])('%s is public', (address) => {
  expect(mayReach(address)).toBe(true)
})

test('what is allowed is reached, and nothing beside it', () => {
  const allowed = createMayReach(['127.0.0.0/8', '::1/128', '10.1.2.3'])
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '10.1.2.3', '1.1.1.1'])
    expect([address, allowed(address)]).toEqual([address, true])
  for (const address of ['10.1.2.4', '192.168.0.1', '::2', '64:ff9b::7f00:1'])
    expect([address, allowed(address)]).toEqual([address, false])
})
