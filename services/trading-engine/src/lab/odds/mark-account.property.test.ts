/** Days that the odds play at the level of marks end as they do where the core decides on orders, fills and ticks. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { market } from '../../../test/support/commands.js'
import { scriptContext } from '../../../test/support/market/scripted-world.js'
import { SOL, TEST_CATALOGUE } from '../../../test/support/market/instruments.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { DRAWDOWN_MODES, EVALUATIONS, PEAKS } from '../../core/model/plan/loss-rules.js'
import { DAY_COUNTS, TARGET_BASES } from '../../core/model/plan/objective-rule.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { decimal, formatDecimal, rate, usd } from '../../core/values/decimal.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { AttemptEnd } from '../../core/read/odds.js'
import { createMarkAccount, openMarkAccount } from './mark-account.js'
import { sampledDay } from './sampled-day.js'

/** In dollars. */
interface Trade {
  readonly best: number
  readonly worst: number
  readonly net: number
}

const hundreds = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => count * 100)
const trade: fc.Arbitrary<Trade> = fc
  .record({ best: hundreds(0, 25), worst: hundreds(0, 25), share: fc.integer({ min: 0, max: 10 }) })
  .map(({ best, worst, share }) => ({ best, worst, net: Math.round((best + worst) * share * 0.001) * 100 - worst }))
const days = fc.array(fc.array(trade, { maxLength: 3 }), { minLength: 1, maxLength: 12 })

const pct = (from: number, to: number) => fc.integer({ min: from, max: to }).map((tenths) => tenths / 10)
const percent = (value: number) => rate(decimal(String(value)))
const judged = { evaluation: fc.constantFrom(...EVALUATIONS), includesOpenPnl: fc.boolean() }

const plans: fc.Arbitrary<Plan> = fc
  .record({
    drawdown: fc.record({
      ...{ mode: fc.constantFrom(...DRAWDOWN_MODES), peakOf: fc.constantFrom(...PEAKS), pct: pct(10, 60) },
      ...{ lockOffset: fc.option(fc.constantFrom('0', '100')), locksAtTarget: fc.boolean() },
      ...judged,
    }),
    daily: fc.option(
      fc.record({
        reference: fc.constantFrom('BALANCE' as const, 'EQUITY' as const, 'HIGHER_OF' as const, 'DAY_HIGH' as const),
        pct: pct(10, 40),
        action: fc.constantFrom('TERMINATE' as const, 'LOCK' as const),
        warnAtPct: fc.constantFrom(50, 80, 100),
        ...judged,
      }),
    ),
    objective: fc.option(
      fc.record({
        ...{ targetBasis: fc.constantFrom(...TARGET_BASES), requiresFlat: fc.boolean() },
        ...{ min: fc.integer({ min: 0, max: 4 }), counts: fc.constantFrom(...DAY_COUNTS), pct: pct(10, 60) },
        daysMax: fc.option(fc.integer({ min: 2, max: 12 })),
        consistency: fc.option(
          fc.record({
            numerator: fc.constantFrom('BEST_DAY' as const, 'BEST_TRADE' as const),
            denominator: fc.constantFrom('NET' as const, 'POSITIVE_DAYS' as const),
            comparison: fc.constantFrom('LT' as const, 'LE' as const),
            pct: fc.constantFrom(30, 50, 80),
          }),
        ),
      }),
    ),
    inactivity: fc.option(fc.record({ warnAfterDays: fc.constantFrom(1, 2), closeAfterDays: fc.constantFrom(1, 2) })),
  })
  .map(({ drawdown, daily, objective, inactivity }) =>
    aPlan({
      ...{ words: 'PRESENT', bothCrossed: 'STRICTEST', marginMode: 'CROSS', inactivity },
      maxDrawdown: {
        ...drawdown,
        ...{ pct: percent(drawdown.pct), onFirstPayout: 'KEEP' },
        lockOffset: drawdown.lockOffset === null ? null : usd(decimal(drawdown.lockOffset)),
      },
      dailyLoss: daily && {
        ...daily,
        evaluation: daily.action === 'LOCK' ? 'INTRADAY' : daily.evaluation,
        ...{ pct: percent(daily.pct), warnAtPct: percent(daily.warnAtPct) },
      },
      objective: objective && {
        ...{ words: 'PRESENT', profitTarget: { pct: percent(objective.pct), amount: null } },
        ...{ targetBasis: objective.targetBasis, requiresFlat: objective.requiresFlat, daysMax: objective.daysMax },
        tradingDays: { min: objective.min, counts: objective.counts, threshold: null },
        consistency: objective.consistency && {
          ...objective.consistency,
          ...{ pct: percent(objective.consistency.pct), applies: ['PASS'], window: 'PHASE' },
        },
      },
    }),
  )

/** A day's end: the balance, and how the account has ended. */
type Played = readonly { readonly balance: string; readonly end: string | null }[]

/** An instrument without fees. */
const FREE = { ...SOL, terms: { GMX: { ...SOL.terms.GMX!, takerFeeRate: rate(0n), makerFeeRate: rate(0n) } } }
const SIZE = 200
const OPENED_AT = 100

function endOf({ account: { state, stateReason } }: Trader): string | null {
  if (state === 'PASSED') return state
  return state === 'TERMINATED' || state === 'CLOSED' ? stateReason : null
}

/** By orders, on a market that a script moves. */
function playOrders(plan: Plan, lived: readonly (readonly Trade[])[]): Played {
  const script = scriptContext({ ...TEST_CATALOGUE, all: [FREE], find: () => FREE, resolve: () => FREE })
  script.setTime('2026-03-02T00:00:00Z')
  const trader = aTrader({ plan, script })
  const move = (profit: number): void => {
    script.passTime(1_000)
    script.setPrice('SOL-USD', String(OPENED_AT + profit / SIZE))
    trader.fillResting()
  }
  const played: { balance: string; end: string | null }[] = []
  for (const trades of lived) {
    script.setTime(formatTimestamp(trader.account.day.endsAt - 12 * 3_600_000_000))
    for (const { best, worst, net } of trades) {
      if (trader.account.state !== 'ACTIVE') break
      move(0)
      trader.placed(market('BUY', String(SIZE), { symbol: 'SOL-USD' }))
      for (const profit of [best, -worst, net]) if (endOf(trader) === null) move(profit)
      if (endOf(trader) === null) trader.placed(market('SELL', String(SIZE), { symbol: 'SOL-USD' }))
      trader.fillResting()
    }
    if (endOf(trader) === null) {
      script.setTime(formatTimestamp(trader.account.day.endsAt))
      trader.fillResting()
      // Rows are stamped a microsecond apart, and what is due a day after them is looked at then.
      script.passTime(1_000)
      trader.fillResting()
    }
    const end = endOf(trader)
    played.push({ balance: end === null ? formatDecimal(trader.account.balance) : '', end })
    if (end !== null) break
  }
  return played
}

const dollars = (amount: number) => usd(decimal(String(amount)))
const amountsOf = ({ best, worst, net }: Trade) => ({ best: dollars(best), worst: dollars(worst), net: dollars(net) })

function playMarks(plan: Plan, lived: readonly (readonly Trade[])[]): Played {
  const account = createMarkAccount(openMarkAccount(plan, null))
  const played: { balance: string; end: AttemptEnd | null }[] = []
  for (const trades of lived) {
    const end = account.playDay(sampledDay(trades.map(amountsOf)))
    played.push({ balance: end === null ? formatDecimal(account.balance()) : '', end })
    if (end !== null) break
  }
  return played
}

test('days at the level of marks end as days of orders do', () => {
  const ends = new Map<string, number>()
  fc.assert(
    fc.property(plans, days, (plan, lived) => {
      const played = playMarks(plan, lived)
      expect(played).toEqual(playOrders(plan, lived))
      const end = played.at(-1)?.end ?? 'none'
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }),
    { numRuns: runs(1_000) },
  )
  // Each way to end has been met.
  expect([...ends.keys()].sort()).toEqual(
    ['PASSED', 'daily_loss_limit', 'inactivity', 'max_days', 'max_drawdown', 'none'].sort(),
  )
})
