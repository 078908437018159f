import { usd } from '../core/values/decimal.js'
import type { ShadowResult } from './shadow-account.js'
import { newFigures, type LifeFigures } from './shadow-figures.js'
import { tableOf } from './shadow-table.js'

const shadowed = (own: Partial<LifeFigures>, shadow: Partial<LifeFigures>, more: Partial<ShadowResult> = {}) => ({
  ...{ accountId: '', status: 'DIFFERENT' as const, commands: 2, supposed: 0, difference: null, reason: null, ...more },
  ...{ own: { ...newFigures(), ...own }, shadow: { ...newFigures(), ...shadow } },
})

const PASSED = { state: 'PASSED', isPassed: true, paidOut: usd(5n) } as const
const FAILED = { state: 'TERMINATED', stateReason: 'max_drawdown' } as const
const LOST_DAY = { state: 'TERMINATED', stateReason: 'daily_loss_limit' } as const
const CUT = { reason: 'production had not read a price' }

test('what was not decided to its end is passed at most, unless it has ended', () => {
  const table = tableOf([
    shadowed(PASSED, PASSED, { status: 'SAME' }),
    shadowed(PASSED, FAILED),
    shadowed(FAILED, {}, CUT),
    shadowed(FAILED, FAILED, CUT),
    shadowed(FAILED, LOST_DAY),
    shadowed(PASSED, PASSED, { status: 'UNKNOWN' }),
  ])
  expect([table.compared, table.different]).toEqual([5, 4])
  const counts = ({ passed, ended, paidOut }: typeof table.own) => [
    [passed.atLeast.count, passed.atMost.count, passed.atLeast.of],
    ended.map(({ reason, accounts }) => ({ reason, accounts: accounts.count })),
    paidOut,
  ]
  expect(counts(table.own)).toEqual([[2, 2, 5], [{ reason: 'max_drawdown', accounts: 3 }], 10n])
  expect(counts(table.shadow)).toEqual([
    [1, 2, 5],
    [
      { reason: 'max_drawdown', accounts: 2 },
      { reason: 'daily_loss_limit', accounts: 1 },
    ],
    5n,
  ])
})

test('of nothing there is no share', () => {
  expect(tableOf([])).toMatchObject({
    compared: 0,
    shadow: { passed: { atLeast: { share: null } }, ended: [] },
    change: null,
  })
})

test('breaches are counted by rule and action, once an account, and payouts in pairs', () => {
  const breach = { rule: 'daily_loss_limit', action: 'LOCKED', limit: usd(1n), value: usd(0n), at: 1 } as const
  const strike = { ...breach, action: 'TERMINATED' } as const
  const paid = (dollars: number) => ({ paidOut: usd(BigInt(dollars) * 10n ** 18n) })
  const { own, shadow, change } = tableOf([
    shadowed(paid(100), { ...paid(0), breaches: [breach, breach] }),
    shadowed(paid(0), { ...paid(50), breaches: [breach, strike] }),
    shadowed(paid(300), { ...PASSED, ...paid(300) }),
    shadowed(paid(0), paid(0)),
  ])
  expect(own.breaches).toEqual([])
  expect(shadow.breaches.map(({ accounts, ...of }) => [of, accounts.count, accounts.of])).toEqual([
    [{ rule: 'daily_loss_limit', action: 'LOCKED', breaches: 3 }, 2, 4],
    [{ rule: 'daily_loss_limit', action: 'TERMINATED', breaches: 1 }, 1, 4],
  ])
  expect([own.paid.count, own.meanPaid?.value, shadow.paid.count, shadow.meanPaid?.value]).toEqual([2, 100, 2, 87.5])
  expect(own.meanPaid!.low).toBeLessThan(own.meanPaid!.value)
  expect(own.meanPaid!.high).toBeLessThanOrEqual(300)
  // −100, 50, 0, 0: an interval of the differences, and not of each plan by itself.
  expect(change!.paid).toMatchObject({ value: -12.5 })
  expect(change!.paid.low).toBeGreaterThanOrEqual(-100)
  expect(change!.paid.high).toBeLessThanOrEqual(50)
  expect(change!.passed.value).toBe(0.25)
})
