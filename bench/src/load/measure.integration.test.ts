import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Load, LoadModel, LoadResult } from './messages.js'
import { measure, type Pool } from './measure.js'
import type { PreparedRequest } from './requests.js'

let server: Server
let answered = 0
let delayMs = 0
/** So many of the next requests are answered with 500. */
let failures = 0

beforeEach(async () => {
  answered = 0
  failures = 0
  server = createServer((request, response) => {
    if (request.url === '/') answered += 1
    if (request.url === '/' && failures-- > 0) response.statusCode = 500
    setTimeout(() => response.end('{}'), delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const loadOf = (pace: LoadModel, durationMs: number | null): Load => ({
  port: (server.address() as AddressInfo).port,
  workload: { kind: 'get', path: '/' },
  pace,
  users: 1,
  warmupMs: 0,
  durationMs,
  run: 'test',
})

const times = (count: number, check: PreparedRequest['check'] = () => undefined) => {
  let left = count
  return () => (left-- > 0 ? { bytes: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', check } : undefined)
}

test('a closed loop sends each request of its source once, and counts each answer', async () => {
  delayMs = 0
  const result = await measure(loadOf({ loop: 'closed', connections: 3 }, null), times(50))
  expect([answered, result.completed, result.errors]).toEqual([50, 50, 0])
})

test('answers that are not right are counted, with a few of them told', async () => {
  const result = await measure(
    loadOf({ loop: 'closed', connections: 2 }, null),
    times(10, (status) => `not ${status}`),
  )
  expect(result).toMatchObject({ errors: 10, problems: ['not 200', 'not 200', 'not 200'] })
})

test('a request that could not be answered is sent again as often as is wanted, and counts once', async () => {
  delayMs = 0
  const isRight: PreparedRequest['check'] = (status) => (status === 200 ? undefined : `not ${status}`)
  const run = (retries: number) =>
    measure({ ...loadOf({ loop: 'closed', connections: 1 }, null), retries }, times(10, isRight))
  failures = 2
  expect(await run(2)).toMatchObject({ answered: 10, errors: 0 })
  expect(answered).toBe(12)
  failures = 3
  expect(await run(2)).toMatchObject({ answered: 10, errors: 1, problems: ['not 500'] })
})

test('an open loop sends what is due whatever the answers do, and its latencies begin at the due time', async () => {
  delayMs = 100
  const result = await measure(loadOf({ loop: 'open', perSecond: 100, connections: 1 }, 500), times(1_000))
  // One connection answers 10/s of the 100/s that are due: the last of 50 has waited for 49 others.
  expect(answered).toBe(50)
  expect(result.latency.maxMs).toBeGreaterThan(4_000)
  expect(result.completed).toBeLessThan(6)
})

test('connections that are kept serve the next load that keeps them, and as many more as it wants', async () => {
  let opened = 0
  server.on('connection', () => (opened += 1))
  delayMs = 0
  const pool: Pool = new Map()
  const run = (connections: number): Promise<LoadResult> =>
    measure({ ...loadOf({ loop: 'closed', connections }, null), keepsConnections: true }, times(20), pool)
  const results = [await run(2), await run(3), await run(2)]
  expect(results.map(({ answered, errors }) => [answered, errors])).toEqual([
    [20, 0],
    [20, 0],
    [20, 0],
  ])
  expect(opened).toBe(3)
})

test('a cell without a single answer is an error, not a rate of 0', async () => {
  const result = await measure(loadOf({ loop: 'closed', connections: 1 }, null), times(0))
  expect(result).toMatchObject({ errors: 1, problems: ['nothing was answered in the measured time'] })
})
