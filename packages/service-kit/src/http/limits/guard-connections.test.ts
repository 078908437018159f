import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { markStreaming, unmarkStreaming } from '../streams/streaming-sockets.js'
import { guardConnections } from './guard-connections.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** A connection whose peer takes nothing of the thousand bytes that were written to it. */
function unreadSocket() {
  const state = { isDestroyed: false }
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress: '192.0.2.1',
    writableLength: 1_000,
    bytesWritten: 1_000,
    destroy: () => (state.isDestroyed = true),
  })
  return { socket: socket as unknown as Socket, state }
}

test('a stream is given longer to be read than a response, and no longer once it has ended', async () => {
  const server = Object.assign(new EventEmitter(), { listening: true })
  server.on('connection', () => undefined)
  guardConnections(server as unknown as Server, {
    ...{ perAddress: 10, trustedProxies: [], unreadBytesMax: 8_000, keepOutMs: 5_000 },
    ...{ readWithinMs: 10_000, readStreamWithinMs: 60_000 },
  })
  const [response, stream, ended] = [unreadSocket(), unreadSocket(), unreadSocket()]
  for (const { socket } of [stream, ended]) markStreaming(socket)
  for (const { socket } of [response, stream, ended]) server.emit('connection', socket)
  const destroyed = () => [response, stream, ended].map(({ state }) => state.isDestroyed)
  await jest.advanceTimersByTimeAsync(9_000)
  expect(destroyed()).toEqual([false, false, false])
  await jest.advanceTimersByTimeAsync(5_000)
  expect(destroyed()).toEqual([true, false, false])
  unmarkStreaming(ended.socket)
  await jest.advanceTimersByTimeAsync(2_000)
  expect(destroyed()).toEqual([true, false, true])
  await jest.advanceTimersByTimeAsync(50_000)
  expect(destroyed()).toEqual([true, true, true])
  server.emit('close')
})
