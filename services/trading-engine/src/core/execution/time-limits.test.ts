/** An account that has not passed in time, and one that nobody trades: just before, at, and after their moments. */
import { decideHalt } from '../decide/decide-halt.js'
import { decideRelease } from '../decide/decide-release.js'
import { decideTimePassed } from '../decide/decide-time-passed.js'
import type { ObjectiveRule } from '../model/plan/objective-rule.js'
import { decimal, rate } from '../values/decimal.js'
import { formatTimestamp } from '../values/time.js'
import { limit, market } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { dueAt } from './advance.js'
import { nextTimeLimit } from './time-limits.js'

const DAY_MS = 24 * 3_600_000
const begin = (fields: PlanFields): Trader => {
  const trader = aTrader({ plan: aPlan(fields) })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const pass = (trader: Trader, ms: number): void => {
  trader.script.passTime(ms)
  trader.keep(decideTimePassed(trader.account, trader.script.context()))
}
const stateOf = ({ account }: Trader): string => [account.state, account.stateReason ?? ''].join(' ').trim()
const typesOf = ({ events }: Trader): readonly string[] => events.map(({ type }) => type)

const TARGET = { pct: rate(decimal('1')), amount: null }
const within = (daysMax: number, rule: Partial<ObjectiveRule> = {}): PlanFields => ({
  objective: { profitTarget: TARGET, daysMax, ...rule },
})

describe('max_days', () => {
  test('the account is closed at the end of its last day, and no breach is recorded', () => {
    const trader = begin(within(3))
    pass(trader, 3 * DAY_MS - 1)
    expect(stateOf(trader)).toBe('ACTIVE')
    pass(trader, 1)
    expect([stateOf(trader), typesOf(trader)]).toEqual(['CLOSED max_days', ['account.closed']])
    expect(nextTimeLimit(trader.account)).toBeNull()
    pass(trader, DAY_MS)
    expect(typesOf(trader)).toEqual(['account.closed'])
  })

  test('a challenge fails with its account', () => {
    const trader = begin(within(3))
    const challenge = { challengeId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', phase: 'one' }
    trader.account = { ...trader.account, ...challenge }
    pass(trader, 3 * DAY_MS)
    expect(trader.events.at(-1)).toMatchObject({ type: 'challenge.failed', challenge: { reason: 'max_days' } })
  })

  test('what is open is closed, by the service, and its orders end', () => {
    const trader = begin(within(3))
    trader.placed(market('BUY', '1'))
    const resting = trader.placed(limit('BUY', '1', '19000'))
    trader.script.passTime(3 * DAY_MS)
    trader.fillResting()
    expect([stateOf(trader), trader.account.positions.size]).toEqual(['CLOSED max_days', 0])
    expect(trader.order(resting.id).status).toBe('CANCELLED')
    expect([...trader.orders.values()].at(-1)).toMatchObject({ origin: { by: 'SYSTEM' }, reason: 'account_closed' })
  })

  test('an order that comes too late is refused', () => {
    const trader = begin(within(3))
    trader.script.passTime(3 * DAY_MS)
    expect(trader.refusals(market('BUY', '1'))).toEqual(['account_state'])
    expect(stateOf(trader)).toBe('CLOSED max_days')
  })

  test('a day that counts at that reset passes the account, which is not closed', () => {
    const days = { min: 1, counts: 'NET_PROFIT', threshold: null } as const
    const trader = begin({ ...within(1, { tradingDays: days }), tradingDay: { resetTime: '12:00' } })
    trader.placed(market('BUY', '5'))
    trader.script.setPrice('BTC-USD', '21000')
    trader.placed(market('SELL', '5'))
    expect(formatTimestamp(nextTimeLimit(trader.account)!)).toBe('2026-03-03T12:00:00.000Z')
    pass(trader, DAY_MS)
    expect(stateOf(trader)).toBe('PASSED objective')
  })

  test('what may be open is closed first: that may pass the account', () => {
    const trader = begin(within(1, { requiresFlat: false, targetBasis: 'BALANCE' }))
    trader.placed(market('BUY', '5'))
    trader.script.setPrice('BTC-USD', '21000')
    trader.script.passTime(DAY_MS)
    trader.script.setPrice('BTC-USD', '21000')
    trader.fillResting()
    expect([stateOf(trader), trader.account.positions.size]).toEqual(['PASSED objective', 0])
  })

  test('an account that has passed stays', () => {
    const trader = begin(within(3))
    trader.placed(market('BUY', '5'))
    trader.script.setPrice('BTC-USD', '21000')
    trader.placed(market('SELL', '5'))
    pass(trader, 5 * DAY_MS)
    expect(stateOf(trader)).toBe('PASSED objective')
  })
})

describe('inactivity', () => {
  const IDLE: PlanFields = { inactivity: { warnAfterDays: 15, closeAfterDays: 30 } }

  test('warned first, and closed so many days after the warning', () => {
    const trader = begin(IDLE)
    pass(trader, 15 * DAY_MS - 1)
    expect(typesOf(trader)).toEqual([])
    pass(trader, 1)
    expect(typesOf(trader)).toEqual(['account.inactivity_warning'])
    const { closesAt } = trader.events[0] as unknown as { readonly closesAt: number }
    expect(closesAt).toBe(nextTimeLimit(trader.account))
    pass(trader, 30 * DAY_MS - 1)
    expect(stateOf(trader)).toBe('ACTIVE')
    pass(trader, 1)
    expect([stateOf(trader), typesOf(trader)]).toEqual([
      'CLOSED inactivity',
      ['account.inactivity_warning', 'account.closed'],
    ])
  })

  test('late, it is warned, and has all the days that follow', () => {
    const trader = begin(IDLE)
    pass(trader, 100 * DAY_MS)
    expect([stateOf(trader), typesOf(trader)]).toEqual(['ACTIVE', ['account.inactivity_warning']])
    pass(trader, 29 * DAY_MS)
    expect(stateOf(trader)).toBe('ACTIVE')
  })

  test('an open position is activity for as long as it is open, and its end is the last', () => {
    const trader = begin(IDLE)
    trader.placed(market('BUY', '1'))
    trader.script.passTime(40 * DAY_MS)
    trader.fillResting()
    expect([nextTimeLimit(trader.account), typesOf(trader).includes('account.inactivity_warning')]).toEqual([
      null,
      false,
    ])
    trader.placed(market('SELL', '1'))
    pass(trader, 14 * DAY_MS)
    expect(typesOf(trader)).not.toContain('account.inactivity_warning')
    // A millisecond for the rows of the last fill.
    pass(trader, DAY_MS + 1)
    expect(typesOf(trader)).toContain('account.inactivity_warning')
  })

  test('a resting order is no activity; a fill after the warning takes it back', () => {
    const trader = begin(IDLE)
    trader.placed(limit('BUY', '1', '15000'))
    trader.script.passTime(15 * DAY_MS)
    trader.fillResting()
    expect(typesOf(trader)).toContain('account.inactivity_warning')
    trader.placed(market('BUY', '1'))
    trader.placed(market('SELL', '1'))
    expect(trader.account.progress?.warnedAt).toBeNull()
    trader.script.passTime(30 * DAY_MS - 1)
    trader.fillResting()
    expect(stateOf(trader)).toBe('ACTIVE')
  })

  test('while the operator halts the account no time passes; afterwards it begins again', () => {
    const trader = begin(IDLE)
    pass(trader, 15 * DAY_MS)
    trader.apply((account, context) => decideHalt(account, 'a look at it', context))
    pass(trader, 90 * DAY_MS)
    expect(stateOf(trader)).toBe('HALTED a look at it')
    trader.apply(decideRelease)
    pass(trader, 14 * DAY_MS)
    expect([stateOf(trader), trader.account.progress?.warnedAt]).toEqual(['ACTIVE', null])
  })
})

test('a plan that says neither asks for no time', () => {
  const trader = begin({ objective: { profitTargetPct: rate(decimal('8')), tradingDaysMin: 4 } })
  expect([nextTimeLimit(trader.account), trader.account.progress]).toEqual([null, null])
  expect(dueAt(trader.account, trader.script.context())).toBe(trader.account.day.endsAt)
})
