import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { createHttpApp, listen, type ListenOptions, type RunningServer } from '@ats/service-kit/http'
import { createLogger, createMetrics } from '@ats/service-kit/process'
import { runs } from '@ats/test-kit'
import Joi from 'joi'

const running: RunningServer[] = []
afterEach(() => Promise.all(running.splice(0).map((server) => server.close(0))))

async function start(listening: Partial<ListenOptions>): Promise<number> {
  const app = createHttpApp({
    service: 'test',
    routes: [
      {
        method: 'POST',
        path: '/things',
        operationId: 'make',
        summary: 's',
        tags: [],
        access: 'any',
        body: Joi.object(),
        responses: { 200: { description: 'ok' } },
        errors: [],
        handler: () => ({ status: 200, body: {} }),
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

interface Client {
  readonly socket: Socket
  readonly said: () => string
  readonly closed: Promise<unknown>
}

function connect(port: number): Client {
  const socket = createConnection({ host: '127.0.0.1', port })
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString()))
  socket.on('error', () => undefined) // cut off while it wrote
  // `once` of node:events would reject for the error.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { socket, said: () => said, closed }
}

/** Says `head`, then a byte now and then, for as long as it is let. */
function dribble(port: number, head: string, byte: string): Client {
  const client = connect(port)
  client.socket.write(head)
  const timer = setInterval(() => client.socket.write(byte), 40)
  client.socket.on('close', () => clearInterval(timer))
  return client
}

/** Each looks alive: something of it arrives all the time, or may yet. */
const SLOW: Readonly<Record<string, (port: number) => Client>> = {
  'says nothing': (port) => dribble(port, '', ''),
  'is slow with its request line': (port) => dribble(port, 'GET /', 'x'),
  'is slow with a header': (port) => dribble(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'x'),
  'has no end of headers': (port) => dribble(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n', 'a: b\r\n'),
  'is slow with its body': (port) =>
    dribble(port, 'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{', ' '),
  'is slow with its chunks': (port) =>
    dribble(port, 'POST /things HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n'),
  'is slow with its second request': (port) =>
    dribble(
      port,
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n',
      ' ',
    ),
}
const TIMEOUTS = { headersTimeoutMs: 300, requestTimeoutMs: 600 }

it.each(Object.entries(SLOW))('a client that %s gets 408 and is cut off', async (_how, open) => {
  const client = open(await start(TIMEOUTS))
  await client.closed
  expect(client.said()).toMatch(/(^|\})HTTP\/1\.1 408 [^{]*\{"error":"request_timeout"/)
})

it('a client whose request had arrived is answered by a process that had no time to look', async () => {
  const client = connect(await start({ headersTimeoutMs: 200, requestTimeoutMs: 300 }))
  const isSaid = async (text: string) => {
    while (!client.said().includes(text)) await once(client.socket, 'data')
  }
  client.socket.write(
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
  )
  await isSaid('HTTP/1.1 100 ')
  client.socket.write('{}')
  block(600)
  await isSaid('\r\n\r\n{')
  expect(client.said()).toMatch(/HTTP\/1\.1 200 /)
  // Whole requests as well, and what is late nevertheless.
  client.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /things HTTP/1.1\r\nHost: localhost\r\n')
  await client.closed
  expect(client.said()).toContain('HTTP/1.1 408 ')
})

/** Takes all turns of this process, and of the server in it, for so many milliseconds. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

it('many of them do not delay others, and all of them are cut off', async () => {
  // Others, too, have no longer than that, on a machine that has all of them to serve.
  const port = await start({ headersTimeoutMs: 3_000, requestTimeoutMs: 4_000 })
  const kinds = Object.values(SLOW)
  const clients = Array.from({ length: runs(200) }, (_, index) => kinds[index % kinds.length]!(port))
  for (const { closed, said } of clients) {
    const { status } = await fetch(`http://127.0.0.1:${port}/things`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(200)
    await closed
    expect(said()).toContain('HTTP/1.1 408 ')
  }
})

it('a connection over the limit is closed, and new ones are accepted once others have closed', async () => {
  const port = await start({ headersTimeoutMs: 100_000, requestTimeoutMs: 100_000, connectionsMax: 10 })
  const holders = Array.from({ length: 10 }, () => connect(port))
  await Promise.all(holders.map(({ socket }) => once(socket, 'connect')))

  const refused = connect(port)
  await refused.closed
  expect(refused.said()).toBe('')

  for (const { socket } of holders) socket.end()
  await Promise.all(holders.map(({ closed }) => closed))
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})
