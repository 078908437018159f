import { DependencyError, RequestError } from '../process/errors.js'
import type { Logger } from '../process/logger.js'
import { createMetrics } from '../process/metrics.js'
import { createFailureLog } from './failure-log.js'

const REQUEST = { request_id: 'r', route: '/v1/order', method: 'POST' }

function startLog() {
  const lines: Record<string, unknown>[] = []
  const log = (fields: Record<string, unknown>, msg: string) => lines.push({ ...fields, msg })
  const logger = { error: log, warn: log } as unknown as Logger
  const metrics = createMetrics({ service: 'test' })
  return { lines, metrics, log: createFailureLog({ logger, metrics }) }
}

let nowMs = 0
beforeEach(() => {
  nowMs = 5_000
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => jest.restoreAllMocks())

test('a dependency that fails every request is logged ten times a second, and counted each time', async () => {
  const { lines, metrics, log } = startLog()
  for (let failure = 0; failure < 500; failure += 1) log(new DependencyError('writer', 'too much'), REQUEST)
  expect(lines).toHaveLength(10)
  expect(await metrics.registry.metrics()).toContain(
    'dependency_failures_total{dependency="writer",service="test"} 500',
  )

  nowMs += 1_000
  log(new DependencyError('writer', 'too much'), REQUEST)
  expect(lines[10]).toMatchObject({ dependency: 'writer', unlogged: 490, request_id: 'r' })
  log(new DependencyError('writer', 'too much'), REQUEST)
  expect(lines[11]).not.toHaveProperty('unlogged')
})

test('each dependency has lines of its own', () => {
  const { lines, log } = startLog()
  for (let failure = 0; failure < 20; failure += 1) log(new DependencyError('writer', 'too much'), REQUEST)
  log(new DependencyError('wallet', 'away'), REQUEST)
  expect(lines.at(-1)).toMatchObject({ dependency: 'wallet' })
})

test('a fault of ours is always logged, one of the caller never', () => {
  const { lines, log } = startLog()
  for (let failure = 0; failure < 20; failure += 1) log(new TypeError('ours'), REQUEST)
  log(new RequestError('not_found', 'theirs'), REQUEST)
  expect(lines).toHaveLength(20)
})

test('a response that took too long is said once a second and route, as what it is', () => {
  const { lines, log } = startLog()
  const late = () => new DependencyError('deadline', 'no answer within 2300 ms')
  for (let failure = 0; failure < 20; failure += 1) log(late(), { ...REQUEST, route: '/v1/candles', method: 'GET' })
  log(late(), REQUEST)
  nowMs += 1_000
  log(late(), { ...REQUEST, route: '/v1/candles', method: 'GET' })
  const msg = 'a response took too long: no answer within 2300 ms'
  expect(lines).toMatchObject([
    { msg, route: '/v1/candles' },
    { msg, route: '/v1/order' },
    { msg, route: '/v1/candles', unlogged: 19 },
  ])
  for (const line of lines) expect(line).not.toHaveProperty('err')
})
