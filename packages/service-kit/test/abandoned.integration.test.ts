/** Work in turns over real HTTP: it ends with the client that waits for it. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { createTurns } from '@ats/service-kit/async'
import { createHttpApp, listen, type HandlerRequest } from '@ats/service-kit/http'
import { createLogger, createMetrics } from '@ats/service-kit/process'

/** More than anybody waits for. */
const SLICES = 100_000

async function start(answerWithinMs: number) {
  const seen = { slices: 0, lines: [] as string[], ended: Promise.resolve<unknown>(undefined) }
  const takeTurn = createTurns()
  const work = async ({ isGone }: HandlerRequest<undefined>) => {
    for (; seen.slices < SLICES; seen.slices++) await takeTurn({ owner: 'somebody', isGone })
    return { status: 200, body: {} }
  }
  const app = createHttpApp({
    service: 'test',
    routes: [
      {
        ...{ method: 'GET', path: '/work', operationId: 'work', summary: 's', tags: [], access: 'any', errors: [] },
        responses: { 200: { description: 'ok' } },
        handler: (request: HandlerRequest<undefined>) => {
          const working = work(request)
          seen.ended = working.then(
            () => 'done',
            (error: unknown) => error,
          )
          return working
        },
      } as const,
    ],
    authenticate: () => Promise.resolve({ principal: undefined }),
    logger: createLogger({
      service: 'test',
      level: 'warn',
      destination: { write: (line) => void seen.lines.push(line) },
    }),
    metrics: createMetrics({ service: 'test' }),
    readiness: () => Promise.resolve({ ready: true, checks: {} }),
    answerWithinMs,
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  return { seen, server, port: server.port }
}

it('ends when its caller hangs up, without a word in the log', async () => {
  const { seen, server, port } = await start(60_000)
  const socket = connect({ host: '127.0.0.1', port })
  socket.write('GET /work HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'connect')
  while (seen.slices === 0) await new Promise((resolve) => setImmediate(resolve))
  socket.destroy()
  while ((await Promise.race([seen.ended, Promise.resolve('working')])) === 'working')
    await new Promise((resolve) => setImmediate(resolve))
  expect(await seen.ended).toMatchObject({ name: 'RequestAborted' })
  expect(seen.slices).toBeLessThan(SLICES)
  expect(seen.lines).toEqual([])
  await server.close(0)
})

it('ends when the time to answer is over', async () => {
  const { seen, server, port } = await start(20)
  const response = await fetch(`http://127.0.0.1:${port}/work`)
  expect(response.status).toBe(500)
  expect(await seen.ended).toMatchObject({ name: 'RequestAborted' })
  expect(seen.slices).toBeLessThan(SLICES)
  await server.close(0)
})

describe('a request whose caller has left before it was begun', () => {
  const row = { summary: 's', tags: [], access: 'any', errors: [], responses: { 200: { description: 'ok' } } } as const

  /** Authenticates when the test says so, and records what was begun. */
  async function startWaiting() {
    const begun: string[] = []
    const waiting = new Map<string, () => void>()
    const handler = ({ headers }: HandlerRequest<undefined>) => {
      begun.push(String(headers['x-name']))
      return { status: 200, body: {} }
    }
    const app = createHttpApp({
      service: 'test',
      routes: [
        { ...row, handler, method: 'GET', path: '/read', operationId: 'read' },
        { ...row, handler, method: 'POST', path: '/place', operationId: 'place', needsCaller: true },
        { ...row, handler, method: 'POST', path: '/cancel', operationId: 'cancel' },
      ],
      authenticate: async ({ headers }) => {
        await new Promise<void>((resolve) => waiting.set(String(headers['x-name']), resolve))
        return { principal: undefined }
      },
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics({ service: 'test' }),
      readiness: () => Promise.resolve({ ready: true, checks: {} }),
      answerWithinMs: 60_000,
    })
    const server = await listen(app, { host: '127.0.0.1', port: 0 })
    const send = (name: string, line: string) => {
      const socket = connect({ host: '127.0.0.1', port: server.port })
      socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nX-Name: ${name}\r\nContent-Length: 0\r\n\r\n`)
      return socket
    }
    return { begun, waiting, server, send }
  }

  it('is not begun where it reads or needs its caller, and is done where it is anything else', async () => {
    const { begun, waiting, server, send } = await startWaiting()
    const left = [send('read', 'GET /read'), send('place', 'POST /place'), send('cancel', 'POST /cancel')]
    while (waiting.size < 3) await new Promise((resolve) => setImmediate(resolve))
    for (const socket of left) socket.resetAndDestroy()
    // The server hears of the resets no later than of what is sent after them.
    const stayed = send('stayed', 'POST /place')
    while (waiting.size < 4) await new Promise((resolve) => setImmediate(resolve))
    for (const proceed of waiting.values()) proceed()
    await once(stayed, 'data')
    expect(begun).toEqual(['cancel', 'stayed'])
    stayed.destroy()
    await server.close(0)
  })
})
