import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import Joi from 'joi'
import { createLogger } from '../../process/logger.js'
import { createMetrics, type Metrics } from '../../process/metrics.js'
import { createHttpApp } from '../app.js'
import { listen, type RunningServer } from '../listen.js'
import { streamBuilder, type Route } from '../route.js'
import type { EventStream } from './event-stream.js'
import { createEventStreams, type EventStreams } from './event-streams.js'
import { frameText } from './frames.js'

const UNREAD_MAX = 200_000

let metrics: Metrics
let streams: EventStreams
let server: RunningServer
let begun: EventStream[]
let given: number

const stream = streamBuilder<{ readonly any: string }>(() => undefined)
const row = (): Route<string> =>
  stream('any', {
    path: '/v1/stream',
    operationId: 'stream',
    summary: 's',
    tags: [],
    errors: [],
    query: Joi.object<{ slow?: boolean }>({ slow: Joi.boolean() }),
    frames: { tick: { description: 'A tick.', data: Joi.object() } },
    open: async ({ query, isGone }) => {
      if (query.slow === true) while (!isGone()) await new Promise(setImmediate)
      given += 1
      return streams.reply(
        'test',
        (open) => {
          begun.push(open)
          open.onClose(() => (given -= 1))
        },
        () => (given -= 1),
      )
    },
  })

beforeEach(async () => {
  ;[begun, given] = [[], 0]
  metrics = createMetrics({ service: 'test' })
  streams = createEventStreams({ metrics, kinds: ['test'], max: 3, unreadBytesMax: UNREAD_MAX, random: () => 0.5 })
  const app = createHttpApp({
    ...{ service: 'test', metrics, streams, routes: [row()], answerWithinMs: 200 },
    logger: createLogger({ service: 'test', level: 'silent' }),
    authenticate: () => Promise.resolve({ principal: 'p', headers: { 'X-Kept': 'yes' } }),
    readiness: () => Promise.resolve({ ready: true, checks: {} }),
  })
  server = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterEach(() => server.close(100))

interface Reader {
  readonly incoming: IncomingMessage
  text(): string
  readonly ended: Promise<unknown>
  close(): void
}

function open(query = '', method = 'GET'): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: server.port, path: `/v1/stream${query}`, method, agent: false }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (piece: string) => (text += piece))
      incoming.on('error', () => undefined)
      const ended = new Promise((end) => incoming.on('close', end))
      resolve({ incoming, text: () => text, ended, close: () => outgoing.destroy() })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise(setImmediate)
}
const tick = (n: number) => Buffer.from(frameText({ event: 'tick', data: String(n) }))
const metricsText = () => metrics.registry.metrics()

test('a stream has the headers of every response, and what is written comes as it is', async () => {
  const reader = await open()
  expect(reader.incoming.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-kept': 'yes',
    'x-content-type-options': 'nosniff',
  })
  begun[0]!.write(tick(1))
  begun[0]!.write(tick(2), 1)
  await until(() => reader.text().includes('data: 2'))
  expect(reader.text()).toBe('retry: 2000\n\nevent: tick\ndata: 1\n\nevent: tick\ndata: 2\n\n')
  expect(await metricsText()).toContain('stream_frames_total{kind="test",service="test"} 2')
  reader.close()
  await until(() => begun[0]!.isClosed)
  expect(given).toBe(0)
  expect(await metricsText()).toContain('streams_open{kind="test",service="test"} 0')
})

test('resources of a stream that is not read are released: the caller has left, the deadline is over, it was HEAD', async () => {
  const late = await open('?slow=true')
  expect(late.incoming.statusCode).toBe(500)
  const head = await open('', 'HEAD')
  expect([head.incoming.statusCode, head.incoming.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /v1/stream?slow=true HTTP/1.1\r\nHost: localhost\r\n\r\n', () => socket.destroy())
  await until(() => given === 0)
  expect(begun).toEqual([])
  const readers = await Promise.all([open(), open(), open()])
  expect(readers.map(({ incoming }) => incoming.statusCode)).toEqual([200, 200, 200])
})

test('over the limit of a process it is 500, until a stream ends', async () => {
  const readers = await Promise.all([open(), open(), open()])
  const { incoming } = await open()
  expect([incoming.statusCode, incoming.headers['retry-after']]).toEqual([500, '1'])
  readers[0].close()
  await until(() => begun.some(({ isClosed }) => isClosed))
  expect((await open()).incoming.statusCode).toBe(200)
})

test('a reader that does not read waits for no one, is not ready, and is cut when too much is unread', async () => {
  const reader = await open()
  reader.incoming.pause()
  const [slow] = begun
  const big = Buffer.from(frameText({ event: 'tick', data: `"${'x'.repeat(60_000)}"` }))
  let written = 0
  while (slow!.isReady) {
    slow!.write(big)
    written += 1
    await new Promise(setImmediate)
  }
  const ready = slow!.whenReady()
  slow!.write(tick(1))
  expect(slow!.isReady).toBe(false)
  reader.incoming.resume()
  await ready
  await until(() => reader.text().endsWith('data: 1\n\n'))
  expect(reader.text().split('event: tick')).toHaveLength(written + 2)

  reader.incoming.pause()
  while (!slow!.isClosed) {
    slow!.write(big)
    await new Promise(setImmediate)
  }
  reader.incoming.resume()
  await reader.ended
  expect(reader.text()).toMatch(/event: error\ndata: \{"error":"rate_limited",[^\n]*\}\n\n$/)
  expect(await metricsText()).toContain('streams_cut_total{reason="slow",service="test"} 1')
})

test('at shutdown all readers get a time to reconnect, new ones too; a reader that does not read delays none of them', async () => {
  const [reader, frozen] = [await open(), await open()]
  frozen.incoming.pause()
  const big = Buffer.from(frameText({ event: 'tick', data: `"${'x'.repeat(60_000)}"` }))
  while (begun[1]!.isReady) {
    begun[1]!.write(big)
    await new Promise(setImmediate)
  }
  await streams.end()
  await reader.ended
  expect(reader.text()).toBe('retry: 2000\n\nretry: 1250\n\n')
  const late = await open()
  await late.ended
  expect(late.text()).toBe('retry: 2000\n\nretry: 1250\n\n')
  expect(given).toBe(0)
})
