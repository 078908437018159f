import { CAN_READ_CPU, parseChildrenMs, parseSchedstat, readCpu } from './cpu-time.js'

test('schedstat is nanoseconds on a CPU first; nothing of a thread that has ended', () => {
  expect(parseSchedstat('98927000 2395225 2\n')).toBeCloseTo(98.927)
  expect(parseSchedstat('')).toBe(0)
})

test('the time of ended children stands behind a name that may hold anything', () => {
  const stat = '4711 (post) (gres) S 1 4711 4711 0 -1 4194560 1 2 0 0 30 40 5 6 20 0 1 0 99 0 0'
  expect(parseChildrenMs(stat)).toBe(110)
  expect(parseChildrenMs('')).toBe(0)
})

test('this process has taken CPU, where the system tells, and processes that are not there none', () => {
  const cpu = readCpu({ engine: process.pid, postgres: process.pid })
  expect([cpu.engine > 0, cpu.postgres > 0, cpu.redis]).toEqual([CAN_READ_CPU, CAN_READ_CPU, 0])
})
