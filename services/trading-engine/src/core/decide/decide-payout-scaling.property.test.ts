/**
 * Accounts that trade, are paid and grow at random, beside figures in whole millionths that are worked out here from
 * the words of docs/PAYOUTS.md and docs/RISK-RULES.md: initial balance, split, floors and what may be paid, to the last
 * digit. The random sequences, and no code, are shared.
 */
import fc from 'fast-check'
import { close, market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { runs } from '@ats/test-kit'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { dailyLossOf, drawdownFloor } from '../margin/floors.js'
import { NO_PAYOUTS, type PayoutHistory } from '../model/account/payout-history.js'
import { payoutEligibility } from '../risk/payout-eligibility.js'
import { decimal, rate, usd } from '../values/decimal.js'
import { formatTimestamp } from '../values/time.js'
import { decideAdvance } from '../execution/advance.js'
import { decidePayoutApproval, decidePayoutProposal, decidePayoutRequest } from './decide-payout.js'

const MILLION = 1_000_000
const MODES = ['STATIC', 'TRAILING_CLOSED', 'TRAILING_EOD', 'PCT_OF_PEAK'] as const

interface Step {
  readonly months: number | null
  readonly profit: number | null
  readonly payouts: number | null
  readonly growth: number | null
  readonly most: number
  readonly split: number | null
}

interface Rules {
  readonly mode: (typeof MODES)[number]
  /** Percent, or dollars. */
  readonly lost: { readonly pct: number } | { readonly amount: number }
  readonly lock: number | null
  readonly isFixed: boolean
  readonly daily: { readonly pct: number; readonly ofInitial: boolean } | { readonly amount: number }
  readonly buffer: number
  readonly steps: readonly Step[]
}

const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const step: fc.Arbitrary<Step> = fc.record({
  ...{ months: orNull(fc.integer({ min: 1, max: 3 })), profit: orNull(fc.integer({ min: 1, max: 4 })) },
  ...{ payouts: orNull(fc.integer({ min: 1, max: 3 })), growth: orNull(fc.integer({ min: 5, max: 120 })) },
  ...{ most: fc.integer({ min: 90_000, max: 900_000 }), split: orNull(fc.integer({ min: 60, max: 100 })) },
})
const share = fc.record({ pct: fc.integer({ min: 30, max: 60 }) })
const amount = fc.record({ amount: fc.integer({ min: 30_000, max: 60_000 }) })
const rules: fc.Arbitrary<Rules> = fc.record({
  ...{ mode: fc.constantFrom(...MODES), lost: fc.oneof(share, amount) },
  ...{ lock: orNull(fc.integer({ min: 0, max: 5_000 })), isFixed: fc.boolean() },
  daily: fc.oneof(fc.record({ pct: fc.integer({ min: 20, max: 40 }), ofInitial: fc.boolean() }), amount),
  ...{ buffer: fc.integer({ min: 0, max: 800 }), steps: fc.array(step, { minLength: 1, maxLength: 3 }) },
})
type Action =
  | { readonly kind: 'trade'; readonly to: number }
  | { readonly kind: 'pay'; readonly share: number }
  | { readonly kind: 'wait'; readonly hours: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('trade' as const), to: fc.integer({ min: 19_600, max: 21_800 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), share: fc.integer({ min: 1, max: 100 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 1_500 }) }),
  },
)

/** All money in millionths of a dollar. */
interface Figures {
  initial: number
  balance: number
  peak: number
  dayStart: number
  /** Payouts and growth since the day began. */
  dayMoved: number
  date: string
  earned: number
  isPaid: boolean
  split: number
  taken: number
  since: number
  earnedBefore: number
  payouts: number
}

const OPENED = 100_000 * MILLION

function planOf({ mode, lost, lock, isFixed, daily, buffer, steps }: Rules) {
  const isShare = 'pct' in lost || mode === 'PCT_OF_PEAK'
  const lostPct = 'pct' in lost ? lost.pct : 45
  const pct = (value: number) => rate(decimal(String(value)))
  const dollars = (value: number) => usd(decimal(String(value)))
  return aPlan({
    ...{ words: 'PRESENT', bothCrossed: 'STRICTEST' },
    maxDrawdown: {
      ...{
        mode,
        pct: isShare ? pct(lostPct) : null,
        amount: 'amount' in lost && !isShare ? dollars(lost.amount) : null,
      },
      peakOf: 'BALANCE',
      lockOffset: mode === 'STATIC' || lock === null ? null : dollars(lock),
      onFirstPayout: isFixed ? 'INITIAL' : 'KEEP',
    },
    dailyLoss: {
      ...('pct' in daily
        ? { pct: pct(daily.pct), amount: null, amountBase: daily.ofInitial ? 'INITIAL' : 'REFERENCE' }
        : { pct: null, amount: dollars(daily.amount) }),
      reference: 'BALANCE',
    },
    payouts: { buffer: dollars(buffer), split: [{ upToTotal: null, pct: pct(80) }] },
    scaling: steps.map(({ months, profit, payouts, growth, most, split }) => ({
      ...{ months, payouts, profitPct: profit === null ? null : pct(profit) },
      ...{ growthPct: growth === null ? null : pct(growth), balanceMax: growth === null ? null : dollars(most) },
      splitPct: split === null ? null : pct(split),
    })),
  })
}

function drawdownOf(
  { mode, lost, lock, isFixed }: Rules,
  { initial, peak, isPaid }: Figures,
  isOncePaid: boolean,
): number {
  const top = mode === 'STATIC' ? initial : peak
  const ofPeak = mode === 'PCT_OF_PEAK' ? (peak * ('pct' in lost ? lost.pct : 45)) / 100 : null
  const less = ofPeak ?? ('pct' in lost ? (initial * lost.pct) / 100 : lost.amount * MILLION)
  const stop = mode === 'STATIC' || lock === null ? Infinity : initial + lock * MILLION
  const floor = Math.min(top - less, stop)
  return isFixed && (isPaid || isOncePaid) ? Math.max(floor, initial) : floor
}

function dailyOf({ daily }: Rules, { initial, dayStart, dayMoved }: Figures): number {
  const less = 'amount' in daily ? daily.amount * MILLION : ((daily.ofInitial ? initial : dayStart) * daily.pct) / 100
  return dayStart + dayMoved - less
}

/** The last day of a month stands for all that it lacks. */
function monthsLater(from: number, months: number): number {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()))
  return date.getTime()
}

/** Whether it has grown; `now` in milliseconds. */
function grow(figures: Figures, { steps }: Rules, now: number): boolean {
  const next = steps[Math.min(figures.taken, steps.length - 1)]
  if (next === undefined) return false
  const isMet =
    (next.months === null || now >= monthsLater(figures.since, next.months)) &&
    (next.profit === null || (figures.earned - figures.earnedBefore) * 100 >= figures.initial * next.profit) &&
    (next.payouts === null || figures.payouts >= next.payouts)
  const most = Math.max(figures.initial, next.most * MILLION)
  const to = next.growth === null ? figures.initial : Math.min(figures.initial + (OPENED * next.growth) / 100, most)
  const split = next.split ?? figures.split
  if (!isMet || (to === figures.initial && split === figures.split)) return false
  const by = to - figures.initial
  figures.initial = to
  figures.balance += by
  figures.peak += by
  figures.dayMoved += by
  figures.split = split
  figures.taken += 1
  // The rows of a decision come microseconds after its moment.
  figures.since = now + 1
  figures.earnedBefore = figures.earned
  figures.payouts = 0
  return true
}

function begin(date: string): Figures {
  return {
    ...{ initial: OPENED, balance: OPENED, peak: OPENED, dayStart: OPENED, dayMoved: 0, date, earned: 0 },
    ...{ isPaid: false, split: 80, taken: 0, since: 0, earnedBefore: 0, payouts: 0 },
  }
}

const exact = (millionths: number): bigint => BigInt(Math.round(millionths)) * 10n ** 12n
const dateOf = (trader: Trader) => formatTimestamp(trader.script.now).slice(0, 10)

function roll(figures: Figures, { mode, isFixed }: Rules, date: string): void {
  if (figures.date === date) return
  Object.assign(figures, { date, dayStart: figures.balance, dayMoved: 0 })
  if (mode === 'TRAILING_EOD' && !(isFixed && figures.isPaid)) figures.peak = Math.max(figures.peak, figures.balance)
}

function compare(trader: Trader, figures: Figures, rules: Rules): void {
  const { account } = trader
  expect(account.balance).toBe(exact(figures.balance))
  expect(account.plan.initialBalance).toBe(exact(figures.initial))
  expect(account.plan.risk.payouts?.split).toEqual([{ upToTotal: null, pct: exact(figures.split * MILLION) }])
  expect(drawdownFloor(account)).toBe(exact(drawdownOf(rules, figures, false)))
  expect(dailyLossOf(account)?.floor).toBe(exact(dailyOf(rules, figures)))
}

/** Asks for a part of what there is, in whole cents; the account may grow by it. */
function pay(trader: Trader, figures: Figures, rules: Rules, part: number): boolean {
  const room = figures.balance - drawdownOf(rules, figures, true)
  const free = Math.max(0, Math.min(figures.balance, figures.balance - figures.initial - rules.buffer * MILLION, room))
  const history: PayoutHistory = { ...NO_PAYOUTS, paidSinceScaled: figures.payouts }
  const terms = trader.account.plan.risk.payouts
  if (terms === undefined) throw new Error('the plan pays')
  expect(payoutEligibility(trader.account, terms, history, trader.script.context()).available).toBe(exact(free))
  const asked = Math.floor((free * part) / 100 / 10_000) * 10_000
  if (asked === 0) return false
  const person = (name: string) => ({ name, tokens: [name] })
  const payout = trader.apply((account, context) =>
    decidePayoutRequest(account, { amount: usd(exact(asked)), clientId: 'c' }, history, context),
  )
  const by = { sharePct: null, operator: person('anna') }
  const proposed = trader.apply((account, context) => decidePayoutProposal(account, payout, by, history, context))
  expect(proposed.traderAmount).toBe(exact(Math.floor((asked * figures.split) / 100 / 10_000) * 10_000))
  trader.apply((account, context) =>
    decidePayoutApproval(account, proposed, { operator: person('ben'), version: null }, history, context),
  )
  figures.balance -= asked
  figures.dayMoved -= asked
  figures.isPaid = true
  figures.payouts += 1
  const paid = { ...figures }
  const hasGrown = grow(figures, rules, Math.floor(trader.script.now / 1000))
  // No floor comes nearer by it.
  const [rooms, before] = [roomOf(rules, figures), roomOf(rules, paid)]
  for (const place of [0, 1] as const) expect(rooms[place]).toBeGreaterThanOrEqual(before[place])
  return hasGrown
}

const roomOf = (rules: Rules, figures: Figures): readonly [drawdown: number, daily: number] => [
  figures.balance - drawdownOf(rules, figures, false),
  figures.balance - dailyOf(rules, figures),
]

function act(trader: Trader, figures: Figures, rules: Rules, one: Action): boolean {
  if (one.kind === 'wait') trader.script.setTime(formatTimestamp(trader.script.now + one.hours * 3_600_000_000))
  roll(figures, rules, dateOf(trader))
  trader.keep(decideAdvance(trader.account, trader.script.context()))
  if (one.kind === 'pay') return pay(trader, figures, rules, one.share)
  if (one.kind === 'wait') return false
  trader.script.setPrice('BTC-USD', '20000')
  // On the edge of a floor nothing is opened.
  if (trader.place(market('BUY', '1')).order === null) return false
  trader.script.setPrice('BTC-USD', String(one.to))
  trader.close(close())
  // 0.06 % of both prices.
  const earned = (one.to - 20_000) * MILLION - (20_000 + one.to) * 600
  figures.balance += earned
  figures.earned += earned
  const isTrailed = rules.mode === 'TRAILING_CLOSED' || rules.mode === 'PCT_OF_PEAK'
  if (isTrailed && !(rules.isFixed && figures.isPaid)) figures.peak = Math.max(figures.peak, figures.balance)
  return false
}

const RUNS = runs(500, 20)

test('initial balance, split, floors and what may be paid are those of the words, whatever comes in which order', () => {
  let grown = 0
  fc.assert(
    fc.property(rules, fc.array(action, { minLength: 10, maxLength: 60, size: 'max' }), (drawn, actions) => {
      const trader = aTrader({ plan: planOf(drawn) })
      const figures = begin(dateOf(trader))
      figures.since = Math.floor(trader.script.now / 1000)
      for (const one of actions) {
        if (act(trader, figures, drawn, one)) grown += 1
        if (trader.account.state !== 'ACTIVE') return
        compare(trader, figures, drawn)
      }
    }),
    { numRuns: RUNS },
  )
  expect(grown).toBeGreaterThan(RUNS / 2)
})
