import { hostname } from 'node:os'
import type { IncomingMessage } from 'node:http'
import { createHostCheck, hostFault } from './allowed-hosts.js'

const LISTED = ['engine', 'api.example.com', '*.trading.svc', 'xn--tda.example']

/** As an authority: in a Host header, and in a target in absolute form. */
const OURS = [
  ...[
    'localhost',
    'localhost:4000',
    'LOCALHOST:4000',
    'localhost.',
    'localhost.:4000',
    'localhost:',
    'localhost:65535',
    hostname(),
  ],
  ...['127.0.0.1', '127.0.0.1:4000', '10.1.2.3:80', '0.0.0.0', '[::1]', '[::1]:4000', '[::ffff:7f00:1]', '[FD00::1]:1'],
  ...['engine', 'engine:4000', 'Engine', 'api.example.com', 'API.Example.com.:443', 'xn--tda.example'],
  ...['wallet.trading.svc', 'pod-0.wallet.trading.svc:4011'],
]

const NOT_OURS = [
  // A page whose name was made to point here, and names that begin, end or look like ours.
  ...['evil.example', 'evil.example:4000', 'localhost.evil.example', '127.0.0.1.evil.example', 'not-localhost'],
  ...['127.0.0.1.nip.io', 'evil-api.example.com', 'sub.api.example.com', 'api.example.com.evil.example', 'api.example'],
  ...['trading.svc', '.trading.svc', 'evil-trading.svc', 'trading.svc.evil.example', 'localhost..', 'engine.local'],
  // Written like an address, and looked up like a name.
  ...[
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '127.0.0.256',
    '1.2.3.4.5',
    '::1',
    '[::1',
    '::1]',
  ],
  ...['[::1]x', '[::1%25lo]', '[127.0.0.1]', '[localhost]', '[v1.a]', '[]', '[::1]:x'],
  // No name at all, or more than one.
  ...['', ' ', ':', ':4000', '.', '*', '*.trading.svc', 'localhost evil.example', 'localhost,evil.example', 'a\tb'],
  ...['evil.example@localhost', 'localhost@evil.example', 'localhost:4000@evil.example', 'localhost/', 'localhost#'],
  ...[
    'localhost:123456',
    'localhost:65536',
    '127.0.0.1:99999',
    '[::1]:99999',
    'localhost:-1',
    'localhost:4000:4000',
    'localhost:http',
    'localhost\\.evil.example',
    'local%68ost',
  ],
  // Other letters: the long s and the sign for kelvin are s and k in capitals; umlauts as bytes.
  ...[
    'wallet.trading.\u017fvc',
    '\u212Aube.trading.svc',
    '\u00fc.example',
    'xn--localhost',
    '\u00f6localhost',
    '\u3002localhost',
  ],
]

const isOurs = createHostCheck(LISTED)

test.each(OURS)('%j is answered for', (authority) => expect(isOurs(authority)).toBe(true))
test.each(NOT_OURS)('%j is not', (authority) => expect(isOurs(authority)).toBe(false))

test('by default only this machine is', () => {
  const byDefault = createHostCheck()
  expect(OURS.filter((authority) => !byDefault(authority))).toEqual(
    OURS.filter((name) => /engine|example|svc/i.test(name)),
  )
})

const faultOf = (headers: Readonly<Record<string, string>>, rest: Partial<IncomingMessage> = {}) =>
  hostFault(
    { rawHeaders: Object.entries(headers).flat(), httpVersion: '1.1', url: '/v1/x', ...rest } as IncomingMessage,
    isOurs,
  )?.code ?? null

test.each<[string, string | null, Parameters<typeof faultOf>]>([
  ['no Host', 'invalid_payload', [{ Accept: '*/*' }]],
  ['two', 'invalid_payload', [{ Host: 'localhost', host: 'localhost' }]],
  ['two in other letters, of which one is ours', 'invalid_payload', [{ HOST: 'localhost', hOsT: 'evil.example' }]],
  ['an empty one', 'misdirected', [{ Host: '' }]],
  ['one that is ours', null, [{ Host: 'localhost' }]],
  ['no Host in HTTP/1.0, of probes', null, [{}, { httpVersion: '1.0' }]],
  ['another in HTTP/1.0', 'misdirected', [{ Host: 'evil.example' }, { httpVersion: '1.0' }]],
  ['headers that only proxies believe', null, [{ Host: 'localhost', 'X-Forwarded-Host': 'evil.example' }]],
  ['ours in such headers', 'misdirected', [{ Host: 'evil.example', 'X-Forwarded-Host': 'localhost' }]],
  ['ours in Forwarded', 'misdirected', [{ Host: 'evil.example', Forwarded: 'host=localhost' }]],
  [
    'names that resemble Host',
    'misdirected',
    [{ Host: 'evil.example', 'Host ': 'localhost', ':authority': 'localhost' }],
  ],
  ['a target in full that is ours', null, [{ Host: 'localhost' }, { url: 'http://127.0.0.1:4000/v1/x' }]],
  ['a target in full that is not', 'misdirected', [{ Host: 'localhost' }, { url: 'http://evil.example/v1/x' }]],
  ['one with a user', 'misdirected', [{ Host: 'localhost' }, { url: 'HTTPS://localhost@evil.example/' }]],
  ['one with nothing but a query', 'misdirected', [{ Host: 'localhost' }, { url: 'ws://evil.example?localhost/' }]],
  ['one in HTTP/1.0', 'misdirected', [{}, { httpVersion: '1.0', url: 'http://evil.example/' }]],
  [
    'a Host that is not, beside a target that is',
    'misdirected',
    [{ Host: 'evil.example' }, { url: 'http://localhost/' }],
  ],
  ['a path that looks like a target', null, [{ Host: 'localhost' }, { url: '//evil.example/v1/x' }]],
  ['a target without a path', null, [{ Host: 'localhost' }, { url: '*' }]],
])('%s: %s', (_what, code, args) => expect(faultOf(...args)).toBe(code))
