import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import {
  createAdmit,
  createHttpApp,
  createInFlight,
  listen,
  type Admit,
  type ListenOptions,
  type OpenApiDocument,
  type Route,
  type RunningServer,
} from '@ats/service-kit/http'
import { createLogger, createMetrics } from '@ats/service-kit/process'

const running: RunningServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  jest.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(running.splice(0).map((server) => server.close(0)))
})

const LONG = 'x'.repeat(1_600_000)

const route = (name: string, body: string): Route<undefined> => ({
  method: 'GET',
  path: `/${name}`,
  operationId: name,
  summary: 's',
  tags: [],
  access: 'any',
  responses: { 200: { description: 'ok' } },
  errors: [],
  handler: () => ({ status: 200, body }),
})

async function start(
  listening: Partial<ListenOptions> = {},
  openapi?: OpenApiDocument,
  admit?: Admit,
): Promise<number> {
  const app = createHttpApp({
    service: 'test',
    routes: [route('long', LONG), route('short', 'x')],
    authenticate: () => Promise.resolve({ principal: undefined }),
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
    readiness: () => Promise.resolve({ ready: true, checks: {} }),
    ...(openapi !== undefined && { openapi: () => openapi }),
    ...(admit !== undefined && { admit }),
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0, ...listening })
  running.push(server)
  return server.port
}

function connect(port: number, localAddress = '127.0.0.1') {
  const socket = createConnection({ host: '127.0.0.1', port, localAddress })
  sockets.push(socket)
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString()))
  socket.on('error', () => undefined) // cut off
  return { socket, said: () => said, closed: new Promise((resolve) => socket.once('close', resolve)) }
}

async function ask(port: number, head: string): Promise<string> {
  const { socket, said, closed } = connect(port)
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  await closed
  return said()
}

describe('a Host header', () => {
  test.each([
    ['none', 'GET /healthz HTTP/1.1', 400, 'invalid_payload'],
    ['one', 'GET /healthz HTTP/1.1\r\nHost: localhost', 200, ''],
    ['two', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: b', 400, 'invalid_payload'],
    ['the same twice', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost', 400, 'invalid_payload'],
    ['none in HTTP/1.0, which knows none', 'GET /healthz HTTP/1.0', 200, ''],
    ['two in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: localhost\r\nHost: b', 400, 'invalid_payload'],
    ['a listed name', 'GET /healthz HTTP/1.1\r\nHost: engine:4000', 200, ''],
    ['another', 'GET /healthz HTTP/1.1\r\nHost: evil.example', 421, 'misdirected'],
    ['an empty one', 'GET /healthz HTTP/1.1\r\nHost:', 421, 'misdirected'],
    ['one over two lines', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n evil.example', 400, 'invalid_payload'],
    ['one that a blank sets apart', 'GET /healthz HTTP/1.1\r\nHost : localhost', 400, 'invalid_payload'],
    ['a tab in it', 'GET /healthz HTTP/1.1\r\nHost: localhost\tevil.example', 421, 'misdirected'],
    ['another in the target', 'GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost', 421, 'misdirected'],
    ['ours in the target', 'GET http://127.0.0.1/healthz HTTP/1.1\r\nHost: localhost', 200, ''],
    ['another, of CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443', 421, 'misdirected'],
    ['another, to a path that is not there', 'GET /nowhere HTTP/1.1\r\nHost: evil.example', 421, 'misdirected'],
    [
      'another, with a body over every limit',
      'PUT /long HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999',
      421,
      'misdirected',
    ],
    [
      'another, with a body that never comes',
      'POST /long HTTP/1.1\r\nHost: a\r\nContent-Length: 9',
      421,
      'misdirected',
    ],
    ['another, with an expectation', 'GET /long HTTP/1.1\r\nHost: a\r\nExpect: tea', 421, 'misdirected'],
    [
      'another, whose body is not asked for',
      'POST /long HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9',
      421,
      'misdirected',
    ],
    ['another, with an upgrade', 'GET /long HTTP/1.1\r\nHost: a\r\nUpgrade: websocket', 421, 'misdirected'],
  ])('%s', async (_how, head, status, error) => {
    const answer = await ask(await start({ allowedHosts: ['engine'] }), head)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    if (status !== 200) expect(answer).toContain(`"error":"${error}"`)
  })

  test('is looked at in every request of a connection', async () => {
    const request = (host: string) => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const answer = await ask(
      await start(),
      `${request('localhost')}${request('evil.example')}GET /healthz HTTP/1.1\r\nHost: localhost`,
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 421', 'HTTP/1.1 200'])
  })
})

const greet = async ({ socket }: ReturnType<typeof connect>) => {
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'data')
}

describe('connections of one address', () => {
  it('are limited by address, do not count for others, and free their place when closed', async () => {
    const port = await start({ connectionsPerAddress: 3, keepOutMs: 50 })
    const mine = [connect(port), connect(port), connect(port)]
    for (const each of mine) await greet(each)
    const oneMore = connect(port)
    await oneMore.closed
    expect(oneMore.said()).toBe('')
    await greet(connect(port, '127.0.0.2'))
    mine[0]!.socket.destroy()
    await mine[0]!.closed
    await greet(mine[1]!) // by then it has been seen
    await greet(connect(port))
  })

  it('are kept out for a while, unheard: who is closed immediately comes again immediately', async () => {
    const port = await start({ connectionsPerAddress: 1, keepOutMs: 60_000 })
    const mine = connect(port)
    await greet(mine)
    const oneMore = connect(port)
    oneMore.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await greet(connect(port, '127.0.0.2')) // taken after it
    await greet(mine)
    expect([oneMore.said(), oneMore.socket.closed]).toEqual(['', false])
    await running.splice(0)[0]!.close(0)
    await oneMore.closed
  })

  it('are not counted of a trusted proxy', async () => {
    const port = await start({ connectionsPerAddress: 1, trustedProxies: ['127.0.0.0/8'] })
    for (let count = 0; count < 3; count += 1) await greet(connect(port))
  })
})

describe('who does not read', () => {
  /** Enough that it does not all fit into the buffers of the system. */
  const REQUESTS = 'GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(8)
  const BYTES_PER_MS = 20_000

  test.each([
    ['for too long', { readWithinMs: 300, unreadBytesMax: 1e9 }],
    ['too much', { readWithinMs: 400_000, unreadBytesMax: 150_000 }],
  ])('%s is cut off', async (_how, limits) => {
    const port = await start(limits)
    const { socket, closed } = connect(port)
    socket.pause()
    socket.write(`${REQUESTS}GET /healthz HTTP/1.1\r\n`)
    // It learns of it when it writes.
    const sending = setInterval(() => socket.write('X-More: headers\r\n'), 20)
    await closed
    clearInterval(sending)
  })

  it('and who reads all, however much, is not', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
    const port = await start({ readWithinMs: 300, unreadBytesMax: 1e9 })
    const { socket, said, closed } = connect(port)
    socket.write(REQUESTS)
    const startedAt = performance.now()
    while (said().length < 8 * LONG.length) {
      const before = said().length
      await Promise.race([once(socket, 'data'), closed])
      expect(socket.destroyed).toBe(false)
      // The clock moves on with what was read, of which the buffers of the system hold several MB.
      socket.pause()
      await jest.advanceTimersByTimeAsync((said().length - before) / BYTES_PER_MS)
      socket.resume()
    }
    expect(performance.now() - startedAt).toBeGreaterThan(2 * 300)
  })
})

/** The statuses of one request on each of many connections of one address, all sent together. */
async function statusesOfCrowd(port: number, path: string): Promise<Set<string | undefined>> {
  const clients = Array.from({ length: 100 }, () => connect(port))
  // A connection is accepted in a turn of its own, before its bytes are read.
  await Promise.all(clients.map(greet))
  for (const { socket } of clients) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await Promise.all(clients.map(({ closed }) => closed))
  return new Set(clients.map(({ said }) => [...said().matchAll(/HTTP\/1\.1 (\d{3})/g)][1]?.[1]))
}

it('requests of one caller in one turn of the loop are not all served in it, however quickly each is', async () => {
  const inFlight = createInFlight({ inFlightMax: 1_000, runningMax: 1_000, waitMs: 60_000, lag: { ms: () => 0 } })
  const room = { inFlight: 8, perKey: 8, running: 8 }
  const partyOf = () => ({ group: 'one', key: null, room })
  const admit = createAdmit({ inFlight, partyOf, refusalOf: () => null, onShed: () => undefined })
  expect(await statusesOfCrowd(await start({}, undefined, admit), '/short')).toEqual(new Set(['200', '429']))
  expect(inFlight.count).toBe(0)
})

describe('documents', () => {
  /** More than fits into the buffers of the system, less than may wait to be read. */
  const DOCUMENT: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      ...{ title: 't', version: '1.0.0', description: 'x'.repeat(7_900_000) },
      ...{ contact: { name: 'x' }, license: { name: 'MIT', identifier: 'MIT' } },
    },
    servers: [],
    tags: [],
    paths: {},
    components: { securitySchemes: {}, schemas: {} },
  }
  const HEAD = 'GET /openapi.json HTTP/1.1\r\nHost: localhost'

  it('that one address reads slowly are few at a time, and another has its own beside them', async () => {
    const port = await start({ readWithinMs: 400_000 }, DOCUMENT)
    const slow = Array.from({ length: 8 }, () => connect(port))
    for (const { socket } of slow) {
      socket.write(`${HEAD}\r\n\r\n`)
      await once(socket, 'data')
      socket.pause()
    }
    expect(await ask(port, HEAD)).toContain('HTTP/1.1 429 ')
    const other = connect(port, '127.0.0.2')
    other.socket.write(`${HEAD}\r\n\r\n`)
    await once(other.socket, 'data')
    expect(other.said()).toContain('HTTP/1.1 200 ')
    for (const { socket } of slow) socket.destroy()
    expect(await ask(port, HEAD)).toContain('HTTP/1.1 200 ')
  })

  it('that one address asks for on many connections in one turn of the loop are not all sent in it', async () => {
    expect(await statusesOfCrowd(await start({}, DOCUMENT), '/docs')).toEqual(new Set(['200', '429']))
  })
})
