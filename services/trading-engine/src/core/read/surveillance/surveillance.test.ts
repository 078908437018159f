/** The limits of each kind of case: just under, at, and what does not count. */
import { addsToLosers, countLosersAddedTo } from './adding-to-losers.js'
import { findMatchedPairs, NEIGHBOURS_MAX } from './matched-trades.js'
import { countProfitAtJumps, profitsAtJumps } from './profit-at-jumps.js'
import { createTradeTable, orderTrades, type ClosedTrade, type Steps } from './trade-table.js'

const SECOND = 1_000_000

function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function pairsOf(...accounts: readonly (readonly [userId: string, trades: readonly ClosedTrade[]])[]) {
  const builder = createTradeTable(10_000)
  for (const [index, [userId, trades]] of accounts.entries()) builder.add({ id: `a${index}`, userId }, trades)
  const table = builder.build()
  const { pairs, crowded } = finish(findMatchedPairs(table, finish(orderTrades(table))))
  const found = pairs.map(({ first, second, matched, sameSide }) => [first.id, second.id, matched, sameSide])
  return { found, crowded, pairs }
}

/** A trade every minute, for 30 s. */
const trades = (count: number, change: (index: number) => Partial<ClosedTrade> = () => ({})): readonly ClosedTrade[] =>
  Array.from({ length: count }, (_, index) => ({
    symbol: 'BTC-USD',
    isLong: true,
    openedAt: index * 60 * SECOND,
    closedAt: (index * 60 + 30) * SECOND,
    ...change(index),
  }))

/** As many seconds later, opening and closing. */
const later = (count: number, opening: number, closing = opening, isLong = true): readonly ClosedTrade[] =>
  trades(count, (index) => ({
    isLong,
    openedAt: (index * 60 + opening) * SECOND,
    closedAt: (index * 60 + 30 + closing) * SECOND,
  }))

const elsewhere = (count: number): readonly ClosedTrade[] => trades(count, () => ({ symbol: 'EUR-USD' }))

test.each([
  ['copies of 10 trades', later(10, 1), [['a0', 'a1', 10, 10]]],
  ['hedges of 10 trades', later(10, 1, 1, false), [['a0', 'a1', 10, 0]]],
  ['9 trades', later(9, 1), []],
  ['5 s apart', later(10, 5), [['a0', 'a1', 10, 10]]],
  ['opened more than 5 s apart', later(10, 5.1, 0), []],
  ['closed more than 5 s apart', later(10, 0, -5.1), []],
  ['another symbol', elsewhere(10), []],
  ['12 copies in 15 trades', [...later(12, 1), ...elsewhere(3)], [['a0', 'a1', 12, 12]]],
  ['12 copies in 16 trades', [...later(12, 1), ...elsewhere(4)], []],
])('%s of an account with 20', (_, second, expected) => {
  expect(pairsOf(['ann', trades(20)], ['ben', second]).found).toEqual(expected)
  expect(pairsOf(['ann', second], ['ben', trades(20)]).found).toEqual(expected)
})

test('accounts of one owner are no pair', () => {
  expect(pairsOf(['ann', trades(20)], ['ann', trades(20)]).found).toEqual([])
})

test('a trade counts in one match of a pair', () => {
  const [one] = trades(1)
  const scalps = Array.from({ length: 10 }, () => one as ClosedTrade)
  expect(pairsOf(['ann', scalps], ['ben', [...trades(1), ...elsewhere(9)]]).found).toEqual([])
})

test('a copier is found in a crowd: the nearest in time are compared', () => {
  const crowd = Array.from({ length: 3 * NEIGHBOURS_MAX }, (_, index): [string, ClosedTrade[]] => [
    `user ${index}`,
    [...trades(1, () => ({ openedAt: index * 2_000, closedAt: index * 3_600 * SECOND })), ...elsewhere(9)].map(
      (trade, place) => (place === 0 ? trade : { ...trade, openedAt: (index * 10 + place) * 3_600 * SECOND }),
    ),
  ])
  const at = trades(10, (index) => ({ openedAt: 750_000 + index, closedAt: (index + 1) * 100 * SECOND }))
  const copied = at.map((trade) => ({ ...trade, openedAt: trade.openedAt + 500 }))
  const { found, crowded } = pairsOf(...crowd, ['ann', at], ['ben', copied])
  expect(found).toEqual([[`a${crowd.length}`, `a${crowd.length + 1}`, 10, 10]])
  expect(crowded).toBeGreaterThan(0)
})

test('what is found does not depend on the order of accounts', () => {
  const ring = [later(30, 0), later(30, 1), later(30, 2), later(30, 4)] as const
  expect(pairsOf(...ring.map((own, index): [string, readonly ClosedTrade[]] => [`u${index}`, own])).found).toHaveLength(
    6,
  )
})

/** Positions of entries as `buy 1 at 100`. */
const losersOf = (...positions: readonly string[]): number => {
  const losers = countLosersAddedTo()
  for (const [index, entries] of positions.entries())
    for (const entry of entries.split(', ')) {
      const [side, quantity, , price] = entry.split(' ')
      losers.add({ positionId: String(index), isBuy: side === 'buy', quantity: Number(quantity), price: Number(price) })
    }
  return losers.count()
}

test.each([
  ['an addition to a losing long', 1, 'buy 1 at 100, buy 1 at 99'],
  ['an addition to a losing short', 1, 'sell 1 at 100, sell 1 at 101'],
  ['two additions to one position', 1, 'buy 1 at 100, buy 1 at 99, buy 2 at 98'],
  ['an addition to a winner', 0, 'buy 1 at 100, buy 1 at 101'],
  ['at the average', 0, 'buy 1 at 100, buy 1 at 100'],
  ['smaller than the first entry', 0, 'buy 1 at 100, buy 0.9 at 99'],
  ['a part closed, then added below the average', 1, 'buy 2 at 100, sell 1 at 90, buy 2 at 99'],
  ['below the first entry and above the average', 0, 'buy 1 at 100, buy 0.5 at 70, buy 1 at 95'],
])('%s counts %i', (_, expected, entries) => {
  expect(losersOf(entries)).toBe(expected)
})

test.each([
  [10, 20, true],
  [9, 9, false],
  [10, 21, false],
])('%i losers added to in %i trades: %s', (losers, of, expected) => {
  expect(addsToLosers(losers, of)).toBe(expected)
})

const result = (seconds: number, profit: number) => ({
  openedAt: 0,
  closedAt: seconds * SECOND,
  profit,
  openedNotional: 10_000,
})
const times = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item)

test.each([
  ['10 of 10', [...times(10, result(2, 10))], true],
  ['9', [...times(9, result(2, 10))], false],
  ['slower than 2 s', [...times(10, result(2.001, 10))], false],
  ['less than 10 basis points', [...times(10, result(2, 9.99))], false],
  ['half of all profit', [...times(10, result(1, 20)), ...times(2, result(60, 100)), result(9, -500)], true],
  ['less than half of all profit', [...times(10, result(1, 20)), ...times(2, result(60, 101))], false],
  ['losses', [...times(20, result(1, -20))], false],
])('profit at jumps: %s', (_, results, expected) => {
  const count = countProfitAtJumps()
  for (const one of results) count.add(one)
  expect(profitsAtJumps(count.sum())).toBe(expected)
})

test('trades of an account may come in parts', () => {
  const builder = createTradeTable(4)
  const trade = (openedAt: number): ClosedTrade => ({ symbol: 'A', isLong: true, openedAt, closedAt: openedAt + 1 })
  expect(builder.add({ id: 'a', userId: 'x' }, [trade(1)])).toBe(true)
  expect(builder.add({ id: 'a', userId: 'x' }, [trade(2), trade(3)])).toBe(true)
  expect(builder.add({ id: 'b', userId: 'y' }, [trade(4), trade(5)])).toBe(false)
  expect(builder.add({ id: 'b', userId: 'y' }, [trade(4)])).toBe(true)
  const { accounts, account } = builder.build()
  expect(accounts).toEqual([
    { id: 'a', userId: 'x', start: 0, trades: 3 },
    { id: 'b', userId: 'y', start: 3, trades: 1 },
  ])
  expect([...account]).toEqual([0, 0, 0, 1])
})
