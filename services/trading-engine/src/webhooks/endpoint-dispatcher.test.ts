import { periodic } from '@ats/service-kit/async'
import { randomUUID } from 'node:crypto'
import { createLogger } from '@ats/service-kit/process'
import type { DueDelivery } from '../core/model/webhook-delivery.js'
import { createEndpointDispatcher } from './endpoint-dispatcher.js'

const EACH = 200
const keys = Array.from({ length: 24 }, (_, index) => `key ${index}`)
const dueDelivery = (): DueDelivery => {
  const id = randomUUID()
  return { id, eventId: id, body: '{}', attempts: 0, round: 1, roundAttempts: 0, roundStartedAt: null }
}

test('with many keys, each with much to deliver, few attempts are begun in a turn, few recorded together', async () => {
  const due = new Map(keys.map((keyId) => [keyId, Array.from({ length: EACH }, dueDelivery)]))
  const begun: string[] = []
  const recorded: string[] = []
  const [inTurns, inStatements]: [number[], number[]] = [[0], []]
  let isOver = false
  const countTurns = (): void => {
    inTurns.push(0)
    if (!isOver) setImmediate(countTurns)
  }
  countTurns()
  const allRecorded = new Promise<void>((resolve) => {
    const dispatcher = createEndpointDispatcher({
      whenDue: periodic,
      store: {
        listDueKeys: () => Promise.resolve(keys),
        listDueDeliveries: (questions) =>
          Promise.resolve(questions.map(({ keyId, limit }) => due.get(keyId)?.splice(0, limit) ?? [])),
        recordAttempts: async (attempts) => {
          // Others wait for the next statement.
          for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
          const ids = attempts.flatMap(({ results }) => results.map(({ delivery }) => delivery.id))
          inStatements.push(ids.length)
          recorded.push(...ids)
          if (recorded.length === keys.length * EACH) resolve(dispatcher.stop())
        },
        disableKey: () => Promise.reject(new Error('no key is disabled')),
        refuseUrl: () => Promise.reject(new Error('no URL refuses')),
        takeAttempts: () => Promise.resolve('proven'),
        proveUrl: () => Promise.resolve(),
        releasePostponed: () => Promise.resolve(),
      },
      endpointOf: (keyId) =>
        Promise.resolve({ userId: 'u', keyId, url: 'https://h/', secrets: [], createdAt: '2026-01-01T00:00:00.000Z' }),
      post: Object.assign(
        (_url: string, { 'webhook-id': id = '' }: Readonly<Record<string, string>>) => {
          begun.push(id)
          inTurns[inTurns.length - 1]! += 1
          const result = { durationMs: 1, status: 200, answer: null, error: null, retryAfterMs: null }
          return new Promise<typeof result>((answer) => setImmediate(answer, result))
        },
        { close: () => undefined },
      ),
      schedule: { divisor: 1, random: Math.random },
      loadShedder: { take: (wanted) => Promise.resolve(wanted), putBack: () => undefined },
      shards: () => new Set([0]),
      now: () => Date.now() * 1_000,
      onAttempted: () => undefined,
      logger: createLogger({ service: 'test', level: 'silent' }),
    })
    dispatcher.wake(keys)
  })
  await allRecorded
  isOver = true
  expect(begun).toHaveLength(keys.length * EACH)
  expect(new Set(recorded)).toEqual(new Set(begun))
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(16)
  expect(Math.max(...inStatements)).toBeLessThanOrEqual(256)
})
