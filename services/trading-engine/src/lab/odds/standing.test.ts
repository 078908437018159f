/** Odds of an account that goes on: the closed forms of gambler's ruin, from where it stands; and its beginning. */
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import type { Account } from '../../core/model/account/account.js'
import type { OddsTask, SampledTrade } from '../../core/read/odds.js'
import { standingAccount } from '../../core/read/standing-account.js'
import { decimal, usd } from '../../core/values/decimal.js'
import { estimateOdds } from './estimate-odds.js'
import { openMarkAccount } from './mark-account.js'

const UNIT = 100
const ATTEMPTS = 2_500
const dollars = (amount: number) => usd(decimal(String(amount)))
const ZERO = dollars(0)
const won: SampledTrade = { net: dollars(UNIT), best: dollars(UNIT), worst: ZERO }
const lost: SampledTrade = { net: dollars(-UNIT), best: ZERO, worst: dollars(UNIT) }
/** A floor that `units` of losses reach, and one less does not. */
const loss = (units: number) => ({ pct: null, amount: dollars(units * UNIT - UNIT / 2) })
const target = (units: number) =>
  ({ words: 'PRESENT', profitTarget: { pct: null, amount: dollars(units * UNIT) } }) as const

/** Days of one trade each, of which so many of twenty are won. */
const daysOf = (wins: number) => Array.from({ length: 20 }, (_, day) => [day < wins ? won : lost])

interface Asked {
  readonly wins: number
  readonly days: number
  readonly standing?: (account: Account) => Account
}

function oddsOf(fields: PlanFields, { wins, days, standing }: Asked) {
  const plan = aPlan({ words: 'PRESENT', bothCrossed: 'STRICTEST', dailyLoss: null, ...fields })
  const task: OddsTask = {
    phases: [{ phase: null, plan }],
    source: { method: 'DAY_BOOTSTRAP', days: daysOf(wins) },
    ...{ balance: null, attempts: ATTEMPTS, seed: 20_260_301, days, fee: ZERO },
    ...(standing && {
      standing: {
        account: standing(openMarkAccount(plan, null)),
        payouts: { lastPaidAt: null, paidTotal: ZERO, days: null },
      },
    }),
  }
  const phase = estimateOdds(task).phases[0]!
  return { ...phase, passes: phase.passed?.count ?? 0 }
}

const up = (units: number) => (account: Account) =>
  standingAccount(account, usd(account.balance + dollars(units * UNIT)))

test.each([
  [10, 5, 5, 3],
  [10, 10, 5, -4],
  [11, 5, 10, -2],
  [9, 10, 5, 4],
  [12, 3, 12, 5],
])('%p of 20 won, %p down and %p up from the beginning, %p up now', (wins, down, target_, now) => {
  const fields = { maxDrawdown: loss(down), objective: target(target_) }
  const { passes, ends } = oddsOf(fields, { wins, days: 3_000, standing: up(now) })
  const p = wins / 20
  const ratio = (1 - p) / p
  const due =
    wins === 10 ? (down + now) / (down + target_) : (1 - ratio ** (down + now)) / (1 - ratio ** (down + target_))
  expect(ends.find(({ end }) => end === 'unfinished')).toBeUndefined()
  const error = Math.sqrt((due * (1 - due)) / ATTEMPTS)
  expect(Math.abs(passes / ATTEMPTS - due) / error).toBeLessThanOrEqual(3)
})

test.each<[string, PlanFields]>([
  ['a fixed floor', { maxDrawdown: loss(5) }],
  ['a floor that trails', { maxDrawdown: { ...loss(5), mode: 'TRAILING_INTRADAY' } }],
  ['a limit of a day', { dailyLoss: { ...loss(1), reference: 'BALANCE', action: 'TERMINATE' } }],
])('one that stands at its beginning meets what one that begins does, a day later: %s', (_, fields) => {
  const plan = { ...fields, objective: target(6) }
  const begun = oddsOf(plan, { wins: 11, days: 40 })
  const stands = oddsOf(plan, { wins: 11, days: 41, standing: up(0) })
  expect(stands.passes).toBe(begun.passes)
  expect(stands.ends).toEqual(begun.ends)
  const { p50, p90 } = begun.daysToPass!
  expect(stands.daysToPass).toEqual({ p50: p50 + 1, p90: p90 + 1 })
})

test('days that it has traded, a lock of today and its high are taken along', () => {
  const winner = { wins: 20, days: 20 }
  const traded = (days: number) => (account: Account) => ({ ...up(0)(account), tradedDays: days })
  const days = { objective: { ...target(2), tradingDaysMin: 6 } } as const
  const passedOn = (standing: Asked['standing']) =>
    oddsOf(days, { ...winner, ...(standing && { standing }) }).daysToPass
  expect([passedOn(traded(0))?.p50, passedOn(traded(3))?.p50, passedOn(traded(5))?.p50]).toEqual([7, 4, 3])
  const locked = (account: Account): Account => ({ ...up(0)(account), state: 'REDUCE_ONLY' })
  expect(oddsOf({ objective: target(2) }, { ...winner, standing: locked }).daysToPass).toEqual({ p50: 3, p90: 3 })
  // A floor five units under a high that is three units above: two losses are left.
  const fallen = (account: Account): Account => ({ ...up(0)(account), highWaterMark: up(3)(account).balance })
  const trailing = { maxDrawdown: { ...loss(5), mode: 'TRAILING_INTRADAY' }, objective: target(9) } as const
  const { ends } = oddsOf(trailing, { wins: 0, days: 3, standing: fallen })
  expect(ends.map(({ end, share }) => [end, share.count])).toEqual([['max_drawdown', ATTEMPTS]])
  expect(oddsOf(trailing, { wins: 0, days: 3, standing: up(0) }).ends.map(({ end }) => end)).toEqual(['unfinished'])
})
