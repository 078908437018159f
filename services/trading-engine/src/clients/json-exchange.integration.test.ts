import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createJsonExchange, type JsonExchange, type JsonRequest } from './json-exchange.js'

const BYTES_MAX = 1_000
const GET: JsonRequest = { method: 'GET', path: '/things?name=a%20b' }

let server: Server
let exchange: JsonExchange
let respond: RequestListener
let connections = 0

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response))
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  connections = 0
  exchange = createJsonExchange(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`, BYTES_MAX)
})
afterEach(() => {
  exchange.close()
  server.closeAllConnections()
})

const send = (request = GET, signal = new AbortController().signal) =>
  exchange.send(request, { authorization: 'Bearer t' }, signal)

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

test('sends the body as JSON below the base URL, and returns status and JSON', async () => {
  respond = (request, response) =>
    void textOf(request).then((text) => {
      const { authorization, 'content-type': type, 'content-length': length } = request.headers
      response.statusCode = 404
      response.end(JSON.stringify([request.method, request.url, text, authorization, type, length]))
    })
  expect(await send({ method: 'POST', path: '/things', body: { name: 'é' } })).toEqual({
    status: 404,
    data: ['POST', '/base/things', '{"name":"é"}', 'Bearer t', 'application/json', '13'],
  })
  const { data } = await send()
  expect(data).toEqual(['GET', '/base/things?name=a%20b', '', 'Bearer t', null, null])
})

test('one request after the other goes over one connection', async () => {
  respond = (_request, response) => void response.end('1')
  for (let count = 0; count < 5; count += 1) expect((await send()).data).toBe(1)
  expect(connections).toBe(1)
})

describe('a kept connection that ends as a request goes out on it', () => {
  const requested: string[] = []
  /** Ends the connection of each request but the first ones. */
  const endAfter = (answered: number): void => {
    requested.length = 0
    respond = (request, response) => {
      requested.push(request.url ?? '')
      if (requested.length <= answered || connections > answered) response.end('1')
      else request.socket.destroy()
    }
  }

  test('is replaced, and the request sent once more', async () => {
    endAfter(1)
    expect((await send()).data).toBe(1)
    expect((await send()).data).toBe(1)
    expect([requested.length, connections]).toEqual([3, 2])
  })

  test('is not a connection opened for the request: that failure is thrown', async () => {
    respond = (request) => void request.socket.destroy()
    await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(connections).toBe(1)
  })

  test('does not have the request repeated once a response has begun', async () => {
    endAfter(1)
    await send()
    respond = (request, response) => {
      requested.push(request.url ?? '')
      response.writeHead(200, { 'content-length': 10 })
      response.write('1')
      setImmediate(() => request.socket.destroy())
    }
    await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(requested).toHaveLength(2)
  })
})

test('takes as many bytes as it may, and no more', async () => {
  respond = (_request, response) => void response.end(`"${'x'.repeat(BYTES_MAX - 2)}"`)
  expect((await send()).data).toHaveLength(BYTES_MAX - 2)
  respond = (_request, response) => void response.end(`"${'x'.repeat(BYTES_MAX - 1)}"`)
  await expect(send()).rejects.toThrow('more than 1000 bytes')
})

test.each(['', 'gateway', '{"a":'])('what is not JSON, %j, is undefined', async (text) => {
  respond = (_request, response) => void response.end(text)
  expect(await send()).toEqual({ status: 200, data: undefined })
})

test('follows no redirect', async () => {
  respond = (_request, response) => void response.writeHead(302, { location: '/base/elsewhere' }).end()
  expect((await send()).status).toBe(302)
})

test('rejects where the connection is cut, before the response and within it, and goes on with another', async () => {
  respond = (request) => void request.socket.destroy()
  await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' })
  respond = (request, response) => response.write('{"a":', () => void request.socket.destroy())
  await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' })
  respond = (_request, response) => void response.end('1')
  expect((await send()).data).toBe(1)
})

test.each<[string, (begin: () => void) => RequestListener]>([
  ['no response', (begin) => () => begin()],
  ['half a response', (begin) => (_request, response) => response.write('{"a":', begin)],
])('its signal ends a request with %s, and its connection', async (_name, hang) => {
  const controller = new AbortController()
  const begun = new Promise<void>((resolve) => (respond = hang(resolve)))
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  const sent = send(GET, controller.signal)
  sent.catch(() => undefined)
  await begun
  controller.abort(new Error('late'))
  await expect(sent).rejects.toThrow()
  await closed
})

test('a request whose signal is aborted already is not sent', async () => {
  let requests = 0
  respond = (_request, response) => void response.end(String((requests += 1)))
  await expect(send(GET, AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
  expect((await send()).data).toBe(1)
})
