/** The worked examples of the plan editor say what the engine does: both are given the same plans and days. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { percentOf } from '../../../packages/dashboard/web/src/account/percent-of.js'
import {
  dailyExample,
  drawdownExample,
  exposureExample,
  freezeExample,
  objectiveExample,
  outcomeAt,
  type Scenario,
} from '../../../packages/dashboard/web/src/screens/plan-editor/worked-examples.js'
import type {
  DailyTerms,
  DrawdownTerms,
  Loss,
} from '../../../packages/dashboard/web/src/screens/plan-editor/plan-terms.js'
import { isTimeZone, nextReset } from '../../../packages/dashboard/web/src/ui/time/wall-time.js'
import { freezeOf } from '../../../services/trading-engine/src/core/calendar/news.js'
import { tradingDayAt } from '../../../services/trading-engine/src/core/calendar/trading-day.js'
import type { Account } from '../../../services/trading-engine/src/core/model/account/account.js'
import { withHighs } from '../../../services/trading-engine/src/core/model/account/peak.js'
import type { NewsEvent } from '../../../services/trading-engine/src/core/model/plan/news-event.js'
import * as floors from '../../../services/trading-engine/src/core/margin/floors.js'
import { accountLeverage } from '../../../services/trading-engine/src/core/risk/rules/max-leverage.js'
import { profitTarget } from '../../../services/trading-engine/src/core/margin/profit.js'
import { isObjectiveMet } from '../../../services/trading-engine/src/core/margin/objective.js'
import { evaluateAccount } from '../../../services/trading-engine/src/core/risk/supervise.js'
import { decimal, formatDecimal, rate, usd } from '../../../services/trading-engine/src/core/values/decimal.js'
import * as engineZone from '../../../services/trading-engine/src/core/values/time-zone.js'
import { aPlan } from '../../../services/trading-engine/test/support/plans/plans.js'

const ZONES = ['UTC', 'Europe/Prague', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo']

/** With up to 18 decimals, as the engine takes them. */
const amountOf = (least: number, most: number): fc.Arbitrary<string> =>
  fc.tuple(fc.integer({ min: least, max: most }), fc.stringMatching(/^\d{0,18}$/)).map(([whole, digits]) => {
    const fraction = digits.replace(/0+$/, '')
    return fraction === '' ? String(whole) : `${whole}.${fraction}`
  })
const percent = amountOf(0, 99).filter((pct) => pct !== '0')
const money = (text: string) => usd(decimal(text))
const pct = (text: string) => rate(decimal(text))

interface Drawn {
  readonly initial: string
  readonly drawdown: DrawdownTerms
  readonly daily: DailyTerms
  readonly scenario: Scenario
  readonly targetPct: string
}

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const peakOf = fc.constantFrom('BALANCE' as const, 'EQUITY' as const)
const share = percent.map((each) => ({ pct: each }))
const lossUpTo = (size: number): fc.Arbitrary<Loss> =>
  fc.oneof(
    share,
    amountOf(1, size - 1).map((amount) => ({ amount })),
  )
const judged = { includesOpenPnl: fc.boolean(), isAtReset: fc.boolean() }

const drawn: fc.Arbitrary<Drawn> = fc.integer({ min: 1_000, max: 200_000 }).chain((size) => {
  const near = amountOf(Math.floor(size * 0.8), Math.ceil(size * 1.2))
  const stop = fc.oneof(
    fc.constantFrom<DrawdownTerms['stop']>(null, 'TARGET'),
    amountOf(0, size).map((offset) => ({ offset })),
  )
  return fc.record({
    initial: amountOf(size, size),
    drawdown: fc.oneof(
      fc.record({
        mode: fc.constant('STATIC' as const),
        stop: fc.constant(null),
        peakOf,
        loss: lossUpTo(size),
        ...judged,
      }),
      fc.record({
        mode: fc.constantFrom('TRAILING_EOD' as const, 'TRAILING_CLOSED' as const, 'TRAILING_INTRADAY' as const),
        ...{ stop, peakOf, loss: lossUpTo(size), ...judged },
      }),
      fc.record({ mode: fc.constant('PCT_OF_PEAK' as const), stop, peakOf, loss: share, ...judged }),
    ),
    daily: fc.record({
      reference: fc.constantFrom('BALANCE' as const, 'EQUITY' as const, 'HIGHER_OF' as const, 'DAY_HIGH' as const),
      amountBase: fc.constantFrom('INITIAL' as const, 'REFERENCE' as const),
      action: fc.constantFrom('TERMINATE' as const, 'LOCK' as const),
      warnAtPct: amountOf(0, 99),
      ...{ loss: lossUpTo(size), ...judged },
    }),
    scenario: fc.record({ highest: near, startBalance: near, startEquity: near, equity: near }),
    targetPct: percent,
  })
})

const lossOf = (loss: Loss) =>
  'amount' in loss ? { pct: null, amount: money(loss.amount) } : { pct: pct(loss.pct), amount: null }

/** An account of the plan that has booked nothing since the day began, and holds one position. */
function accountOf({ initial, drawdown, daily, scenario, targetPct }: Drawn, equity: string): Account {
  const { stop } = drawdown
  const evaluation = (terms: DrawdownTerms | DailyTerms) =>
    terms.isAtReset ? ('END_OF_DAY' as const) : ('INTRADAY' as const)
  const plan = {
    ...aPlan({
      ...{ words: 'PRESENT', bothCrossed: 'STRICTEST' },
      maxDrawdown: {
        ...{ mode: drawdown.mode, peakOf: drawdown.peakOf, includesOpenPnl: drawdown.includesOpenPnl },
        ...{ evaluation: evaluation(drawdown), onFirstPayout: 'KEEP', locksAtTarget: stop === 'TARGET' },
        lockOffset: stop === null || stop === 'TARGET' ? null : money(stop.offset),
        ...lossOf(drawdown.loss),
      },
      dailyLoss: {
        ...{ reference: daily.reference, amountBase: daily.amountBase, includesOpenPnl: daily.includesOpenPnl },
        ...{ evaluation: evaluation(daily), action: daily.action, warnAtPct: pct(daily.warnAtPct) },
        ...lossOf(daily.loss),
      },
      objective: { profitTargetPct: pct(targetPct), tradingDaysMin: 1 },
    }),
    initialBalance: money(initial),
  }
  const highest = [money(initial), money(scenario.highest)].reduce((a, b) => (a > b ? a : b))
  const startEquity = money(scenario.startEquity)
  const day = {
    ...{ date: '2026-03-02', endsAt: 0, isWarned: false, isTraded: true, startNetDeposits: usd(0n) },
    ...{ startBalance: money(scenario.startBalance), startEquity },
    high: daily.reference === 'DAY_HIGH' ? startEquity : null,
  }
  const open = { ...{ symbol: 'BTC-USD', venue: 'GMX', direction: 'LONG' }, quantity: decimal('1') }
  const worth = decimal('1000000') + money(equity) - day.startBalance
  return {
    ...{ plan, day, highWaterMark: highest, netDeposits: usd(0n), paidOut: usd(0n), state: 'ACTIVE' },
    balance: day.startBalance,
    positions: new Map([['GMX:BTC-USD', { ...open, cost: decimal('2000000') - worth }]]),
    ...{ orders: new Map(), holds: [], tradedDays: 0, progress: null, openPayout: null, compensation: null },
  } as unknown as Account
}

/** Its position, which has cost as much less, is worth a million. */
const aMarket = {
  market: { quote: () => ({ mark: decimal('1000000'), staleReason: null }) },
} as unknown as Parameters<typeof evaluateAccount>[1]

test('floors, warning, and what becomes of an account at any equity', () => {
  fc.assert(
    fc.property(drawn, (rules) => {
      const { initial, drawdown, daily, scenario } = rules
      const account = accountOf(rules, scenario.equity)
      const { action, highs } = evaluateAccount(account, aMarket)
      const risen = withHighs(account, highs)
      const target = formatDecimal(profitTarget(account)!)
      const ours = drawdownExample(initial, drawdown, scenario, target)
      const day = dailyExample(initial, daily, scenario)
      const theirs = floors.dailyLossOf(risen)!
      expect(ours.allowed).toBe(formatDecimal(floors.drawdownAllowed(risen)))
      expect(ours.floor).toBe(formatDecimal(floors.drawdownFloor(risen)))
      expect([day.base, day.floor, day.warnAt]).toEqual(
        [theirs.base, theirs.floor, theirs.warnAt].map((value) => formatDecimal(value)),
      )
      const outcome = outcomeAt(scenario, { terms: drawdown, example: ours }, { terms: daily, example: day })
      const crossing = action !== null && 'rule' in action ? action : null
      expect(outcome.kind).toBe(crossing?.kind ?? 'NONE')
      if (crossing === null) expect(outcome).toMatchObject(strictest(risen, scenario.equity))
      else expect(outcome).toMatchObject({ rule: crossing.rule, limit: formatDecimal(crossing.limit) })
    }),
    { numRuns: runs(2_000) },
  )
})

function strictest(account: Account, equityNow: string): object {
  const { rule, equity } = floors.strictestFloor(account, money(equityNow))
  return { rule, limit: formatDecimal(equity) }
}

test('just above, at, and just below each floor and the warning', () => {
  const unit = decimal('0.000000000000000001')
  fc.assert(
    fc.property(drawn, fc.constantFrom(-1n, 0n, 1n), fc.nat({ max: 2 }), (rules, step, which) => {
      const { initial, drawdown, daily, scenario } = rules
      const target = formatDecimal(profitTarget(accountOf(rules, scenario.equity))!)
      const low = { ...scenario, equity: '0' }
      const day = dailyExample(initial, daily, low)
      const { floor } = drawdownExample(initial, drawdown, low, target)
      const level = [floor, day.floor, day.warnAt][which]!
      const equity = formatDecimal(usd(decimal(level) + step * unit))
      const { action } = evaluateAccount(accountOf(rules, equity), aMarket)
      const now = { ...scenario, equity }
      const tried = { terms: drawdown, example: drawdownExample(initial, drawdown, now, target) }
      const outcome = outcomeAt(now, tried, { terms: daily, example: dailyExample(initial, daily, now) })
      expect(outcome.kind).toBe(action?.kind === 'PASS' ? 'NONE' : (action?.kind ?? 'NONE'))
    }),
    { numRuns: runs(1_200) },
  )
})

test('the trading day ends when the engine ends it, over summer time, too', () => {
  const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) })
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), time, instant, (zone, resetTime, at) => {
      const { endsAt } = tradingDayAt(at * 1000, { resetTime, resetTimeZone: zone })
      expect(nextReset(zone, resetTime, at)).toBe(endsAt / 1000)
    }),
    { numRuns: runs(1_200) },
  )
  for (const name of [...ZONES, 'Mars/Olympus', '+01:00', '', 'europe/prague'])
    expect([name, isTimeZone(name)]).toEqual([name, engineZone.isTimeZone(name)])
})

test('the target, and the balance with which an account passes', () => {
  fc.assert(
    fc.property(drawn, (rules) => {
      const { target, balance } = objectiveExample(rules.initial, {
        target: { pct: rules.targetPct },
        isFlat: true,
        days: 1,
      })
      const account = { ...accountOf(rules, balance), balance: money(balance), positions: new Map(), tradedDays: 1 }
      expect(target).toBe(formatDecimal(profitTarget(account)!))
      expect(isObjectiveMet(account, account.balance)).toBe(true)
      const less = usd(account.balance - decimal('0.000000000000000001'))
      expect(isObjectiveMet({ ...account, balance: less }, less)).toBe(false)
    }),
  )
})

test('the largest exposure is the largest that leverage and the total allow', () => {
  fc.assert(
    fc.property(amountOf(1, 200_000), amountOf(1, 2_000_000), amountOf(1, 99), (equity, totalMax, leverageMax) => {
      const terms = { symbolMax: totalMax, totalMax, leverageMax, marginMode: 'CROSS' as const }
      const { byLeverage, largest, binding } = exposureExample(terms, { equity } as Scenario)
      const isTotal = binding === 'max_total_notional'
      expect(largest).toBe(isTotal ? totalMax : byLeverage)
      // To the 18 decimals that the engine has.
      const cut = byLeverage.replace(/(\.\d{18})\d+$/, '$1')
      const at = (worst: bigint) => accountLeverage({ worstNotional: usd(worst), equity: money(equity) })!
      expect(at(decimal(cut))).toBeLessThanOrEqual(pct(leverageMax))
      expect(at(decimal(cut) + decimal('1'))).toBeGreaterThan(pct(leverageMax))
    }),
  )
})

test('a freeze begins and ends as the engine has it', () => {
  const minutes = fc.integer({ min: 0, max: 1_440 })
  fc.assert(
    fc.property(minutes, minutes, fc.integer({ min: 0, max: 2_000_000_000_000 }), (before, after, at) => {
      const rule = {
        beforeMinutes: before,
        afterMinutes: after,
        impacts: ['HIGH'],
        scope: 'ALL',
        treatment: 'FREEZE',
      } as const
      const event = { at: at * 1000, impact: 'HIGH' } as NewsEvent
      const freeze = freezeOf(event, rule)!
      expect(freezeExample({ before, after, impacts: ['HIGH'], scope: 'ALL', treatment: 'FREEZE' }, at)).toEqual({
        startsAt: freeze.startsAt / 1000,
        endsAt: freeze.endsAt / 1000,
      })
    }),
  )
})

test('a percentage is rounded as the engine rounds it', () => {
  fc.assert(
    fc.property(amountOf(0, 1_000), percent, (amount, share) => {
      expect(percentOf(amount, share)).toBe(formatDecimal(floors.percentOf(money(amount), pct(share))))
    }),
    { numRuns: runs(2_000) },
  )
  expect(percentOf('0.000000000000000005', '50')).toBe('0.000000000000000002')
  expect(percentOf('0.000000000000000007', '50')).toBe('0.000000000000000004')
})
