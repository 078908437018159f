import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import {
  createHttpApp,
  createLogger,
  createMetrics,
  listen,
  type ListenOptions,
  type RunningServer,
} from '@ats/service-kit'

const running: RunningServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(running.splice(0).map((server) => server.close(0)))
})

const LONG = 'x'.repeat(1_600_000)

async function start(listening: Partial<ListenOptions> = {}): Promise<number> {
  const app = createHttpApp({
    service: 'test',
    routes: [
      {
        method: 'GET',
        path: '/long',
        operationId: 'long',
        summary: 's',
        tags: [],
        access: 'any',
        responses: { 200: { description: 'ok' } },
        errors: [],
        handler: () => ({ status: 200, body: LONG }),
      },
    ],
    authenticate: () => Promise.resolve({ principal: undefined }),
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
    readiness: () => Promise.resolve({ ready: true, checks: {} }),
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
    ['none', 'GET /healthz HTTP/1.1', 400],
    ['one', 'GET /healthz HTTP/1.1\r\nHost: a', 200],
    ['two', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b', 400],
    ['the same twice', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a', 400],
    ['none in HTTP/1.0, which knows none', 'GET /healthz HTTP/1.0', 200],
    ['two in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b', 400],
  ])('%s', async (_how, head, status) => {
    const answer = await ask(await start(), head)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    if (status === 400) expect(answer).toContain('"error":"invalid_payload"')
  })
})

describe('connections of one address', () => {
  const greet = async ({ socket }: ReturnType<typeof connect>) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
  }

  it('are no more than so many, those of others beside them, and fewer again when one has gone', async () => {
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
    oneMore.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
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
  const REQUESTS = 'GET /long HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8)

  test.each([
    ['for too long', { readWithinMs: 300, unreadBytesMax: 1e9 }],
    ['too much', { readWithinMs: 400_000, unreadBytesMax: 150_000 }],
  ])('%s is cut off', async (_how, limits) => {
    const port = await start(limits)
    const { socket, closed } = connect(port)
    socket.pause()
    socket.write(`${REQUESTS}GET /healthz HTTP/1.1\r\n`)
    // It learns of it when it writes.
    const knocking = setInterval(() => socket.write('X-More: headers\r\n'), 20)
    await closed
    clearInterval(knocking)
  })

  it('and who reads all, however much, is not', async () => {
    const port = await start({ readWithinMs: 300, unreadBytesMax: 1e9 })
    const { socket, said } = connect(port)
    socket.write(REQUESTS)
    while (said().length < 8 * LONG.length) await once(socket, 'data')
    expect(socket.destroyed).toBe(false)
  })
})
