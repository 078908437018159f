import type { IncomingMessage } from 'node:http'
import { createClientIp, normaliseIp } from './client-ip.js'

function request(remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

const forwarded = (hops: string) => ({ 'x-forwarded-for': hops })
const PROXIES = ['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1']

it.each<[string, string[], string | undefined, Record<string, string>, string]>([
  ['direct', [], '203.0.113.9', {}, '203.0.113.9'],
  ['direct, mapped', [], '::ffff:203.0.113.9', {}, '203.0.113.9'],
  ['direct over IPv6', [], '2001:DB8::1', {}, '2001:db8::1'],
  ['direct, link-local', [], 'fe80::1%eth0', {}, 'fe80::1'],
  ['connection already closed', [], undefined, {}, '0.0.0.0'],
  ['no trusted proxy, one hop', [], '203.0.113.9', forwarded('198.51.100.1'), '203.0.113.9'],
  ['no trusted proxy, loopback', [], '127.0.0.1', forwarded('198.51.100.1'), '127.0.0.1'],
  ['untrusted sender', PROXIES, '203.0.113.9', forwarded('198.51.100.1'), '203.0.113.9'],
  ['untrusted sender, three hops', PROXIES, '203.0.113.9', forwarded('1.1.1.1, 2.2.2.2, 10.0.0.1'), '203.0.113.9'],
  ['trusted proxy', PROXIES, '10.1.2.3', forwarded('198.51.100.1'), '198.51.100.1'],
  ['trusted proxy, mapped', PROXIES, '::ffff:10.1.2.3', forwarded('198.51.100.1'), '198.51.100.1'],
  ['trusted proxy by address', PROXIES, '192.0.2.1', forwarded('198.51.100.1'), '198.51.100.1'],
  ['address next to a trusted proxy', PROXIES, '192.0.2.2', forwarded('198.51.100.1'), '192.0.2.2'],
  ['trusted proxy over IPv6', PROXIES, '2001:db8:ffff::1', forwarded('2001:db8::5'), '2001:db8::5'],
  ['spoofed hop before the real one', PROXIES, '10.1.2.3', forwarded('1.1.1.1, 198.51.100.1'), '198.51.100.1'],
  ['spoofed trusted hop before the real one', PROXIES, '10.1.2.3', forwarded('10.9.9.9, 198.51.100.1'), '198.51.100.1'],
  ['two proxies', PROXIES, '10.1.2.3', forwarded('198.51.100.1, 10.4.5.6'), '198.51.100.1'],
  ['two proxies, spoofed in front', PROXIES, '10.1.2.3', forwarded('1.1.1.1, 198.51.100.1, 10.4.5.6'), '198.51.100.1'],
  ['only proxies', PROXIES, '10.1.2.3', forwarded('10.9.9.9, 10.4.5.6'), '10.9.9.9'],
  ['trusted proxy without the header', PROXIES, '10.1.2.3', {}, '10.1.2.3'],
  ['trusted proxy with an empty header', PROXIES, '10.1.2.3', forwarded(' , '), '10.1.2.3'],
  ['mapped hop', PROXIES, '10.1.2.3', forwarded('::ffff:198.51.100.1'), '198.51.100.1'],
  ['hop with a port', PROXIES, '10.1.2.3', forwarded('198.51.100.1:4711'), '198.51.100.1'],
  ['IPv6 hop with a port', PROXIES, '10.1.2.3', forwarded('[2001:db8::5]:4711'), '2001:db8::5'],
  ['unreadable hop', PROXIES, '10.1.2.3', forwarded('unknown'), '0.0.0.0'],
  ['unreadable hop hides what is before it', PROXIES, '10.1.2.3', forwarded('198.51.100.1, unknown'), '0.0.0.0'],
  ['Forwarded', PROXIES, '10.1.2.3', { forwarded: 'for=198.51.100.1' }, '10.1.2.3'],
  ['X-Real-IP', PROXIES, '10.1.2.3', { 'x-real-ip': '198.51.100.1' }, '10.1.2.3'],
  ['CF-Connecting-IP', PROXIES, '10.1.2.3', { 'cf-connecting-ip': '198.51.100.1' }, '10.1.2.3'],
])('%s', (_case, trusted, remoteAddress, headers, expected) => {
  expect(createClientIp(trusted)(request(remoteAddress, headers))).toBe(expected)
})

it.each(['', '1', '127.1', '0x7f.0.0.1', '1.2.3.4.5', '1.2.3.4/8', '::1::', 'localhost', '1.2.3.4\n'])(
  '%j is no address',
  (text) => {
    expect(normaliseIp(text)).toBe('0.0.0.0')
  },
)
