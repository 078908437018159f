import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createConnection, type AddressInfo, type Socket } from 'node:net'
import { markStreaming, unmarkStreaming } from '../streams/streaming-sockets.js'
import { guardConnections } from './guard-connections.js'

const servers: Server[] = []
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

const LIMITS = {
  ...{ perAddress: 1_000, trustedProxies: [], unreadBytesMax: 8_000, keepOutMs: 5_000 },
  ...{ readWithinMs: 10_000, readStreamWithinMs: 60_000 },
}

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
  jest.useFakeTimers()
  const server = Object.assign(new EventEmitter(), { listening: true })
  server.on('connection', () => undefined)
  guardConnections(server as unknown as Server, LIMITS)
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

/** The clock moves on by two milliseconds with each request, however long the machine takes to serve it. */
async function startTimed(): Promise<{ port: number; served: (string | undefined)[] }> {
  const served: (string | undefined)[] = []
  let nowMs = performance.now()
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const server = createServer(({ socket }, response) => {
    served.push(socket.remoteAddress)
    nowMs += 2
    response.end()
  })
  guardConnections(server, LIMITS)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, served }
}

test('one connection of an address is served before many of another that came first', async () => {
  const { port, served } = await startTimed()
  // With one address, there are no others to wait for.
  await once(createConnection({ host: '127.0.0.1', port, localAddress: '127.0.0.4' }), 'connect')
  const ask = async (localAddress: string): Promise<void> => {
    const socket = createConnection({ host: '127.0.0.1', port, localAddress })
    socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').resume()
    await once(socket, 'close')
  }
  const many = Array.from({ length: 400 }, () => ask('127.0.0.2'))
  await ask('127.0.0.3')
  expect(served.indexOf('127.0.0.3')).toBeLessThan(400)
  await Promise.all(many)
  expect(served).toHaveLength(401)
})
