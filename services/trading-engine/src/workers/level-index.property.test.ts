/** For any sequence of sets, moves and removals, the index finds the same levels as a scan of all. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { price } from '../core/values/decimal.js'
import type { Level } from '../core/read/trigger-levels.js'
import type { PriceName, Quote } from '../core/model/market/market-view.js'
import { createLevelIndex } from './level-index.js'

const SYMBOLS = ['A', 'B']
const VENUES = ['GMX', 'OSTIUM'] as const
const WATCHED: readonly PriceName[] = ['BID', 'ASK', 'LAST', 'MARK', 'INDEX']

const levels = fc.uniqueArray(
  fc.record({
    ...{ key: fc.nat(30).map(String), orderId: fc.constant(null), since: fc.constant(0) },
    ...{ symbol: fc.constantFrom(...SYMBOLS), venue: fc.constantFrom(...VENUES), watched: fc.constantFrom(...WATCHED) },
    ...{ isAbove: fc.boolean(), price: fc.nat(50).map((at) => price(BigInt(at))) },
  }),
  { selector: ({ key }) => key, maxLength: 8 },
)
const prices = fc.nat(50).map((at) => price(BigInt(at)))
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('set' as const), account: fc.nat(8).map(String), levels }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('clear' as const), account: fc.nat(8).map(String) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ type: fc.constant('quote' as const), symbol: fc.constantFrom(...SYMBOLS) },
      ...{ venue: fc.constantFrom(...VENUES), last: prices, mark: prices, index: prices, bid: prices, ask: prices },
    }),
  },
)

const watchedOf = (quote: Quote, watched: PriceName): bigint =>
  ({ BID: quote.bid, ASK: quote.ask, LAST: quote.last, MARK: quote.mark, INDEX: quote.index })[watched]

test('the index finds what a scan finds', () => {
  let found = 0
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 300, size: 'max' }), (life) => {
      const index = createLevelIndex()
      const naive = new Map<string, readonly Level[]>()
      for (const step of life) {
        if (step.type === 'quote') {
          const quote: Quote = { ...step, tick: 0, at: 0, staleReason: null }
          const isReached = (level: Level): boolean => {
            if (level.symbol !== quote.symbol || level.venue !== quote.venue) return false
            const at = watchedOf(quote, level.watched)
            return level.isAbove ? at >= level.price : at <= level.price
          }
          const expected = [...naive].filter(([, watched]) => watched.some(isReached)).map(([account]) => account)
          for (const [account, watched] of naive)
            naive.set(
              account,
              watched.filter((level) => !isReached(level)),
            )
          const reached = [...new Set(index.reached(quote).map(({ accountId }) => accountId))]
          expect(reached.sort()).toEqual(expected.sort())
          found += reached.length
          continue
        }
        // A key stands for one level for ever: it is part of the key what the level is.
        const named = (step.type === 'set' ? step.levels : []).map((level) => ({
          ...level,
          key: `${level.key} ${level.symbol} ${level.venue} ${level.watched} ${level.isAbove} ${level.price}`,
        }))
        index.set(step.account, named)
        naive.set(step.account, named)
      }
      expect(index.size).toBe([...naive.values()].reduce((sum, watched) => sum + watched.length, 0))
    }),
    { numRuns: runs(300) },
  )
  expect(found).toBeGreaterThan(runs(1_000))
})

test('levels that were moved away do not pile up', () => {
  const index = createLevelIndex()
  for (let turn = 0; turn < 10_000; turn += 1) {
    const where = { symbol: 'A', venue: 'GMX', watched: 'BID' } as const
    const level = { ...where, orderId: null, since: 0, isAbove: true, price: price(1_000n) }
    index.set('account', [{ ...level, key: String(turn) }])
  }
  expect(index.size).toBe(1)
  const quote: Quote = { symbol: 'A', venue: 'GMX', tick: 0, at: 0, staleReason: null, ...at(1_000n) }
  expect(index.reached(quote).map(({ accountId }) => accountId)).toEqual(['account'])
  expect(index.reached(quote)).toEqual([])
})

function at(value: bigint): Pick<Quote, 'bid' | 'ask' | 'last' | 'mark' | 'index'> {
  const all = price(value)
  return { bid: all, ask: all, last: all, mark: all, index: all }
}
