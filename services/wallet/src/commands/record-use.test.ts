import { createLogger } from '@ats/service-kit/process'
import { createUseRecorder } from './record-use.js'

const IP = '203.0.113.9'
const NOW_MS = Date.parse('2030-01-01T00:00:00Z')

/** A recorder over a store that answers when the test says so. */
function setUp() {
  let nowMs = NOW_MS
  const saves: { id: string; usedAt: Date; ip: string; finish: (error?: Error) => void }[] = []
  const lines: string[] = []
  const uses = createUseRecorder({
    saveLastUse: (use) =>
      new Promise((resolve, reject) => {
        saves.push({ ...use, finish: (error) => (error === undefined ? resolve() : reject(error)) })
      }),
    now: () => new Date(nowMs),
    logger: createLogger({ service: 'test', level: 'trace', destination: { write: (line) => void lines.push(line) } }),
  })
  return { uses, saves, lines, advance: (ms: number) => (nowMs += ms) }
}

const key = (id: string, lastUsedMs: number | null = null) => ({
  id,
  lastUsedAt: lastUsedMs === null ? null : new Date(lastUsedMs),
})

it('writes nothing for a key that was used within the last minute', () => {
  const { uses, saves } = setUp()
  uses.record(key('a', NOW_MS), IP)
  uses.record(key('a', NOW_MS - 59_999), IP)
  expect(saves).toEqual([])
  uses.record(key('a', NOW_MS - 60_000), IP)
  expect(saves).toMatchObject([{ id: 'a', usedAt: new Date(NOW_MS), ip: IP }])
})

it('writes once while a write is under way, for each key by itself', async () => {
  const { uses, saves } = setUp()
  for (let count = 0; count < 100; count++) {
    uses.record(key('a'), IP)
    uses.record(key('b'), IP)
  }
  expect(saves.map(({ id }) => id)).toEqual(['a', 'b'])
  saves.forEach(({ finish }) => finish())
  await uses.settled()

  uses.record(key('a'), IP)
  expect(saves.map(({ id }) => id)).toEqual(['a', 'b', 'a'])
})

it('says so when a write fails, and tries again at the next use', async () => {
  const { uses, saves, lines } = setUp()
  uses.record(key('a'), IP)
  saves[0]!.finish(new Error('down'))
  await uses.settled()
  expect(lines.join()).toContain('could not note the last use of a key')

  uses.record(key('a'), IP)
  expect(saves).toHaveLength(2)
})

it('is settled only when everything is written', async () => {
  const { uses, saves } = setUp()
  uses.record(key('a'), IP)
  let isSettled = false
  const settled = uses.settled().then(() => (isSettled = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isSettled).toBe(false)
  saves[0]!.finish()
  await settled
})
