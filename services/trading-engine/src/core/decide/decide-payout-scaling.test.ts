/** GMX takes 0.06 % of a taker: 1 BTC-USD from 20000 to 21000 leaves a profit of 1000 − 12 − 12.6 = 975.4. */
import { close, market } from '../../../test/support/commands.js'
import { readable } from '../../../test/support/engine/readable.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { dailyLossOf, drawdownFloor } from '../margin/floors.js'
import { profitOf } from '../margin/profit.js'
import { NO_PAYOUTS, type PayoutHistory } from '../model/account/payout-history.js'
import type { Payout } from '../model/account/payout.js'
import type { ScalingStep } from '../model/plan/scaling-terms.js'
import { payoutEligibility } from '../risk/payout-eligibility.js'
import { scalingProgress } from '../risk/scaling-progress.js'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { decidePayoutApproval, decidePayoutProposal, decidePayoutRequest } from './decide-payout.js'

const pct = (text: string) => rate(decimal(text))
const money = (text: string) => usd(decimal(text))

const STEP: Partial<ScalingStep> = {
  ...{ months: 2, profitPct: pct('0.5'), payouts: 2 },
  ...{ growthPct: pct('25'), balanceMax: money('140000'), splitPct: pct('90') },
}
const RULES: PlanFields = {
  ...{ words: 'PRESENT', bothCrossed: 'STRICTEST' },
  maxDrawdown: { mode: 'STATIC', pct: pct('10'), onFirstPayout: 'KEEP' },
  ...{ dailyLoss: { pct: pct('5'), reference: 'BALANCE', amountBase: 'INITIAL' }, payouts: {}, scaling: [STEP] },
}

function earned(trader: Trader): Trader {
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  trader.script.setPrice('BTC-USD', '21000')
  trader.close(close())
  return trader
}

/** Asks, proposes and approves. */
function pay(trader: Trader, amount: string, history: Partial<PayoutHistory>): Payout {
  const known = { ...NO_PAYOUTS, ...history }
  const person = (name: string) => ({ name, tokens: [name] })
  const asked = trader.apply((account, context) =>
    decidePayoutRequest(account, { amount: money(amount), clientId: 'c' }, known, context),
  )
  const proposed = trader.apply((account, context) =>
    decidePayoutProposal(account, asked, { sharePct: null, operator: person('anna') }, known, context),
  )
  return trader.apply((account, context) =>
    decidePayoutApproval(account, proposed, { operator: person('ben'), version: null }, known, context),
  )
}
const floors = ({ account }: Trader) =>
  [drawdownFloor(account), dailyLossOf(account)?.floor ?? 0n].map(formatDecimal).join(' ')

test('the payout that meets all of a step raises balance, initial balance and floors, and none of it is profit', () => {
  const trader = earned(aTrader({ plan: aPlan(RULES) }))
  expect(floors(trader)).toBe('90000 95000')
  trader.script.setTime('2026-05-02T12:00:00Z')
  const before = profitOf(trader.account)
  const { id } = pay(trader, '100', { paidSinceScaled: 1 })
  const { plan, balance, scaling } = trader.account
  expect([plan.initialBalance, plan.openedWith ?? 0n, balance].map(formatDecimal)).toEqual([
    '125000',
    '100000',
    '125875.4',
  ])
  expect(profitOf(trader.account)).toBe(before)
  // 10 % and 5 % of 125,000; the day began with 100,975.4 and has paid 100.
  expect(floors(trader)).toBe('112500 119625.4')
  expect(readable(trader.transfers.at(-1))).toMatchObject({ house: 'scaling', direction: 'IN', amount: '25000' })
  expect(trader.events.slice(-2).map(({ type }) => type)).toEqual(['payout.paid', 'account.scaled'])
  expect(readable(trader.events.at(-1))).toMatchObject({
    scaling: { step: 1, payoutId: id, from: '100000', to: '125000', amount: '25000', splitPct: '90' },
  })
  expect(scaling?.steps).toHaveLength(1)
  expect(plan.risk.payouts?.split).toEqual([{ upToTotal: null, pct: pct('90') }])
})

test.each<[string, string, string, number, boolean]>([
  ['all that is asked for', '2026-05-02T12:00:00Z', '0.5', 1, true],
  ['to the microsecond two months', '2026-05-02T11:59:59.999Z', '0.5', 1, false],
  ['a payout too few', '2026-05-02T12:00:00Z', '0.5', 0, false],
  ['the profit exactly', '2026-05-02T12:00:00Z', '0.9754', 1, true],
  ['a cent of profit too little', '2026-05-02T12:00:00Z', '0.97541', 1, false],
])('%s: at %s, %s % earned, %s payouts before', (_name, at, profitPct, paidSinceScaled, isScaled) => {
  const plan = aPlan({ ...RULES, scaling: [{ ...STEP, profitPct: pct(profitPct) }] })
  const trader = aTrader({ plan })
  expect(new Date(trader.account.createdAt / 1000).toISOString()).toBe('2026-03-02T12:00:00.000Z')
  earned(trader).script.setTime(at)
  pay(trader, '50', { paidSinceScaled })
  expect(trader.account.scaling !== null).toBe(isScaled)
})

test('the last step comes again, counts from the one before and stops at the highest initial balance', () => {
  const trader = earned(aTrader({ plan: aPlan(RULES) }))
  trader.script.setTime('2026-05-02T12:00:00Z')
  pay(trader, '100', { paidSinceScaled: 1 })
  const next = () => scalingProgress(trader.account, 2, trader.script.context().now)
  // 0.5 % of 125,000 from nothing.
  expect(readable(next())).toMatchObject({
    ...{ step: 2, isMet: false, initialBalance: '140000', splitPct: '90' },
    conditions: [
      { condition: 'months', isMet: false, message: '2 months have to be over; 0 months are' },
      {
        condition: 'profit',
        isMet: false,
        value: '0',
        message: '0.5 % of the initial balance, 625 USD, have to be earned; 0 USD are',
      },
      { condition: 'payouts', isMet: true, message: '2 payouts have to be paid; 2 payouts were' },
    ],
  })
  trader.script.setTime('2026-07-02T12:00:01Z')
  earned(trader)
  pay(trader, '100', { paidSinceScaled: 1 })
  expect(formatDecimal(trader.account.plan.initialBalance)).toBe('140000')
  expect(next()).toBeNull()
  trader.script.setTime('2026-12-02T12:00:00Z')
  earned(trader)
  pay(trader, '100', { paidSinceScaled: 5 })
  expect(trader.account.scaling?.steps).toHaveLength(2)
})

test('what may be paid, and caps in percent, are of the new initial balance', () => {
  const byClass = { crypto: { notionalMax: null, marginPctMax: pct('1'), positionsMax: null } }
  const trader = earned(aTrader({ plan: aPlan({ ...RULES, orderRules: { byClass } }) }))
  // 0.06 BTC-USD at 21000 and 20-fold: 63 of 1,000; 1,000 × 20 ÷ 21,000 = 0.952 is what fits.
  trader.script.setTime('2026-05-02T12:00:00Z')
  pay(trader, '100', { paidSinceScaled: 1 })
  const { account } = trader
  const terms = account.plan.risk.payouts
  if (terms === undefined) throw new Error('the plan pays')
  const { available } = payoutEligibility(account, terms, NO_PAYOUTS, trader.script.context())
  expect(formatDecimal(available)).toBe('875.4')
  trader.script.setPrice('BTC-USD', '21000')
  // 1,250 × 20 ÷ 21,000 = 1.1904…
  expect(trader.refusals(market('BUY', '1.2'))).toEqual(['class_exposure_cap'])
  expect(trader.placed(market('BUY', '1.19')).status).toBe('FILLED')
})

test('an account whose plan has no scaling is as it was', () => {
  const rules: PlanFields = { ...RULES }
  delete (rules as { scaling?: unknown }).scaling
  const trader = earned(aTrader({ plan: aPlan(rules) }))
  trader.script.setTime('2026-12-02T12:00:00Z')
  pay(trader, '100', { paidSinceScaled: 9 })
  expect(trader.account.scaling).toBeNull()
  expect(trader.account.plan).toEqual(aPlan(rules))
  expect(trader.events.at(-1)?.type).toBe('payout.paid')
})
