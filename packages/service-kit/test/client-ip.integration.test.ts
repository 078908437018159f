import { createServer, request as httpRequest, type Server } from 'node:http'
import { createConnection, type AddressInfo } from 'node:net'
import { createHttpApp, listen, type RunningServer } from '@ats/service-kit/http'
import { createLogger, createMetrics } from '@ats/service-kit/process'

/** Where the client is, as the proxy it talks to sees it. */
const CLIENT = '203.0.113.7'
const LOOPBACK = '127.0.0.1'

const servers: { close(): unknown }[] = []
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close()
})

/** Answers with the address it takes a request to come from. */
async function startService(trustedProxies: readonly string[]): Promise<number> {
  const app = createHttpApp({
    service: 'test',
    routes: [
      {
        method: 'GET',
        path: '/ip',
        operationId: 'ip',
        summary: 's',
        tags: [],
        access: 'any',
        responses: { 200: { description: 'ok' } },
        errors: [],
        handler: ({ ip }) => ({ status: 200, body: { ip } }),
      },
    ],
    authenticate: () => Promise.resolve({ principal: undefined }),
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
    readiness: () => Promise.resolve({ ready: true, checks: {} }),
    trustedProxies,
  })
  const server: RunningServer = await listen(app, { host: LOOPBACK, port: 0 })
  servers.push({ close: () => server.close(0) })
  return server.port
}

/** `join`: what it sees goes to the end of the list; `line`: into a header of its own after those there are. */
type Style = 'join' | 'line'

/** A proxy that passes on every header as it came, and adds the address of its peer. */
async function startProxy(upstream: number, style: Style, sees: () => string): Promise<number> {
  const server: Server = createServer((incoming, response) => {
    const lines = pairsOf(incoming.rawHeaders)
    const isList = ([name]: readonly [string, string]) => name.toLowerCase() === 'x-forwarded-for'
    const before = style === 'join' ? lines.filter(isList).map(([, value]) => value) : []
    const kept = style === 'join' ? lines.filter((line) => !isList(line)) : lines
    const headers = [...kept, ['X-Forwarded-For', [...before, sees()].join(', ')]]
    const outgoing = httpRequest({ host: LOOPBACK, port: upstream, path: incoming.url, headers: headers.flat() })
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve))
  servers.push({
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  })
  return (server.address() as AddressInfo).port
}

const pairsOf = (raw: readonly string[]): readonly (readonly [string, string])[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))

/** The address the service tells, or the status when it does not get so far. */
function ask(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: LOOPBACK, port })
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(/"ip":"([^"]*)"/.exec(answer)?.[1] ?? answer.slice(9, 12)))
    socket.write(
      Buffer.from(
        ['GET /ip HTTP/1.1', 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n'),
        'latin1',
      ),
    )
  })
}

const forwarded = (value: string) => [`X-Forwarded-For: ${value}`]

/** The headers in which a client may claim an address. */
const SPOOFS: readonly (readonly [string, readonly string[]])[] = [
  ['nothing', []],
  ['an address', forwarded('198.51.100.1')],
  ['two addresses', forwarded('198.51.100.1, 198.51.100.2')],
  [
    'many addresses',
    forwarded(Array.from({ length: 900 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(', ')),
  ],
  ['the address of a trusted proxy', forwarded('127.0.0.1')],
  ['only trusted proxies', forwarded('127.0.0.1, 127.0.0.2, 127.0.0.3')],
  ['another address behind trusted proxies', forwarded('198.51.100.1, 127.0.0.1, 127.0.0.2')],
  ['a private address', forwarded('10.0.0.1')],
  ['an empty list', forwarded('')],
  ['commas', forwarded(',,, ,')],
  ['an open end', forwarded('198.51.100.1,')],
  ['an open beginning', forwarded(',198.51.100.1')],
  ['tabs', forwarded('198.51.100.1\t,\t198.51.100.2')],
  ['semicolons', forwarded('198.51.100.1; 198.51.100.2')],
  ['IPv6', forwarded('2001:db8::1')],
  ['IPv6 with a zone', forwarded('fe80::1%eth0')],
  ['IPv6 in brackets, with a port', forwarded('[2001:db8::1]:4711')],
  ['half a bracket', forwarded('[2001:db8::1')],
  ['the loopback of IPv6', forwarded('::1')],
  ['a mapped address', forwarded('::ffff:198.51.100.1')],
  ['a mapped trusted proxy, in hex', forwarded('198.51.100.1, ::ffff:7f00:1')],
  ['a port', forwarded('198.51.100.1:80')],
  ['octal', forwarded('0306.063.0144.01')],
  ['a whole number', forwarded('3325256705')],
  ['a range', forwarded('0.0.0.0/0')],
  ['an unknown client', forwarded('unknown')],
  ['a hidden name', forwarded('_secret')],
  ['a host name', forwarded('localhost')],
  ['quotes', forwarded('"198.51.100.1"')],
  ['bytes', forwarded('\xff\xfe\x80')],
  ['much of nothing', forwarded('x'.repeat(8_000))],
  ['the header twice', [...forwarded('198.51.100.1'), ...forwarded('127.0.0.1')]],
  [
    'the header thrice, in other cases',
    ['x-forwarded-for: 1.1.1.1', 'X-FORWARDED-FOR: 2.2.2.2', 'X-Forwarded-for: ::1'],
  ],
  ['the header with an underscore', ['X_Forwarded_For: 198.51.100.1']],
  ['Forwarded', ['Forwarded: for=198.51.100.1']],
  ['Forwarded, quoted', ['Forwarded: for="[2001:db8::1]:4711";proto=https;by=127.0.0.1, for=127.0.0.1']],
  ['X-Real-IP', ['X-Real-IP: 198.51.100.1']],
  ['True-Client-IP', ['True-Client-IP: 198.51.100.1']],
  ['CF-Connecting-IP', ['CF-Connecting-IP: 198.51.100.1', 'CF-Connecting-IPv6: 2001:db8::1']],
  ['X-Client-IP', ['X-Client-IP: 198.51.100.1', 'Client-IP: 198.51.100.1', 'X-Cluster-Client-IP: 198.51.100.1']],
  ['Fastly-Client-IP', ['Fastly-Client-IP: 198.51.100.1', 'X-Envoy-External-Address: 198.51.100.1']],
  ['X-Original-Forwarded-For', ['X-Original-Forwarded-For: 198.51.100.1', 'X-Forwarded: for=198.51.100.1']],
  ['X-Forwarded-Host and its like', ['X-Forwarded-Host: 198.51.100.1', 'X-Forwarded-By: 1.1.1.1', 'Via: 1.1 1.1.1.1']],
  ['all of them', [...forwarded('1.1.1.1'), 'Forwarded: for=2.2.2.2', 'X-Real-IP: 3.3.3.3', 'True-Client-IP: 4.4.4.4']],
]

describe('what a client says of its address counts for nothing', () => {
  const ports: Record<string, number> = {}
  beforeAll(async () => {
    const trusting = await startService(['127.0.0.0/8'])
    ports['direct'] = await startService([])
    ports['direct, where others are trusted'] = await startService(['10.0.0.0/8', '2001:db8::/32'])
    for (const style of ['join', 'line'] as const) {
      const inner = await startProxy(trusting, style, () => LOOPBACK)
      ports[`through one proxy (${style})`] = await startProxy(trusting, style, () => CLIENT)
      ports[`through two (${style})`] = await startProxy(inner, style, () => CLIENT)
    }
  })

  it.each(SPOOFS)('%s', async (_what, lines) => {
    const seen: [string, string][] = []
    for (const [way, port] of Object.entries(ports)) seen.push([way, await ask(port, lines)])
    expect(seen).toEqual(seen.map(([way]) => [way, way.startsWith('direct') ? LOOPBACK : CLIENT]))
  })
})

describe('what a trusted proxy sees is taken, as it writes it', () => {
  let sees = ''
  let port: number
  beforeAll(async () => {
    port = await startProxy(await startService([LOOPBACK]), 'join', () => sees)
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:cb00:7107]:4711', '203.0.113.7'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['unknown', '0.0.0.0'],
  ])('%s is %s', async (seen, address) => {
    sees = seen
    expect(await ask(port, forwarded('198.51.100.1'))).toBe(address)
  })

  it('a client that is a trusted address itself is believed: so no wide range may be trusted', async () => {
    sees = LOOPBACK
    expect(await ask(port, forwarded('198.51.100.1'))).toBe('198.51.100.1')
  })
})
