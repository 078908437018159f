import type { Account } from '../core/model/account/account.js'
import { decimal, rate, usd } from '../core/values/decimal.js'
import { aPlan, type PlanFields } from '../../test/support/plans/plans.js'
import { aTrader } from '../../test/support/trader.js'
import { switchPlan } from './switch-plan.js'

/** The reason why an account of a plan is not compared with another one, from the middle of its life on. */
function reasonOf(own: PlanFields, other: PlanFields, lived: Partial<Account> = {}): string | null {
  const { account } = aTrader({ plan: aPlan(own) })
  const switched = switchPlan({ ...account, ...lived }, aPlan(other))
  return 'reason' in switched ? switched.reason : null
}

const PEAK = 'the peak that the plan trails was not kept before that time'
const DAYS = 'its trading days were counted otherwise before that time'
const paid = { paidOut: usd(decimal('500')) }

const drawdown = (fields: PlanFields['maxDrawdown']): PlanFields => ({
  maxDrawdown: { onFirstPayout: 'KEEP', ...fields },
})

test.each<[string, PlanFields['maxDrawdown'], PlanFields['maxDrawdown'], Partial<Account>, string | null]>([
  ['of another time', { mode: 'TRAILING_EOD' }, { mode: 'TRAILING_INTRADAY' }, {}, PEAK],
  ['of another thing', { mode: 'TRAILING_EOD', peakOf: 'BALANCE' }, { mode: 'TRAILING_EOD' }, {}, PEAK],
  ['of the same', { mode: 'TRAILING_EOD', peakOf: 'BALANCE' }, { mode: 'TRAILING_EOD', peakOf: 'BALANCE' }, {}, null],
  ['that a STATIC one keeps', {}, { mode: 'TRAILING_EOD' }, {}, null],
  ['that nothing trails', { mode: 'TRAILING_CLOSED', onFirstPayout: 'INITIAL' }, {}, paid, null],
  ['of closing fills', { mode: 'TRAILING_CLOSED' }, { mode: 'PCT_OF_PEAK', peakOf: 'BALANCE' }, {}, null],
  ['before payouts', { mode: 'TRAILING_EOD', onFirstPayout: 'INITIAL' }, { mode: 'TRAILING_EOD' }, {}, null],
  [
    'that ended with a payout',
    { mode: 'TRAILING_EOD', onFirstPayout: 'INITIAL' },
    { mode: 'TRAILING_EOD' },
    paid,
    PEAK,
  ],
  ['that payouts have moved', { mode: 'TRAILING_EOD', onFirstPayout: 'SHIFT' }, { mode: 'TRAILING_EOD' }, paid, PEAK],
])('a peak %s', (_, own, other, lived, reason) => {
  expect(reasonOf(drawdown(own), drawdown(other), lived)).toBe(reason)
})

const counting = (counts: 'OPENED' | 'NET_PROFIT', pct: string | null = null): PlanFields => {
  const threshold = pct === null ? null : { pct: rate(decimal(pct)), amount: null }
  return { objective: { words: 'PRESENT', tradingDays: { min: 5, counts, threshold } } }
}

test('trading days go on where both plans count them alike, or there are none yet', () => {
  const three = { tradedDays: 3 }
  expect(reasonOf(counting('OPENED'), counting('NET_PROFIT'), three)).toBe(DAYS)
  expect(reasonOf(counting('NET_PROFIT'), counting('NET_PROFIT', '0.5'), three)).toBe(DAYS)
  expect(reasonOf(counting('OPENED'), counting('NET_PROFIT'))).toBeNull()
  expect(reasonOf(counting('NET_PROFIT', '0.5'), counting('NET_PROFIT', '0.5'), three)).toBeNull()
  expect(reasonOf({ objective: null }, { objective: { words: 'STORED' } }, three)).toBeNull()
})
