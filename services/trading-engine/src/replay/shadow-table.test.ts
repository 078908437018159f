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
    ended,
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
  expect(tableOf([])).toMatchObject({ compared: 0, shadow: { passed: { atLeast: { share: null } }, ended: [] } })
})
