import { market, stop } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader } from '../../../test/support/trader.js'
import type { Account } from '../../core/model/account/account.js'
import { scaledPlan } from '../../core/model/account/scaling.js'
import { price, rate, usd } from '../../core/values/decimal.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import { parseTimestamp, type Micros } from '../../core/values/time.js'
import { accountAt, readCopied, writeCopied } from './copied-account.js'

const at = (text: string): Micros => parseTimestamp(text) ?? NaN
const UNIT = 10n ** 18n
const PLAN = aPlan({ tradingDay: { resetTime: '17:00', resetTimeZone: 'America/New_York' } })
const TAKEN = at('2026-11-30T14:00:00.000003Z')
/** A quarter of an hour before the copy, a minute before it, an hour after it. */
const [BEFORE, JUST, LATER] = [-900, -60, 3_600].map((seconds) => TAKEN + seconds * 1_000_000) as [
  Micros,
  Micros,
  Micros,
]
const ENDS = at('2026-11-30T22:00:00Z')

/** With something in each place where an account keeps a moment or a tick. */
function fullAccount(): Account {
  const trader = aTrader({ plan: PLAN })
  trader.place(market('BUY', '0.5'))
  trader.place(stop('SELL', '0.2', '10000'))
  const { account } = trader
  const scaling = {
    steps: [{ at: BEFORE, initialBalance: usd(125_000n * UNIT) }],
    splitPct: rate(90n),
    profit: usd(1n),
  }
  const peak = { price: price(61_000n * UNIT), priceTick: 100, tick: 120 }
  return {
    ...account,
    ...{ challengeId: 'c', phase: 'one', referral: 'r', scaling, plan: scaledPlan(PLAN, scaling), clock: JUST },
    ...{ state: 'HALTED', lockedUntil: ENDS, leverages: new Map([['GMX BTC-USD', rate(5n * UNIT)]]) },
    day: { ...account.day, date: '2026-11-29', endsAt: ENDS },
    compensation: { total: usd(5n), date: '2026-11-29', ofDate: usd(5n) },
    holds: [
      { kind: 'operator', since: BEFORE, until: LATER, reason: 'x' },
      { kind: 'daily_lock', since: JUST, until: ENDS, reason: null },
    ],
    positions: new Map(
      [...account.positions].map(([key, position]) => [
        key,
        { ...position, openedAt: BEFORE, uncovered: { since: JUST, spent: 7 }, flatWarnedAt: JUST },
      ]),
    ),
    orders: new Map(
      [...account.orders].map(([key, order]) => [
        key,
        {
          ...{ ...order, expiresAt: LATER, createdAt: BEFORE, updatedAt: JUST },
          trail: { offset: price(UNIT), sinceTick: 90, start: peak, peak },
        },
      ]),
    ),
    strikes: [{ id: 's', accountId: account.id, rule: 'news', positionId: 'p', at: BEFORE } as never],
  }
}

test('what a report keeps of it is all of it', () => {
  const copied = { account: fullAccount(), takenAt: TAKEN }
  expect([copied.account.positions.size, copied.account.orders.size]).toEqual([1, 1])
  expect(readCopied(JSON.parse(JSON.stringify(writeCopied(copied))) as object, PLAN)).toEqual(copied)
})

test.each([
  ['2026-03-08T05:00:00Z', '2026-03-07', '2026-03-08T21:00:00Z'],
  ['2026-12-24T23:30:00Z', '2026-12-24', '2026-12-25T22:00:00Z'],
])('as a run begins at %s its moments are as far away as they were, on the day of then', (begins, date, ends) => {
  const startsAt = at(begins)
  const account = fullAccount()
  const moved = accountAt({ account, takenAt: TAKEN }, startsAt, 'lab')
  const near = (moment: Micros | null | undefined, seconds: number): void => {
    const early = startsAt + seconds * 1_000_000 - (moment ?? NaN)
    expect(early >= 0 && early < TICK_MICROS).toBe(true)
  }
  expect(moved).toMatchObject({
    ...{ userId: 'lab', challengeId: null, phase: null, referral: null, eventSequence: 0, balance: account.balance },
    ...{ lockedUntil: at(ends), highWaterMark: account.highWaterMark, leverages: account.leverages },
    day: { ...account.day, date, endsAt: at(ends) },
    compensation: { date },
  })
  expect(moved.clock).toBeLessThanOrEqual(startsAt)
  near(moved.clock, -60)
  const [operator, lock] = moved.holds
  near(operator?.since, -900)
  near(operator?.until, 3_600)
  near(lock?.since, -60)
  expect(lock?.until).toBe(at(ends))
  near(moved.scaling?.steps[0]?.at, -900)
  near(moved.strikes[0]?.at, -900)
  const [position] = moved.positions.values()
  near(position?.openedAt, -900)
  near(position?.uncovered?.since, -60)
  near(position?.flatWarnedAt, -60)
  expect(position).toMatchObject({ fundedUntil: startsAt, uncovered: { spent: 7 } })
  const [order] = moved.orders.values()
  near(order?.createdAt, -900)
  near(order?.updatedAt, -60)
  near(order?.expiresAt, 3_600)
  // A field that is not moved would be of another season.
  const text = JSON.stringify(writeCopied({ account: moved, takenAt: startsAt }))
  const moments = [...text.matchAll(/:(\d{16})\b/g)].map(([, moment]) => Number(moment))
  expect(moments.length).toBeGreaterThan(10)
  expect(Math.max(...moments)).toBeLessThan(startsAt + 2 * 86_400_000_000)
  const ticks = Math.floor((startsAt - TAKEN) / TICK_MICROS)
  const peak = { price: 61_000n * UNIT, priceTick: 100 + ticks, tick: 120 + ticks }
  expect(order?.trail).toMatchObject({ sinceTick: 90 + ticks, start: peak, peak })
})
