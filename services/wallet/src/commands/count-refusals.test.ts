import { createLogger } from '@ats/service-kit/process'
import type { AuditEntry } from '../core/audit.js'
import { createRefusalCounter, type Refusal } from './count-refusals.js'

const KEY = { keyId: 'k-1', keyPrefix: 'svc_ak_00000000', userId: 'u' }
const START_MS = Date.parse('2030-01-01T10:00:00Z')
const from = (ip: string, refusal: Partial<Refusal> = {}): Refusal => ({
  reason: 'unknown_key',
  key: undefined,
  ip,
  ...refusal,
})

/** A table that takes what it is given, by id. */
function startCounter() {
  const rows = new Map<string, AuditEntry>()
  const state = { nowMs: START_MS, writes: 0, prunes: 0, fails: false, hold: Promise.resolve() }
  const counter = createRefusalCounter({
    async save(entries) {
      state.writes += 1
      await state.hold
      if (state.fails) throw new Error('no database')
      for (const entry of entries) rows.set(entry.id, entry)
    },
    prune: () => {
      state.prunes += 1
      return state.fails ? Promise.reject(new Error('no database')) : Promise.resolve()
    },
    now: () => new Date(state.nowMs),
    logger: createLogger({ service: 'wallet', level: 'silent' }),
  })
  counter.start()
  return { counter, state, table: () => [...rows.values()] }
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance'] }))
afterEach(() => jest.useRealTimers())

const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000)

it('counts equal refusals in one entry, and separates reasons, keys and addresses', async () => {
  const { counter, state, table } = startCounter()
  for (let round = 0; round < 3; round++) {
    counter.record(from('10.0.0.1'))
    counter.record(from('10.0.0.2'))
    counter.record(from('10.0.0.1', { reason: 'wrong_secret', key: KEY }))
    counter.record(from('10.0.0.1', { reason: 'wrong_secret', key: { ...KEY, keyId: 'k-2' } }))
    counter.record(from('10.0.0.1', { reason: 'revoked', key: KEY }))
    state.nowMs += 1_000
  }
  await pass(1)
  expect(table()).toHaveLength(5)
  for (const entry of table()) {
    expect(entry).toMatchObject({ count: 3, at: new Date(START_MS), lastAt: new Date(START_MS + 2_000) })
  }
  expect(table()[2]).toMatchObject({ reason: 'wrong_secret', ...KEY, ip: '10.0.0.1' })
})

it('writes once a second however much it counts, and nothing when there is nothing new', async () => {
  const { counter, state, table } = startCounter()
  for (let second = 0; second < 5; second++) {
    for (let count = 0; count < 1_000; count++) counter.record(from('10.0.0.1'))
    await pass(1)
  }
  await pass(10)
  expect(state.writes).toBe(5)
  expect(table()).toMatchObject([{ count: 5_000 }])
})

it('a slow write is waited for before the next', async () => {
  const { counter, state } = startCounter()
  let release = (): void => undefined
  state.hold = new Promise((resolve) => (release = resolve))
  counter.record(from('10.0.0.1'))
  await pass(1)
  counter.record(from('10.0.0.1'))
  await pass(10)
  expect(state.writes).toBe(1)
  release()
  await pass(1)
  expect(state.writes).toBe(2)
})

it('after a thousand addresses in an hour, further ones are counted together; the total stays right', async () => {
  const { counter, state, table } = startCounter()
  for (let index = 0; index < 5_000; index++) counter.record(from(`10.0.${index >> 8}.${index & 255}`))
  counter.record(from('10.0.0.1'))
  counter.record(from('172.16.0.1', { reason: 'wrong_secret', key: KEY }))
  counter.record(from('172.16.0.2', { reason: 'wrong_secret', key: KEY }))
  await pass(1)
  expect(table()).toHaveLength(1_002)
  expect(table().filter(({ ip }) => ip === null)).toMatchObject([
    { reason: 'unknown_key', count: 4_000, keyId: null },
    { reason: 'wrong_secret', count: 2, ...KEY },
  ])
  expect(table().find(({ ip }) => ip === '10.0.0.1')).toMatchObject({ count: 2 })

  state.nowMs += 3_600_000
  counter.record(from('10.9.9.9'))
  await pass(1)
  expect(table().at(-1)).toMatchObject({ ip: '10.9.9.9', count: 1, at: new Date(state.nowMs) })
})

it('what could not be written is written later, with what came since', async () => {
  const { counter, state, table } = startCounter()
  state.fails = true
  counter.record(from('10.0.0.1'))
  counter.record(from('10.0.0.2'))
  await pass(3)
  counter.record(from('10.0.0.1'))
  state.fails = false
  await pass(1)
  expect(table().map(({ ip, count }) => [ip, count])).toEqual([
    ['10.0.0.1', 2],
    ['10.0.0.2', 1],
  ])
})

it('removes old entries once an hour, and again when that failed', async () => {
  const { state } = startCounter()
  await pass(100)
  expect(state.prunes).toBe(1)
  state.nowMs += 3_600_000
  state.fails = true
  await pass(3)
  state.fails = false
  await pass(10)
  expect(state.prunes).toBe(5)
})

it('writes what is left when it stops, and only then', async () => {
  const { counter, state, table } = startCounter()
  counter.record(from('10.0.0.1'))
  await counter.stop()
  expect(table()).toMatchObject([{ count: 1 }])
  counter.record(from('10.0.0.1'))
  await pass(10)
  expect(state.writes).toBe(1)
})

it('when the clock is set back, no entry ends before it began', async () => {
  const { counter, state, table } = startCounter()
  state.nowMs += 60_000
  counter.record(from('10.0.0.1'))
  state.nowMs -= 30_000
  counter.record(from('10.0.0.1'))
  await pass(1)
  expect(table()).toMatchObject([{ count: 2, at: new Date(START_MS + 60_000), lastAt: new Date(START_MS + 60_000) }])
})
