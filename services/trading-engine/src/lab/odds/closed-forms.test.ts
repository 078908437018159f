/**
 * Odds against the closed forms of gambler's ruin: one trade wins or loses a unit, with chances p and q = 1 − p.
 *
 *   with a target    P(+b before −a)       = (1 − (q/p)^a) ÷ (1 − (q/p)^(a+b)); a ÷ (a + b) where p = q
 *   without one      P(−a within n trades) = P(S ≤ −a) + (q/p)^a × P(S > a), of the sum S of n trades (reflection)
 *                    P(−a ever)            = (q/p)^a where p > q
 *   limit of a day   P(−a on one of D days, each from its own beginning) = 1 − (1 − P(−a within its trades))^D
 */
import { draw } from '@ats/test-kit'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { decimal, usd } from '../../core/values/decimal.js'
import type { PhaseOdds } from '../../core/read/odds.js'
import { estimateOdds } from './estimate-odds.js'

const UNIT = 100
const ATTEMPTS = 2_500
const SEED = 20_260_301
const dollars = (amount: number) => usd(decimal(String(amount)))
/** A loss that less than `units` are within, and as many are beyond. */
const loss = (units: number) => ({ pct: null, amount: dollars(units * UNIT - UNIT / 2) })
const unit = { best: dollars(UNIT), worst: dollars(UNIT) }

function oddsOf(fields: PlanFields, p: number, tradesPerDay: number, days: number): PhaseOdds {
  const plan = aPlan({ words: 'PRESENT', bothCrossed: 'STRICTEST', dailyLoss: null, ...fields })
  const model = {
    ...{ tradesPerDay, winRate: p },
    win: { net: dollars(UNIT), best: unit.best, worst: dollars(0) },
    loss: { net: dollars(-UNIT), best: dollars(0), worst: unit.worst },
  }
  const { phases } = estimateOdds({
    phases: [{ phase: null, plan }],
    source: { method: 'PARAMETRIC', model },
    ...{ balance: null, attempts: ATTEMPTS, seed: SEED, days, fee: dollars(0) },
  })
  return phases[0]!
}

const counted = ({ ends }: PhaseOdds, of: string): number => ends.find(({ end }) => end === of)?.share.count ?? 0

function expectWithin(count: number, due: number): void {
  const error = Math.sqrt((due * (1 - due)) / ATTEMPTS)
  expect(Math.abs(count / ATTEMPTS - due) / error).toBeLessThanOrEqual(3)
}

function binomial(n: number, p: number): readonly number[] {
  let row = [1]
  for (let trade = 0; trade < n; trade += 1)
    row = [...row, 0].map((_, won) => (row[won] ?? 0) * (1 - p) + (row[won - 1] ?? 0) * p)
  return row
}

/** The chance that n trades go down by a at some time. */
function ruinWithin(n: number, a: number, p: number): number {
  const sumIs = (holds: (sum: number) => boolean): number =>
    binomial(n, p).reduce((sum, chance, won) => (holds(2 * won - n) ? sum + chance : sum), 0)
  return sumIs((sum) => sum <= -a) + ((1 - p) / p) ** a * sumIs((sum) => sum > a)
}

/** One row of each form: a row takes a second. */
const drawn = <Row extends readonly number[]>(rows: readonly Row[]): readonly Row[] =>
  draw(rows, rows.length, (row) => `closed form ${row.join(' ')}`)

const WITH_TARGET = [
  [0.5, 5, 5],
  [0.5, 10, 5],
  [0.55, 5, 10],
  [0.45, 10, 5],
  [0.6, 3, 12],
  [0.52, 8, 8],
  [0.4, 12, 4],
] as const
test.each(drawn(WITH_TARGET))(`with a target: p = %p, %p units down, %p up (seed ${SEED})`, (p, a, b) => {
  const ratio = (1 - p) / p
  const due = p === 0.5 ? a / (a + b) : (1 - ratio ** a) / (1 - ratio ** (a + b))
  const objective = { words: 'PRESENT', profitTarget: { pct: null, amount: dollars(b * UNIT) } } as const
  const phase = oddsOf({ maxDrawdown: loss(a), objective }, p, 1, 3_000)
  expect(counted(phase, 'unfinished')).toBe(0)
  expect(counted(phase, 'max_drawdown') + phase.passed!.count).toBe(ATTEMPTS)
  expectWithin(phase.passed!.count, due)
})

const WITHIN_TRADES = [
  [0.5, 5, 30],
  [0.5, 10, 60],
  [0.55, 4, 40],
  [0.45, 8, 50],
  [0.6, 3, 20],
  [0.48, 6, 90],
] as const
test.each(drawn(WITHIN_TRADES))(
  `without a target: p = %p, %p units down within %p trades (seed ${SEED})`,
  (p, a, n) => {
    expectWithin(counted(oddsOf({ maxDrawdown: loss(a) }, p, 1, n), 'max_drawdown'), ruinWithin(n, a, p))
  },
)

const EVER = [
  [0.6, 3],
  [0.65, 4],
] as const
test.each(drawn(EVER))(`without a target or an end: p = %p, %p units down (seed ${SEED})`, (p, a) => {
  expectWithin(counted(oddsOf({ maxDrawdown: loss(a) }, p, 1, 120), 'max_drawdown'), ((1 - p) / p) ** a)
})

const WITHIN_DAYS = [
  [0.5, 4, 10, 20],
  [0.55, 3, 6, 10],
  [0.45, 6, 8, 15],
  [0.6, 2, 4, 12],
  [0.52, 5, 12, 30],
] as const
test.each(drawn(WITHIN_DAYS))(
  `the limit of a day: p = %p, %p units down in %p trades, %p days (seed ${SEED})`,
  (p, a, perDay, days) => {
    const due = 1 - (1 - ruinWithin(perDay, a, p)) ** days
    const dailyLoss = { ...loss(a), reference: 'BALANCE', action: 'TERMINATE' } as const
    expectWithin(counted(oddsOf({ dailyLoss }, p, perDay, days), 'daily_loss_limit'), due)
  },
)
