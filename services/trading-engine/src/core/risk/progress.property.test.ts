/**
 * The sums that an account keeps of its days and trades are those of its ledger: both are found again in the rows of
 * random lives, with payouts among them, by formulas that are written here.
 */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { postPayout } from '../decide/decide-capital.js'
import { profitOf } from '../margin/profit.js'
import { openDraft } from '../model/draft.js'
import { openingSide } from '../model/account/position.js'
import {
  CONSISTENCY_DENOMINATORS,
  CONSISTENCY_NUMERATORS,
  CONSISTENCY_WINDOWS,
  DAY_COUNTS,
  type ConsistencyRule,
  type DayCount,
} from '../model/plan/objective-rule.js'
import { decimal, max, negate, ONE, rate, usd } from '../values/decimal.js'
import { consistencyOf } from '../margin/consistency.js'
import { market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

type Step = readonly ['trade', size: number, price: number] | readonly ['day'] | readonly ['payout', dollars: number]

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constant('trade' as const),
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: 190, max: 210 }),
    ),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constant('day' as const)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('payout' as const), fc.integer({ min: 1, max: 500 })) },
)

const THRESHOLD = usd(decimal('150'))

const begin = (counts: DayCount): Trader => {
  const threshold = counts === 'NET_PROFIT' ? { pct: null, amount: THRESHOLD } : null
  const tradingDays = { min: 1_000, counts, threshold }
  return aTrader({ plan: aPlan({ objective: { tradingDays } }) })
}

/** One account for each counting lives through the same; the first is looked at. */
function live(steps: readonly Step[]) {
  const traders = DAY_COUNTS.map(begin)
  for (const [kind, ...rest] of steps)
    for (const trader of traders) {
      const [first = 0, second = 200] = rest
      if (kind === 'day') {
        trader.script.passTime(24 * 3_600_000)
        trader.advance()
      } else if (kind === 'payout') {
        const draft = openDraft(trader.account, trader.script.context())
        postPayout(draft, usd(BigInt(first) * ONE))
        trader.keep(draft.changes())
      } else if (first !== 0) {
        trader.script.setPrice('BTC-USD', String(second * 100))
        trader.place(market(first > 0 ? 'BUY' : 'SELL', String(Math.abs(first))))
      }
      trader.script.passTime(1_000)
    }
  return traders
}

const DAY = 86_400_000_000
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const most = (amounts: readonly bigint[]): bigint => amounts.reduce((best, one) => (one > best ? one : best), 0n)

/** By day, in their order, from the ledger; each day is one of UTC. */
function daysOf(trader: Trader, from: number): readonly bigint[] {
  const rows = trader.transfers.filter(({ house, at }) => house !== 'capital' && at >= from)
  const first = Math.floor(trader.account.createdAt / DAY)
  const last = Math.floor(trader.script.now / DAY)
  return Array.from({ length: last - first + 1 }, (_day, place) =>
    sum(
      rows
        .filter(({ at }) => Math.floor(at / DAY) === first + place)
        .map(({ direction, amount }) => (direction === 'IN' ? amount : negate(amount))),
    ),
  )
}

function tradesOf(trader: Trader, from: number): readonly bigint[] {
  // One that is open counts with what it has realised.
  const trades = [...trader.positions.values()].filter(({ closedAt }) => closedAt === null || closedAt >= from)
  return trades.map(({ id }) =>
    sum(
      trader.transfers
        .filter(({ positionId }) => positionId === id)
        .map(({ direction, amount }) => (direction === 'IN' ? amount : negate(amount))),
    ),
  )
}

function countedDays(trader: Trader, counts: DayCount): number {
  const dayOf = (at: number) => Math.floor(at / DAY)
  const isOpening = ({ positionId, side }: Trader['fills'][number]) =>
    openingSide(trader.positions.get(positionId)!.direction) === side
  const opened = new Set(trader.fills.filter(isOpening).map(({ at }) => dayOf(at)))
  const closed = new Set(trader.fills.filter((fill) => !isOpening(fill)).map(({ at }) => dayOf(at)))
  if (counts === 'OPENED') return opened.size
  if (counts === 'CLOSED') return closed.size
  if (counts === 'OPENED_AND_CLOSED') return [...opened].filter((day) => closed.has(day)).length
  return daysOf(trader, 0)
    .slice(0, -1)
    .filter((net) => net >= THRESHOLD).length
}

/** Two days with the same profit, which is what consistency asks for: the first life of every run. */
const CONSISTENT: Step[] = [['trade', 1, 200], ['trade', -1, 205], ['day'], ['trade', 1, 200], ['trade', -1, 205]]

test('days, trades and what they are compared with are those of the ledger', () => {
  let consistent = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), fc.integer({ min: 5, max: 95 }), (steps, share) => {
      const [trader, ...others] = live(steps)
      for (const each of [trader!, ...others]) {
        const { counts } = each.account.plan.risk.objective!.tradingDays
        expect([counts, each.account.tradedDays]).toEqual([counts, countedDays(each, counts)])
      }
      const paid = trader!.transfers.filter(({ house, direction }) => house === 'capital' && direction === 'OUT').at(-1)
      for (const window of CONSISTENCY_WINDOWS)
        for (const numerator of CONSISTENCY_NUMERATORS)
          for (const denominator of CONSISTENCY_DENOMINATORS)
            for (const comparison of ['LT', 'LE'] as const) {
              const pct = rate(BigInt(share) * ONE)
              const rule: ConsistencyRule = { pct, numerator, denominator, comparison, applies: ['PASS'], window }
              const found = consistencyOf(
                rule,
                trader!.account.progress!,
                profitOf(trader!.account),
                trader!.account.positions,
              )
              const from = window === 'PHASE' ? 0 : (paid?.at ?? 0)
              const days = daysOf(trader!, from)
              const best = most(numerator === 'BEST_DAY' ? days : tradesOf(trader!, from))
              const total = denominator === 'NET' ? sum(days) : sum(days.map((day) => max(usd(day), usd(0n))))
              const [left, right] = [best * 100n, total * BigInt(share)]
              const isMet = sum(days) > 0n && (comparison === 'LT' ? left < right : left <= right)
              expect(found).toMatchObject({ best, total, isMet })
              // Earned on other days, the rest is just enough.
              expect((found.requiredProfit * BigInt(share) - best * 100n) / 100n).toBe(0n)
              expect(found.stillNeeded).toBe(max(usd(found.requiredProfit - total), usd(0n)))
              if (isMet) consistent += 1
            }
    }),
    { numRuns: runs(150), examples: [[CONSISTENT, 95]] },
  )
  expect(consistent).toBeGreaterThan(0)
})
