import { once } from 'node:events'
import { createServer } from 'node:net'
import { EndedAtStart, StartError } from '../start-error.js'
import { findFreePort, startOnFreePorts } from './free-port.js'

const servers: { close(): unknown }[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

async function take(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
}

const ended = (): Error => new EndedAtStart('the program ended')

test('free ports are below those that systems give to connections and to servers that ask for any', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort()))
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000)
  expect(Math.max(...ports)).toBeLessThan(32_768)
  expect(new Set(ports).size).toBeGreaterThan(1)
})

test('a program one of whose ports was taken is started on others', async () => {
  const ports: number[] = []
  const started = await startOnFreePorts(2, async ([first = 0, second = 0]) => {
    ports.push(first, second)
    if (ports.length > 4) return second
    await take(second)
    throw ended()
  })
  expect(new Set(ports).size).toBe(6)
  expect(started).toBe(ports[5])
})

test.each([
  ['its port is still free', 1, false, ended],
  ['it is slow, and may have the port itself', 1, true, () => new StartError('it was not ready in time')],
  ['every port is taken', 5, true, ended],
])('a program that cannot start is given up when %s', async (_name, attempts, isTaken, error) => {
  const start = jest.fn(async ([port = 0]: readonly number[]): Promise<never> => {
    if (isTaken) await take(port)
    throw error()
  })
  await expect(startOnFreePorts(1, start)).rejects.toThrow(error().message)
  expect(start).toHaveBeenCalledTimes(attempts)
})
