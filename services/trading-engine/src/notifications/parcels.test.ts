/** A table of rules, and of the deliveries that each sends, puts off and drops. */
import type { NotificationRule } from '@ats/contracts'
import { CODE_MESSAGE, TEST_MESSAGE } from '../core/model/notification.js'
import type { DueMessage } from '../core/model/webhook-delivery.js'
import { createParcels } from './parcels.js'

const NOON = Date.parse('2030-01-07T12:00:00.000Z') * 1_000
const MINUTE = 60_000_000
const SENDS: NotificationRule = {
  ...{ ruleId: 'r', userId: 'ann', channel: 'EMAIL', target: 'ann@example.com', events: ['ORDER'], accounts: [] },
  ...{ quietHours: null, minSeverity: 'INFO', unsubscribeToken: '' },
  ...{ provenAt: '2030-01-01T00:00:00.000Z', pausedAt: null, resumedAt: null },
}
const QUIET = { quietHours: { from: '11:00', to: '13:00', timeZone: 'UTC' } }

const due = (id: string, terms: Partial<DueMessage> = {}): DueMessage => ({
  ...{ id, eventId: id, eventType: 'order.ack', body: '{}', messageId: null, severity: 'INFO', accountName: null },
  ...{ attempts: 0, round: 1, roundAttempts: 0, roundStartedAt: null, happenedAt: NOON },
  ...terms,
})
const EARLIER = { happenedAt: NOON - 1 }
const DUE = [
  due('now'),
  due('earlier', EARLIER),
  due('earlier, critical', { ...EARLIER, severity: 'CRITICAL' }),
  due('earlier, in a digest', { ...EARLIER, messageId: 'd' }),
  due('earlier, asked for again', { ...EARLIER, round: 2 }),
  due('earlier test', { ...EARLIER, eventType: TEST_MESSAGE }),
  due('earlier code', { ...EARLIER, eventType: CODE_MESSAGE }),
]
const ALL = DUE.map(({ id }) => id)

async function selected(terms: Partial<NotificationRule>) {
  const dropped: string[] = []
  const late: string[] = []
  const parcels = createParcels({
    store: {
      postponeMessages: (ids) => Promise.resolve(void late.push(...ids)),
      disableMessages: (ids) => Promise.resolve(void dropped.push(...ids)),
      beginMessages: () => Promise.reject(new Error('nothing is sent here')),
      takeMessages: () => Promise.reject(new Error('nothing is sent here')),
    },
    now: () => NOON + MINUTE,
    newId: () => 'id',
  })
  const wanted = await parcels.select({ ...SENDS, ...terms }, DUE)
  return { wanted: wanted.map(({ id }) => id), late, dropped }
}

test.each<[string, Partial<NotificationRule>, readonly string[], readonly string[]]>([
  ['that sends', {}, ALL, []],
  ['that is not proven', { provenAt: null }, ['earlier code'], []],
  ['that is paused', { pausedAt: '2030-01-07T12:00:30.000Z' }, ['earlier code'], []],
  ['that is paused, in quiet hours', { pausedAt: '2030-01-07T12:00:30.000Z', ...QUIET }, ['earlier code'], []],
  [
    'that was resumed at noon',
    { resumedAt: '2030-01-07T12:00:00.000Z' },
    ['now', 'earlier, asked for again', 'earlier code'],
    [],
  ],
  [
    'that was resumed later',
    { resumedAt: '2030-01-07T12:00:01.000Z' },
    ['earlier, asked for again', 'earlier code'],
    [],
  ],
  [
    'that was resumed at noon, in quiet hours',
    { resumedAt: '2030-01-07T12:00:00.000Z', ...QUIET },
    ['earlier code'],
    ['now', 'earlier, asked for again'],
  ],
])('of a rule %s', async (_rule, terms, wanted, late) => {
  const found = await selected(terms)
  expect([found.wanted, found.late]).toEqual([wanted, late])
  expect(found.dropped).toEqual(ALL.filter((id) => !wanted.includes(id) && !late.includes(id)))
})

/** Takes for a target that may be sent so many more, over rows that remember their messages. */
async function taken(due: readonly DueMessage[], granted: number, isDigest: boolean, begunElsewhere: string[] = []) {
  const late: string[] = []
  const begun: string[] = []
  const parcels = createParcels({
    store: {
      postponeMessages: (ids) => Promise.resolve(void late.push(...ids)),
      disableMessages: () => Promise.reject(new Error('nothing is dropped here')),
      beginMessages: (messages) => {
        begun.push(...messages.map(({ messageId, ids }) => `${messageId}: ${ids.join(' ')}`))
        return Promise.resolve(new Set(messages.flatMap(({ ids }) => ids).filter((id) => !begunElsewhere.includes(id))))
      },
      takeMessages: (_target, wanted) =>
        Promise.resolve({ count: Math.min(wanted, granted), isDigest: isDigest && wanted > granted, freeAt: NOON + 1 }),
    },
    now: () => NOON,
    newId: () => 'digest',
  })
  const sent = await parcels.take(SENDS, due, false)
  return { sent: sent.map(({ messageId, due: some }) => `${messageId}: ${idsOf(some)}`), late, begun }
}
const idsOf = (some: readonly DueMessage[]): string => some.map(({ id }) => id).join(' ')
const many = (names: string, terms: Partial<DueMessage> = {}) => names.split(' ').map((name) => due(name, terms))

test('what is sent is noted before, each with the message that tells of it; what is over is one digest', async () => {
  expect(await taken(many('a b c d'), 2, true)).toEqual({
    sent: ['a: a', 'b: b', 'digest: c d'],
    begun: ['a: a', 'b: b', 'digest: c d'],
    late: [],
  })
  expect(await taken(many('a b c'), 2, false)).toEqual({ sent: ['a: a', 'b: b'], begun: ['a: a', 'b: b'], late: ['c'] })
})

test('what was begun is sent again as the same message first, and is in no digest, however much is over', async () => {
  const again = [...many('a b', { messageId: 'earlier digest' }), due('c', { messageId: 'c' }), ...many('d e')]
  expect(await taken(again, 3, true)).toEqual({
    sent: ['earlier digest: a b', 'c: c', 'd: d', 'digest: e'],
    begun: ['d: d', 'digest: e'],
    late: [],
  })
  expect(await taken(again, 1, true)).toEqual({
    sent: ['earlier digest: a b', 'digest: d e'],
    begun: ['digest: d e'],
    late: ['c'],
  })
})

test('what another worker has begun since it was listed is left to that', async () => {
  const { sent } = await taken(many('a b c d'), 2, true, ['a', 'd'])
  expect(sent).toEqual(['b: b', 'digest: c'])
})
