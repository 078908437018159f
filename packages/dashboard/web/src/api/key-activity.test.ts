import { activityPage, type KeyActivity } from './key-activity.js'

const entry = (id: string, at: string): KeyActivity => ({
  ...{ id, at, lastAt: at, kind: 'key.created', keyId: 'k', keyPrefix: 'svc_ak_00000000' },
  ...{ userId: 'u', ip: null, reason: null, count: 1 },
})
const idsOf = (rows: readonly KeyActivity[]): string => rows.map(({ id }) => id).join('')

test('pages that overlap in a moment have each entry once', () => {
  const all = [entry('a', '5'), entry('b', '4'), entry('c', '3'), entry('d', '3'), entry('e', '2')]
  const read = (to: string | null): readonly KeyActivity[] =>
    all.filter(({ at }) => to === null || at <= to).slice(0, 3)
  const first = activityPage(read(null), 3)
  expect([idsOf(first.rows), first.nextTo]).toEqual(['ab', '3'])
  const second = activityPage(read(first.nextTo), 3)
  expect([idsOf(second.rows), second.nextTo]).toEqual(['cd', '2'])
  const third = activityPage(read(second.nextTo), 3)
  expect([idsOf(third.rows), third.nextTo]).toEqual(['e', null])
})

test('a page of one moment ends the list instead of being read for ever', () => {
  expect(activityPage([entry('a', '5'), entry('b', '5')], 2)).toMatchObject({ nextTo: null, rows: { length: 2 } })
})
