/**
 * Where `safeEquityRangeOf` says that an account needs no action, `evaluateAccount` finds none, and outside it finds
 * one. After an action is done, the next look neither does nor records anything.
 */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import type { Account } from '../model/account/account.js'
import { decimal, max, rate, usd } from '../values/decimal.js'
import { openDraft } from '../model/draft.js'
import { dailyLossOf } from '../margin/floors.js'
import type { DrawdownRule, LossAction, Reference } from '../model/plan/loss-rules.js'
import { safeEquityRangeOf, evaluateAccount, supervise } from './supervise.js'
import { market } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { aTrader } from '../../../test/support/trader.js'

const wholes = (low: number, high: number) =>
  fc.integer({ min: low, max: high }).map((whole) => usd(decimal(`${whole}`)))
const percents = fc.integer({ min: 1, max: 100 }).map((whole) => rate(decimal(`${whole}`)))

const targets = fc.integer({ min: 1, max: 20 }).map((whole) => rate(decimal(`${whole}`)))

const RISK = fc.record({
  maxDrawdown: fc.record({
    mode: fc.constantFrom<DrawdownRule['mode']>('STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY'),
    pct: percents,
    lockAtInitial: fc.boolean(),
  }),
  dailyLoss: fc.record({
    pct: percents,
    warnAtPct: percents,
    base: fc.constantFrom<Reference>('INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF'),
    action: fc.constantFrom<LossAction>('TERMINATE', 'LOCK'),
  }),
  objective: fc.option(fc.record({ profitTargetPct: targets, tradingDaysMin: fc.integer({ min: 0, max: 2 }) })),
})

const ACCOUNT = fc.record({
  state: fc.constantFrom<Account['state']>('ACTIVE', 'REDUCE_ONLY', 'PASSED', 'TERMINATED', 'CLOSED'),
  ...{ highWaterMark: wholes(90_000, 130_000), netDeposits: wholes(-5_000, 5_000) },
  ...{ startBalance: wholes(80_000, 120_000), startEquity: wholes(80_000, 120_000) },
  ...{ startNetDeposits: wholes(-5_000, 5_000), isWarned: fc.boolean(), peak: fc.option(wholes(90_000, 140_000)) },
})

/** A long of 1 BTC-USD opened at the mark, so that equity is the balance. */
const holding = (risk: Pick<PlanFields, 'maxDrawdown' | 'dailyLoss' | 'objective'>) => {
  const trader = aTrader({ plan: aPlan(risk) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}

test('an account is calm exactly where nothing has to be done about it', () => {
  let safeSeen = 0
  fc.assert(
    fc.property(RISK, ACCOUNT, fc.integer({ min: -2, max: 2 }), fc.boolean(), (risk, fields, step, isHigh) => {
      const { account: opened, script } = holding(risk)
      const { state, highWaterMark, netDeposits, peak, ...day } = fields
      const seen = peak === null ? null : { mark: peak, day: null }
      const held: Account = { ...opened, state, highWaterMark, netDeposits, day: { ...opened.day, ...day } }
      const safeRange = safeEquityRangeOf(held, seen)
      if (safeRange === null) return
      safeSeen += 1
      const edge = isHigh && safeRange.upTo !== null ? safeRange.upTo : safeRange.above
      const equity = usd(edge + BigInt(step))
      const account: Account = { ...held, balance: equity }
      const { action, highs } = evaluateAccount(account, script.context(), seen)
      const highest = peak === null ? highWaterMark : max(peak, highWaterMark)
      if (equity > safeRange.above && (safeRange.upTo === null || equity <= safeRange.upTo)) {
        expect(action).toBeNull()
        expect([null, highest]).toContain(highs?.mark ?? null)
      }
      if (safeRange.upTo !== null && equity > safeRange.upTo) expect(highs?.mark).toBe(equity - netDeposits)
      // A lock of its own stays as it is until the day ends.
      if (equity < safeRange.above && state === 'ACTIVE') expect(action).not.toBeNull()
    }),
    { numRuns: runs(2_000) },
  )
  expect(safeSeen).toBeGreaterThan(runs(2_000) / 4)
})

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

type Case = readonly [Drawn<typeof RISK>, Drawn<typeof ACCOUNT>, number, boolean, boolean]

interface CaseFields {
  readonly action?: 'LOCK' | 'TERMINATE'
  readonly isWarned?: boolean
  readonly isOpen?: boolean
  readonly isStale?: boolean
  readonly isPassing?: boolean
}

const percent = (text: string) => rate(decimal(text))

/** An account of 100,000 that may lose 5 % in a day, and has lost so many fifteenths of that. */
function caseOf(fifteenths: number, fields: CaseFields = {}): Case {
  const { action = 'LOCK', isWarned = true, isOpen = false, isStale = false, isPassing = false } = fields
  const [initial, none] = [usd(decimal('100000')), usd(0n)]
  return [
    {
      maxDrawdown: { mode: 'STATIC', pct: percent('50'), lockAtInitial: false },
      dailyLoss: { pct: percent('5'), warnAtPct: percent('80'), base: 'INITIAL', action },
      objective: isPassing ? { profitTargetPct: percent('1'), tradingDaysMin: 1 } : null,
    },
    {
      ...{ state: 'ACTIVE', highWaterMark: initial, netDeposits: none, startNetDeposits: none },
      ...{ startBalance: initial, startEquity: initial, isWarned, peak: null },
    },
    ...([fifteenths, !isOpen, isStale] as const),
  ]
}

/** One of each action, as some are rare among what is drawn. */
const CASES: readonly Case[] = [
  caseOf(16),
  caseOf(16, { isOpen: true, isStale: true }),
  caseOf(16, { action: 'TERMINATE' }),
  caseOf(13, { isWarned: false }),
  caseOf(-5, { isPassing: true }),
]

test('what has to be done is done in one look, and the next finds nothing more', () => {
  const done = new Set<string>()
  const fifteenths = fc.integer({ min: -5, max: 20 })
  fc.assert(
    fc.property(RISK, ACCOUNT, fifteenths, fc.boolean(), fc.boolean(), (risk, fields, fifteenth, isFlat, isStale) => {
      const { account: opened, script } = holding(risk)
      const { state, highWaterMark, netDeposits, peak, ...day } = fields
      const seen = peak === null ? null : { mark: peak, day: null }
      script.setStale('BTC-USD', isStale)
      const positions = isFlat ? new Map() : opened.positions
      const given = { state, highWaterMark, netDeposits, positions, tradedDays: 2, day: { ...opened.day, ...day } }
      // Between the base of the day's loss and its floor, or a little beyond.
      const { base, floor } = dailyLossOf({ ...opened, ...given })!
      const balance = usd(base - ((base - floor) * BigInt(fifteenth)) / 15n)
      const account: Account = { ...opened, ...given, balance }
      const { action } = evaluateAccount(account, script.context(), seen)
      if (action !== null) done.add(`${action.kind}${isStale && !isFlat ? ' while stale' : ''}`)
      const draft = openDraft(account, script.context())
      supervise(draft, script.context(), seen)
      const left = evaluateAccount(draft.account, script.context(), seen).action
      expect([null, 'CLOSE']).toContain(left?.kind ?? null)
    }),
    { numRuns: runs(2_000), examples: CASES.map((each) => [...each]) },
  )
  for (const kind of ['TERMINATE', 'LOCK', 'LOCK while stale', 'WARN', 'PASS']) expect(done).toContain(kind)
})
