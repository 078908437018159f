/** Odds by the core are worked out in processes of their own, and come to what one process alone comes to. */
import { createTapeOddsDesk } from '../../src/compose/lab/tape-odds-desk.js'
import { createResampling } from '../../src/lab/odds/resample/resample-odds.js'
import type { TapeOdds, TapeOddsQuestion } from '../../src/lab/odds/resample/tape-odds.js'
import { sumAttempts } from '../../src/lab/odds/sum-attempts.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { usd } from '../../src/core/values/decimal.js'
import { aRecording, aTask, fillsOf, RECIPE } from '../support/lab/a-record.js'
import { pollUntil } from '../support/poll-until.js'

const task = aTask()
const questionOf = (userId: string, attempts: number, fills = fillsOf()): TapeOddsQuestion => ({
  ...{ userId, attempts, ...task, fee: usd(0n) },
  recordings: [{ tape: RECIPE, from: null, to: null, news: [], fills }],
})

const desk = createTapeOddsDesk({ underWayMax: 2, processes: 2, timeoutMs: 600_000, heapMb: 256, priority: 0 })
afterAll(desk.close)

const ended = (userId: string, id: string): Promise<TapeOdds> =>
  pollUntil(
    () => Promise.resolve(desk.read(userId, id)),
    ({ status }) => status !== 'RUNNING',
  )

test('two processes share the attempts, and their figures are those of one', async () => {
  const begun = desk.ask(questionOf('a', 11))
  expect(begun).toMatchObject({ status: 'RUNNING', attempts: 11, played: 0, odds: null })
  const { status, odds, played } = await ended('a', begun.id)
  const { play } = createResampling([aRecording()], task, loadCatalogue())
  const outcomes = Array.from({ length: 11 }, (_, attempt) => play(attempt))
  expect([status, played]).toEqual(['DONE', 11])
  expect(odds).toMatchObject({ sampledDays: 12, sampledTrades: 18, ...sumAttempts(task.phases, outcomes, 0) })
})

test('a user has one under way, which nobody else knows, and may end it', () => {
  const { id } = desk.ask(questionOf('b', 10_000))
  expect(() => desk.ask(questionOf('b', 10))).toThrow('odds of this user are being worked out')
  const other = desk.ask(questionOf('c', 10_000))
  expect(() => desk.ask(questionOf('d', 10))).toThrow('too many odds')
  expect(() => desk.read('d', id)).toThrow('no such odds')
  expect(desk.end('b', id)).toMatchObject({ status: 'ENDED', odds: null })
  expect(desk.end('c', other.id).status).toBe('ENDED')
})

test('a record of which no day can be played is refused with its reason', async () => {
  const { id } = desk.ask(questionOf('e', 10, fillsOf().slice(0, 1)))
  expect(await ended('e', id)).toMatchObject({
    status: 'FAILED',
    reason: expect.stringContaining('no whole day') as string,
  })
})
