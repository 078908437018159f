import { rankEntries, shownName, type EntryFigures } from './rank-entries.js'

const entry = (id: string, profit: number, fields: Partial<EntryFigures> = {}): EntryFigures => ({
  ...{ id, competitionId: 'c', accountId: id, userId: id, displayName: null, enteredAt: 0 },
  ...{ profit, drawdown: 0.01, trades: 10, isDisqualified: false, isOpenAtEnd: false },
  ...fields,
})
const ENTERED = { enteredAt: 1 }

test.each<[string, 'RETURN' | 'RETURN_PER_DRAWDOWN', EntryFigures, EntryFigures, string]>([
  ['by return', 'RETURN', entry('a', 0.01), entry('b', 0.02), 'b 1, a 2'],
  ['a loss is below nothing', 'RETURN', entry('a', -0.01), entry('b', 0), 'b 1, a 2'],
  ['per drawdown', 'RETURN_PER_DRAWDOWN', entry('a', 0.02, { drawdown: 0.04 }), entry('b', 0.01), 'b 1, a 2'],
  ['none is 0.01 %', 'RETURN_PER_DRAWDOWN', entry('a', 0.0001, { drawdown: 0 }), entry('b', 0.02), 'b 1, a 2'],
  ['equal: the lower drawdown', 'RETURN', entry('a', 0.01, { drawdown: 0.02 }), entry('b', 0.01), 'b 1, a 2'],
  ['who entered first', 'RETURN', entry('a', 0.01, { enteredAt: 2 }), entry('b', 0.01, ENTERED), 'b 1, a 2'],
  ['too few trades', 'RETURN', entry('a', 0.05, { trades: 9 }), entry('b', 0.01), 'b 1, a null'],
  ['disqualified', 'RETURN', entry('a', 0.05, { isDisqualified: true }), entry('b', 0.01), 'b 1, a null'],
  ['open at the end', 'RETURN', entry('a', 0.05, { isOpenAtEnd: true }), entry('b', 0.01), 'b 1, a null'],
  ['equal in all: the same order always', 'RETURN', entry('b', 0.01), entry('a', 0.01), 'a 1, b 2'],
])('%s', (_case, rankBy, first, second, expected) => {
  const ranked = rankEntries({ rankBy, minTrades: 10 }, [first, second])
  expect(ranked.map(({ id, rank }) => `${id} ${rank}`).join(', ')).toBe(expected)
})

test.each([
  ['Ann', 'MASKED', 'A***'],
  ['😀 b', 'MASKED', '😀***'],
  ['Ann', 'NAMED', 'Ann'],
  [null, 'MASKED', null],
] as const)('%s, %s: %s', (name, visibility, shown) => {
  expect(shownName(name, visibility)).toBe(shown)
})
