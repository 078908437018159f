/**
 * Compares it with Node's documented way: the same bytes, and the same connection after them. CI runs this on other
 * versions of Node, too.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { sendInOneWrite } from './one-write.js'

const FIXED = 'X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n'
const FIXED_LINES = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer']

interface Sent {
  readonly status: number
  readonly lines: readonly string[]
  readonly text: string
}

const sent = (text: string, lines: readonly string[] = [], status = 200): Sent => ({
  status,
  text,
  lines: ['Content-Length', String(Buffer.byteLength(text)), ...lines],
})

function byNode(response: ServerResponse, { status, lines, text }: Sent): void {
  response.writeHead(status, [...FIXED_LINES, ...lines])
  response.end(text)
}

/** Everything that comes back on one connection for these requests. */
async function exchange(requests: string, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer({ keepAliveTimeout: 5_000 }, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.setEncoding('utf8')
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  socket.write(`${requests}GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  server.close()
  return {
    text: text.replaceAll(/Date: [^\r]+/g, 'Date: …'),
    dates: text.match(/Date: [^\r]+ GMT\r\n/g)?.length,
  }
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc'

/** Answers all requests but the last with `reply`: by Node, then in one write, and counts how many were. */
async function both(requests: string, reply: Sent) {
  const inOne = { count: 0 }
  const last = sent('last')
  const expected = await exchange(requests, (request, response) =>
    byNode(response, request.url === '/last' ? last : reply),
  )
  const actual = await exchange(requests, (request, response) => {
    const one = request.url === '/last' ? last : reply
    if (sendInOneWrite(response, { ...one, fixed: FIXED })) inOne.count += 1
    else byNode(response, one)
  })
  return { expected, actual, inOne: inOne.count }
}

test.each([
  ['a short text', sent('{"a":1}')],
  ['no text', sent('')],
  ['characters of several bytes', sent('{"a":"€ 𝄞 é"}')],
  ['more than the socket takes in one go', sent('x'.repeat(3_000_000))],
  ['headers of its own', sent('{}', ['Retry-After', '1', 'RateLimit', 'a b; c="d"'], 429)],
  ['304, which has no body', { status: 304, lines: ['ETag', '"a"'], text: '' }],
  ['a status without a name', sent('{}', [], 499)],
])('%s: the same bytes, in one write', async (_what, reply) => {
  const { expected, actual, inOne } = await both(GET, reply)
  expect(actual.text).toBe(expected.text)
  expect(actual.dates).toBe(2)
  expect(inOne).toBe(1)
})

test('one call of write for head and body, and nothing empty after it', async () => {
  const writes: number[] = []
  await exchange(GET, (request, response) => {
    const { socket } = request
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
    let count = 0
    Object.assign(socket, { write: (...args: unknown[]) => ((count += 1), write(...args)) })
    if (!sendInOneWrite(response, { ...sent('{"a":1}'), fixed: FIXED })) byNode(response, sent('last'))
    writes.push(count)
  })
  expect(writes[0]).toBe(1)
})

test.each([
  ['a request with a body', POST],
  ['HTTP/1.0 that is kept alive', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
  ['HEAD', 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['Expect', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc'],
  ['requests that do not wait for responses', GET + POST + GET],
])('%s: the same bytes', async (_what, requests) => {
  const { expected, actual } = await both(requests, sent('{"a":1}'))
  expect(actual.text).toBe(expected.text)
})

test.each([
  ['a header of the connection', sent('', ['Connection', 'close'])],
  ['a value beyond ASCII', sent('', ['X-Name', 'é'])],
  ['204', { status: 204, lines: [], text: '' }],
])('%s is left to Node', async (_what, reply) => {
  const { expected, actual, inOne } = await both(GET, reply)
  expect(inOne).toBe(0)
  expect(actual.text).toBe(expected.text)
})

test('a value that would end its line is left to Node, which refuses it', async () => {
  let error: unknown
  const { text } = await exchange(GET, (request, response) => {
    if (request.url === '/last') return byNode(response, sent('last'))
    const reply = sent('', ['X-Name', 'a\r\nSet-Cookie: b'])
    try {
      if (!sendInOneWrite(response, { ...reply, fixed: FIXED })) byNode(response, reply)
    } catch (thrown) {
      error = thrown
      byNode(response, sent('refused'))
    }
  })
  expect(error).toMatchObject({ code: 'ERR_INVALID_CHAR' })
  expect(text).not.toContain('Set-Cookie')
})
