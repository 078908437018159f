/** A mail server that is down for ten minutes, slow, or refuses, by the clock of the test, over an outbox in memory. */
import { periodic } from '@ats/service-kit/async'
import type { NotificationRule } from '@ats/contracts'
import { createLogger } from '@ats/service-kit/process'
import type { BegunMessage, DueMessage, EndpointAttempts } from '../core/model/webhook-delivery.js'
import type { Message } from './message.js'
import { createNotifier, type NotifierOptions } from './notifier.js'
import type { Sent } from './send-message.js'

const MINUTE_MS = 60_000
const BEGIN = Date.parse('2030-01-07T12:00:00Z')

const ruleOf = (ruleId: string): NotificationRule => ({
  ...{ ruleId, userId: 'ann', channel: 'EMAIL', target: `${ruleId}@example.com`, events: ['ORDER'], accounts: [] },
  ...{ quietHours: null, minSeverity: 'INFO', unsubscribeToken: '' },
  ...{ provenAt: '2030-01-01T00:00:00.000Z', pausedAt: null, resumedAt: null },
})
const bodyOf = (id: string): string =>
  JSON.stringify({ id, type: 'order.ack', account_id: 'a', data: { order: { side: 'BUY', symbol: 'BTC-USD' } } })

interface Row extends DueMessage {
  messageId: string | null
  readonly ruleId: string
  dueAt: number
  status: string
  roundAttempts: number
  roundStartedAt: number | null
}

/** The part of the outbox that a notifier uses, of messages whose targets may be sent any number of them. */
function outboxOf(rules: number, each: number) {
  const rows = Array.from({ length: rules * each }, (_, n): Row => {
    const [ruleId, id] = [`rule ${n % rules}`, `event ${n}`]
    return {
      ...{ ruleId, id, eventId: id, eventType: 'order.ack', body: bodyOf(id), messageId: null, severity: 'INFO' },
      ...{
        accountName: null,
        happenedAt: BEGIN * 1_000,
        attempts: 0,
        round: 1,
        roundAttempts: 0,
        roundStartedAt: null,
      },
      ...{ dueAt: BEGIN * 1_000, status: 'PENDING' },
    }
  })
  const due = (now: number) => rows.filter(({ status, dueAt }) => status === 'PENDING' && dueAt <= now)
  const rowOf = (wanted: string): Row => rows.find(({ id }) => id === wanted)!
  const store: NotifierOptions['store'] = {
    listDueRules: (_shards, now, limit, { rules: resting, channels }) =>
      Promise.resolve(
        [...new Set(due(now).map(({ ruleId }) => ruleId))]
          .filter((id) => !resting.includes(id) && !channels.includes('EMAIL'))
          .slice(0, limit)
          .map((ruleId) => ({ ruleId, channel: 'EMAIL' })),
      ),
    listDueMessages: (ruleId, _shards, now, limit) =>
      Promise.resolve(
        due(now)
          .filter((row) => row.ruleId === ruleId)
          .toSorted((a, b) => a.dueAt - b.dueAt)
          .slice(0, limit)
          .map((row) => ({ ...row })),
      ),
    postponeMessages: (ids, until) => Promise.resolve(ids.forEach((id) => void (rowOf(id).dueAt = until))),
    disableMessages: () => Promise.resolve(),
    disableKey: () => Promise.resolve(),
    refuseUrl: () => Promise.resolve(),
    beginMessages: (messages) => Promise.resolve(new Set(messages.flatMap(begin))),
    takeMessages: (_target, wanted, now) => Promise.resolve({ count: wanted, isDigest: false, freeAt: now + 1 }),
    recordAttempts: (attempts) => Promise.resolve(attempts.forEach(record)),
  }
  function begin({ messageId, ids }: BegunMessage): readonly string[] {
    const begun = ids.map(rowOf).filter((row) => row.messageId === null)
    for (const row of begun) row.messageId = messageId
    return begun.map(({ id }) => id)
  }
  function record({ results }: EndpointAttempts): void {
    for (const { delivery, attempt, status, nextAttemptAt } of results) {
      const row = rowOf(delivery.id)
      Object.assign(row, { status, dueAt: nextAttemptAt ?? Infinity, roundAttempts: row.roundAttempts + 1 })
      row.roundStartedAt ??= attempt.startedAt
    }
  }
  return { rows, store }
}

const TAKEN: Sent = {
  ...{ status: 250, answer: 'ok', error: null, retryAfterMs: null, isChannelDown: false },
  durationMs: 1,
}
const DOWN: Sent = { ...TAKEN, status: null, answer: null, error: 'ECONNREFUSED', isChannelDown: true }
const BUSY: Sent = { ...TAKEN, status: 450, answer: 'later' }

/** Starts a notifier whose mails are answered so. */
function notifying(store: NotifierOptions['store'], answer: () => Promise<Sent>) {
  const sent: { readonly to: string; readonly id: string; readonly result: Sent }[] = []
  const now = (): number => Date.now() * 1_000
  const notifier = createNotifier({
    whenDue: periodic,
    ...{ store, now, newId: () => 'digest', dashboardUrl: null, onAttempted: () => undefined },
    ruleOf: (ruleId) => Promise.resolve(ruleOf(ruleId)),
    send: async ({ target }, { id }: Message) => {
      const result = await answer()
      sent.push({ to: target, id, result })
      return result
    },
    schedule: { divisor: 1, random: () => 0.5 },
    loadShedder: { take: (wanted) => Promise.resolve(wanted) },
    shards: () => new Set([0]),
    logger: createLogger({ service: 'test', level: 'silent' }),
  })
  notifier.start()
  return { notifier, sent }
}

beforeEach(() => jest.useFakeTimers({ now: BEGIN }))
afterEach(() => jest.useRealTimers())

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms)
const isUp = (): boolean => Date.now() >= BEGIN + 10 * MINUTE_MS

test('a mail server that is down for ten minutes gets one mail now and then, and each once when it is back', async () => {
  const { rows, store } = outboxOf(5, 8)
  const { notifier, sent } = notifying(store, () => Promise.resolve(isUp() ? TAKEN : DOWN))
  await pass(10 * MINUTE_MS)
  const probes = sent.length
  await pass(11 * MINUTE_MS)
  await notifier.stop()
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'DELIVERED'))
  const taken = sent.filter(({ result }) => result === TAKEN).map(({ id }) => id)
  expect([taken.length, new Set(taken).size]).toEqual([rows.length, rows.length])
  // Rests of 1, 2, 4, 8, 16 and then 30 s: 24 in ten minutes, beside those that were under way when it went.
  expect(probes).toBeLessThanOrEqual(24 + 4 * 5)
})

test('a slow one is sent all of it, one after another where it has to be', async () => {
  const { rows, store } = outboxOf(3, 10)
  const slowly = (): Promise<Sent> => new Promise((resolve) => setTimeout(resolve, 20_000, TAKEN))
  const { notifier, sent } = notifying(store, slowly)
  await pass(5 * MINUTE_MS)
  await notifier.stop()
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'DELIVERED'))
  expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length)
})

test('one that refuses for a time is tried again by the schedule of webhooks', async () => {
  const { rows, store } = outboxOf(2, 3)
  const { notifier, sent } = notifying(store, () => Promise.resolve(isUp() ? TAKEN : BUSY))
  await pass(31 * MINUTE_MS)
  await notifier.stop()
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'DELIVERED'))
  // At 0, 1, 5, 30 and 120 s and after ten minutes and more.
  expect(sent.filter(({ result }) => result === BUSY)).toHaveLength(5 * rows.length)
})

test('when the worker stops, what is under way is recorded, though others of its rule still wait for their turn', async () => {
  const { rows, store } = outboxOf(2, 4)
  const answers: ((sent: Sent) => void)[] = []
  const { notifier, sent } = notifying(store, () => new Promise((resolve) => answers.push(resolve)))
  await pass(1_000)
  // A mail server has four at a time: those of the one rule.
  expect(answers).toHaveLength(4)
  answers[0]!(TAKEN)
  await pass(0)
  expect(answers).toHaveLength(5)
  const stopped = notifier.stop()
  for (const answer of answers.slice(1)) answer(TAKEN)
  await pass(0)
  await stopped
  expect(sent).toHaveLength(5)
  const delivered = rows.filter(({ status }) => status === 'DELIVERED').map(({ id }) => id)
  expect(delivered.toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
})
