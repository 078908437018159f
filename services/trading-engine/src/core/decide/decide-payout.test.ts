/** GMX takes 0.06 % of a taker: 1 BTC-USD from 20000 to 21000 leaves a profit of 1000 − 12 − 12.6 = 975.4. */
import type { Person } from '../model/account/person.js'
import { close, market } from '../../../test/support/commands.js'
import { words, readable } from '../../../test/support/engine/readable.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { payoutEligibility } from '../risk/payout-eligibility.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { dailyFloor, drawdownFloor } from '../margin/floors.js'
import { NO_PAYOUTS, type PayoutHistory } from '../model/account/payout-history.js'
import type { Payout } from '../model/account/payout.js'
import type { Outcome } from '../model/outcome.js'
import type { PayoutTerms } from '../model/plan/payout-terms.js'
import { decimal, formatDecimal, rate, usd, type Rate } from '../values/decimal.js'
import {
  decidePayoutApproval,
  decidePayoutCancellation,
  decidePayoutProposal,
  decidePayoutRejection,
  decidePayoutRequest,
  traderAmountOf,
} from './decide-payout.js'

function withProfit(trader = aTrader()): Trader {
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  trader.script.setPrice('BTC-USD', '21000')
  trader.close(close())
  return trader
}
const asking =
  (amount: string, open: Payout | null = null) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutRequest(account, { amount: usd(decimal(amount)), clientId: 'c-1' }, { ...NO_PAYOUTS, open }, context)
const person = (name: string, ...tokens: readonly string[]): Person => ({ name, tokens: [`of ${name}`, ...tokens] })
const proposing =
  (payout: Payout, pct: string, operator = person('anna')) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutProposal(account, payout, { sharePct: rate(decimal(pct)), operator }, NO_PAYOUTS, context)
const proposingByTerms =
  (payout: Payout) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutProposal(account, payout, { sharePct: null, operator: person('anna') }, NO_PAYOUTS, context)
const approving =
  (payout: Payout, operator = person('ben'), version: number | null = null) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutApproval(account, payout, { operator, version }, NO_PAYOUTS, context)
const rejecting =
  (payout: Payout) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutRejection(account, payout, { reason: 'not yet', code: null, operator: 'ben' }, context)

test('a payout is asked for, split by one operator, approved by another, and then debited', () => {
  const trader = withProfit()
  const requested = trader.apply(asking('975.4'))
  expect(words(requested, 'amount', 'status', 'clientId', 'traderAmount', 'version')).toBe('975.4 REQUESTED c-1 null 1')
  const proposed = trader.apply(proposing(requested, '33'))
  // 975.4 × 33 % = 321.882
  expect(words(proposed, 'status', 'traderSharePct', 'traderAmount', 'proposedBy', 'version')).toBe(
    'PROPOSED 33 321.88 anna 2',
  )
  expect(proposed.proposedAt).not.toBeNull()
  const before = trader.account
  const paid = trader.apply(approving(proposed))
  expect(words(paid, 'id', 'status', 'decidedBy', 'version')).toBe(`${requested.id} PAID ben 3`)
  expect(paid.decidedAt).not.toBeNull()
  expect(formatDecimal(trader.account.balance)).toBe('100000')
  expect(formatDecimal(usd(trader.account.netDeposits - before.netDeposits))).toBe('-975.4')
  expect(trader.transfers.at(-1)).toMatchObject({ house: 'capital', direction: 'OUT', amount: decimal('975.4') })
  expect(trader.events.slice(-3).map((event) => [event.type, 'payout' in event && event.payout])).toEqual([
    ['payout.requested', requested],
    ['payout.proposed', proposed],
    ['payout.paid', paid],
  ])
})

test('a request is in whole cents, no more than is available, and the only one', () => {
  const trader = withProfit()
  expect(trader.problem(asking('10.001'))).toMatchObject({
    kind: 'invalid',
    issues: [{ path: ['amount'], code: 'amount.cents', message: 'amount must be in whole cents' }],
  })
  expect(trader.problem(asking('975.41'))).toEqual({ kind: 'not_free', available: decimal('975.4') })
  const open = trader.apply(asking('1'))
  expect(trader.problem(asking('1', open))).toEqual({
    ...{ kind: 'payout', reason: 'payout_open', message: `payout ${open.id} of this account is not decided yet` },
  })
})

test('the same split again changes nothing, another one or by another operator does', () => {
  const trader = withProfit()
  const payout = trader.apply(proposing(trader.apply(asking('100')), '80'))
  const events = trader.events.length
  expect(trader.apply(proposing(payout, '80'))).toBe(payout)
  expect(trader.events).toHaveLength(events)
  expect(trader.apply(proposing(payout, '70'))).toMatchObject({ version: 3, traderAmount: decimal('70') })
  expect(trader.apply(proposing(payout, '80', person('carl')))).toMatchObject({ version: 3, proposedBy: 'carl' })
})

test('each token that proposed the same split is kept, and cannot approve it under another name', () => {
  const trader = withProfit()
  const first = trader.apply(proposing(trader.apply(asking('100')), '80', person('anna', 'old')))
  const again = trader.apply(proposing(first, '80', person('anna', 'new')))
  expect(again).toMatchObject({ version: 3, proposedWith: ['of anna', 'old', 'new'] })
  expect(trader.apply(proposing(again, '80'))).toBe(again)
  for (const token of ['old', 'new'])
    expect(trader.problem(approving(again, { name: 'nora', tokens: [token] }))).toMatchObject({
      reason: 'same_operator',
    })
})

test('an approval of the version that was read is refused once another split is proposed', () => {
  const trader = withProfit()
  const requested = trader.apply(asking('100'))
  const read = trader.apply(proposing(requested, '10'))
  const swapped = trader.apply(proposing(read, '90'))
  const { account } = trader
  expect(trader.problem(approving(swapped, person('ben'), read.version))).toEqual({
    kind: 'payout',
    reason: 'version',
    message: `payout ${read.id} is at version 3, not 2: read it again`,
  })
  expect(trader.account).toBe(account)
  expect(trader.apply(approving(swapped, person('ben'), 3))).toMatchObject({
    status: 'PAID',
    traderAmount: decimal('90'),
  })
})

test('nobody approves what is not split, or was split by himself, or is no longer free', () => {
  const trader = withProfit()
  const requested = trader.apply(asking('975.4'))
  expect(trader.problem(approving(requested))).toEqual({
    ...{ kind: 'payout', reason: 'payout_unsplit', message: `nobody has said how payout ${requested.id} is split` },
  })
  const proposed = trader.apply(proposing(requested, '50'))
  expect(trader.problem(approving(proposed, person('ANNA')))).toEqual({
    kind: 'payout',
    reason: 'same_operator',
    message: `payout ${requested.id} was proposed by anna: another operator has to approve it`,
  })
  expect(trader.problem(approving(proposed, person('nora', 'of anna')))).toMatchObject({ reason: 'same_operator' })
  const before = { ...proposed, proposedWith: [] }
  expect(trader.problem(approving(before))).toMatchObject({
    reason: 'same_operator',
    message: `who proposed payout ${requested.id} is not known for sure: it has to be proposed again`,
  })
  expect(trader.apply(proposing(before, '50'))).toMatchObject({ proposedWith: ['of anna'], version: 3 })
  trader.placed(market('BUY', '0.1'))
  // 2100 at 0.06 %
  expect(trader.problem(approving(proposed))).toEqual({ kind: 'not_free', available: decimal('974.14') })
})

test.each(['PAID', 'REJECTED'] as const)('what is %s is decided', (status) => {
  const trader = withProfit()
  const payout: Payout = { ...trader.apply(asking('1')), status }
  const problem = { kind: 'payout', reason: 'payout_ended', message: `payout ${payout.id} is ${status}` }
  for (const decide of [proposing(payout, '50'), approving(payout), rejecting(payout)])
    expect(trader.problem(decide)).toEqual(problem)
})

test('a rejection says why, and leaves the balance', () => {
  const trader = withProfit()
  const { balance } = trader.account
  const rejected = trader.apply(rejecting(trader.apply(asking('1'))))
  expect(rejected).toMatchObject({ status: 'REJECTED', reason: 'not yet', decidedBy: 'ben', version: 2 })
  expect(rejected.decidedAt).not.toBeNull()
  expect(trader.account.balance).toBe(balance)
  expect(trader.events.at(-1)).toMatchObject({ type: 'payout.rejected', payout: rejected })
})

const eligibilityOf = (trader: Trader, history: Partial<PayoutHistory> = {}, context = trader.script.context()) => {
  const { plan } = trader.account
  return payoutEligibility(trader.account, plan.risk.payouts!, { ...NO_PAYOUTS, ...history }, context)
}
const unmet = (trader: Trader, history: Partial<PayoutHistory> = {}, context = trader.script.context()) =>
  eligibilityOf(trader, history, context)
    .conditions.filter(({ isMet }) => !isMet)
    .map(({ condition, value, needed }) => [condition, value, needed].map(readable).join(' '))
const withTerms = (payouts: Partial<PayoutTerms>, fields: PlanFields = {}) =>
  withProfit(aTrader({ plan: aPlan({ payouts, ...fields }) }))
const DAY = 86_400_000_000

test.each<[string, Partial<PayoutTerms> | undefined, string]>([
  ['without terms', undefined, 'not_free'],
  ['with terms', {}, 'not_eligible'],
])('%s a phase before the last one of its challenge pays nothing of its profit', (_, payouts, kind) => {
  const terms = payouts === undefined ? {} : { payouts }
  const trader = withProfit(aTrader({ plan: aPlan({ objective: { profitTargetPct: rate(decimal('10')) }, ...terms }) }))
  expect(trader.apply(asking('975.4')).status).toBe('REQUESTED')
  const member = withProfit(aTrader({ plan: aPlan({ objective: { profitTargetPct: rate(decimal('10')) }, ...terms }) }))
  member.account = { ...member.account, challengeId: 'challenge', phase: 'evaluation' }
  expect(member.problem(asking('0.01'))).toMatchObject({ kind, available: 0n })
})

test('terms that are met change nothing of what is available, and say how it is split', () => {
  const { available, conditions, isEligible, limits, split } = eligibilityOf(withTerms({}))
  expect([formatDecimal(available), isEligible]).toEqual(['975.4', true])
  expect(limits.map(({ limit, amount }) => `${limit} ${formatDecimal(amount)}`)).toEqual([
    'free_margin 100975.4',
    'profit 975.4',
  ])
  // 975.4 × 80 % = 780.32
  expect(formatDecimal(split.traderAmount)).toBe('780.32')
  expect(conditions.map(({ condition }) => condition)).toEqual([
    ...['account_state', 'no_open_payout', 'first_after_days', 'min_amount'],
  ])
})

test('days count from the opening and from the payout before, to the microsecond', () => {
  const trader = withTerms({ firstAfterDays: 14, everyDays: 7 })
  const opened = trader.account.createdAt
  const at = (days: number, micros: number, lastPaidAt: number | null = null) => {
    const context = { ...trader.script.context(), now: opened + days * DAY + micros }
    return unmet(trader, { lastPaidAt }, context)
  }
  expect(at(14, -1)).toEqual(['first_after_days 13 14'])
  expect(at(14, 0)).toEqual([])
  expect(at(21, -1, opened + 14 * DAY)).toEqual(['every_days 6 7'])
  expect(at(21, 0, opened + 14 * DAY)).toEqual([])
})

test('a request that is not eligible is told every condition', () => {
  const trader = withTerms({ amountMin: usd(decimal('500')), requiresFlat: true, firstAfterDays: 1 })
  trader.placed(market('BUY', '0.1'))
  expect(trader.problem(asking('100'))).toMatchObject({
    kind: 'not_eligible',
    available: decimal('974.14'),
    conditions: [
      { condition: 'account_state', isMet: true, message: 'the account is ACTIVE' },
      { condition: 'no_open_payout', isMet: true },
      { condition: 'first_after_days', isMet: false, value: 0n, needed: decimal('1'), unit: 'days' },
      { condition: 'flat', isMet: false, message: 'nothing may be open; 1 position is' },
      { condition: 'min_amount', isMet: false, message: 'a payout is at least 500 USD; this one is 100 USD' },
    ],
  })
})

test.each<[string, Partial<PayoutTerms>, string]>([
  ['a buffer', { buffer: usd(decimal('100')) }, '875.4'],
  ['an amount', { amountMax: usd(decimal('300')) }, '300'],
  ['a share of the balance', { balancePctMax: rate(decimal('0.5')) }, '504.877'],
  ['a share of the profit', { profitPctMax: rate(decimal('50')) }, '487.7'],
])('%s caps what is available', (_cap, payouts, expected) => {
  expect(formatDecimal(eligibilityOf(withTerms(payouts)).available)).toBe(expected)
})

test('adjustments, open losses and the floor that stays lower what is available', () => {
  expect(formatDecimal(eligibilityOf(withTerms({}), { adjustments: usd(decimal('75.4')) }).available)).toBe('900')
  // The peak of 100975.4 leaves a floor of 100475.4, which a payout does not move.
  const trailing = { mode: 'TRAILING_CLOSED', pct: null, amount: usd(decimal('500')), onFirstPayout: 'KEEP' } as const
  expect(formatDecimal(eligibilityOf(withTerms({}, { words: 'PRESENT', maxDrawdown: trailing })).available)).toBe('500')
  const trader = withTerms({})
  trader.placed(market('BUY', '0.1'))
  trader.script.setPrice('BTC-USD', '20000')
  // 975.4 − 1.26 of fee − 100 of open loss
  expect(formatDecimal(eligibilityOf(trader).available)).toBe('874.14')
})

test.each([
  ['0', '60', []],
  ['40', '60', []],
  ['40.01', '60', ['holding_time 59.99 60']],
])('of 100 of profit %s from positions that were too short, %s %% asked for', (short, pct, expected) => {
  const trader = withTerms({ holdingTime: { secondsMin: 60, profitSharePct: rate(decimal(pct)) } })
  const held = { total: usd(decimal('100')), longEnough: usd(decimal('100') - decimal(short)) }
  expect(unmet(trader, { held })).toEqual(expected)
})

test.each([
  [4, ['qualifying_days 4 5']],
  [5, []],
])('%i days count of five that are asked for', (days, expected) => {
  const trader = withTerms({ qualifyingDays: { min: 5, counts: 'OPENED', threshold: null } })
  expect(unmet(trader, { days })).toEqual(expected)
})

test('one day that earned it all is not consistent, and what is still needed is said', () => {
  const consistency: PayoutTerms['consistency'] = {
    ...{ numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LE', applies: ['PAYOUT'], window: 'LAST_PAYOUT' },
    pct: rate(decimal('40')),
  }
  const { conditions } = eligibilityOf(withTerms({ consistency }))
  // 975.4 ÷ 40 % = 2438.5
  expect(conditions.find(({ condition }) => condition === 'consistency')).toEqual({
    ...{ condition: 'consistency', isMet: false, unit: 'percent' },
    ...{ value: decimal('100'), needed: decimal('40') },
    message:
      'the best day may be at most 40 % of what was earned; it is 975.4 USD, which takes 2438.5 USD: 1463.1 USD more',
  })
})

test.each([
  ['a halt', 'HALTED'],
  ['an end', 'TERMINATED'],
] as const)('%s is not paid out', (_, state) => {
  const trader = withTerms({})
  trader.account = { ...trader.account, state }
  expect(unmet(trader)).toEqual(['account_state  '])
})

const cancelling =
  (payout: Payout) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutCancellation(account, payout, context)

test('what is asked for is reserved: off the free margin, and no order can use it', () => {
  // 20,000 of margin at leverage 20 carries 400,000, and with 975 less 380,500.
  const trader = withTerms({}, { initialBalance: '20000', leverageMax: '20' })
  const order = market('BUY', '19')
  const before = trader.account
  expect(trader.refusals(market('BUY', '21'))).toContain('insufficient_margin')
  const payout = trader.apply(asking('975.4'))
  expect(formatDecimal(trader.figures().freeMargin)).toBe('20000')
  expect(eligibilityOf(trader).available).toBe(0n)
  expect(trader.refusals(market('BUY', '19.97'))).toContain('insufficient_margin')
  const cancelled = trader.apply(cancelling(payout))
  expect(cancelled).toMatchObject({ status: 'CANCELLED', decidedBy: null, version: 2 })
  expect(trader.apply(cancelling(cancelled))).toBe(cancelled)
  expect([trader.account.openPayout, trader.account.balance]).toEqual([null, before.balance])
  expect(trader.events.at(-1)).toMatchObject({ type: 'payout.cancelled', payout: cancelled })
  expect(formatDecimal(trader.figures().freeMargin)).toBe('20975.4')
  trader.placed(order)
})

test('a payout that somebody has proposed cannot be cancelled, and its reservation is what pays it', () => {
  const trader = withTerms({})
  const proposed = trader.apply(proposingByTerms(trader.apply(asking('975.4'))))
  expect(trader.problem(cancelling(proposed))).toMatchObject({ reason: 'payout_proposed' })
  expect(trader.apply(approving(proposed))).toMatchObject({ status: 'PAID' })
  expect([trader.account.openPayout, formatDecimal(trader.account.balance)]).toEqual([null, '100000'])
})

test('an account that is halted after it has asked is not paid until it is released', () => {
  const trader = withTerms({})
  const proposed = trader.apply(proposingByTerms(trader.apply(asking('975.4'))))
  const before = trader.account
  trader.account = { ...before, state: 'HALTED' }
  expect(trader.problem(approving(proposed))).toMatchObject({
    ...{ kind: 'not_eligible', available: 0n },
    conditions: [{ condition: 'account_state', isMet: false, message: 'an account that is HALTED is not paid out' }],
  })
  trader.account = before
  expect(trader.apply(approving(proposed))).toMatchObject({ status: 'PAID' })
})

test('nor is a halted one of a plan without terms; one that was closed is', () => {
  const trader = withProfit()
  const proposed = trader.apply(proposing(trader.apply(asking('100')), '80'))
  const before = trader.account
  trader.account = { ...before, state: 'HALTED' }
  expect(trader.problem(approving(proposed))).toMatchObject({ kind: 'not_eligible' })
  trader.account = { ...before, state: 'CLOSED' }
  expect(trader.apply(approving(proposed))).toMatchObject({ status: 'PAID' })
})

test('an operator rejects with a word, and what was reserved is free', () => {
  const trader = withTerms({})
  expect(trader.apply(rejecting(trader.apply(asking('1'))))).toMatchObject({ status: 'REJECTED', code: 'other' })
  expect(trader.account.openPayout).toBeNull()
})

test.each([
  ['KEEP', '90000'],
  ['INITIAL', '100000'],
  ['SHIFT', '89800'],
] as const)(
  'a first payout of 200 with %s leaves a drawdown floor of %s, and that of the day 200 lower',
  (on, floor) => {
    const trader = withTerms(
      {},
      {
        ...{ words: 'PRESENT', bothCrossed: 'STRICTEST' },
        maxDrawdown: { pct: rate(decimal('10')), onFirstPayout: on },
        dailyLoss: { pct: rate(decimal('5')), reference: 'BALANCE', amountBase: 'INITIAL' },
      },
    )
    const floors = ({ account }: Trader) => [drawdownFloor(account), dailyFloor(account) ?? 0n].map(formatDecimal)
    expect(floors(trader)).toEqual(['90000', '95000'])
    trader.apply(approving(trader.apply(proposingByTerms(trader.apply(asking('200'))))))
    expect(floors(trader)).toEqual([floor, '94800'])
  },
)

test('a payout that would be paid into a floor is rejected by the mark that shows it, no earlier', () => {
  const trailing = { mode: 'TRAILING_CLOSED', pct: null, amount: usd(decimal('500')), onFirstPayout: 'KEEP' } as const
  const trader = withTerms({}, { words: 'PRESENT', maxDrawdown: trailing, marginMode: 'CROSS' })
  trader.placed(market('BUY', '0.1'))
  // 500 − 1.26 of fee: with 400 reserved 98.74 may be lost.
  const payout = trader.apply(asking('400'))
  trader.script.setPrice('BTC-USD', '20012.6')
  expect(trader.fillResting()).toBeNull()
  trader.script.setPrice('BTC-USD', '20012.5')
  expect(trader.fillResting()?.payouts).toMatchObject([
    { id: payout.id, status: 'REJECTED', code: 'insufficient_profit', decidedBy: null, version: 2 },
  ])
  expect(trader.account).toMatchObject({ state: 'ACTIVE', openPayout: null })
  expect(trader.events.at(-1)).toMatchObject({ type: 'payout.rejected' })
  expect(trader.fillResting()).toBeNull()
})

test('a breach ends the reserved payout in the same decision', () => {
  const trader = withTerms({}, { maxDrawdown: { pct: rate(decimal('1')) } })
  trader.placed(market('BUY', '1'))
  trader.apply(asking('500'))
  trader.script.setPrice('BTC-USD', '18000')
  const changes = trader.fillResting()
  expect([changes?.account.state, changes?.payouts?.map(({ status }) => status)]).toEqual(['TERMINATED', ['REJECTED']])
})

test('without terms nothing is reserved, and a breach leaves the request to the operators', () => {
  const trader = withProfit(aTrader({ plan: aPlan({ maxDrawdown: { pct: rate(decimal('1')) } }) }))
  trader.placed(market('BUY', '1'))
  trader.apply(asking('500'))
  expect(trader.account.openPayout).toBeNull()
  trader.script.setPrice('BTC-USD', '18000')
  expect(trader.fillResting()).toMatchObject({ account: { state: 'TERMINATED' } })
  expect(trader.events.map(({ type }) => type)).not.toContain('payout.rejected')
})

test('the plan splits by what the challenge has paid, and no operator says otherwise', () => {
  const split = [
    { upToTotal: usd(decimal('1000')), pct: rate(decimal('100')) },
    { upToTotal: usd(decimal('1500')), pct: rate(decimal('90')) },
    { upToTotal: null, pct: rate(decimal('80.5')) },
  ]
  const trader = withTerms({ split })
  const requested = trader.apply(asking('975.4'))
  const by =
    (history: PayoutHistory, sharePct: Rate | null = null) =>
    (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>) =>
      decidePayoutProposal(account, requested, { sharePct, operator: person('anna') }, history, context)
  expect(trader.problem(by(NO_PAYOUTS, rate(decimal('80'))))).toMatchObject({
    issues: [{ path: ['trader_share_pct'], code: 'payout.split' }],
  })
  const before = (paid: string) => ({ ...NO_PAYOUTS, paidTotal: usd(decimal(paid)) })
  const amountAfter = (paid: string) => formatDecimal(trader.apply(by(before(paid))).traderAmount!)
  expect(amountAfter('0')).toBe('975.4')
  // 100 + 500 × 90 % + 375.4 × 80.5 % = 852.197
  expect(amountAfter('900')).toBe('852.19')
  // 975.4 × 80.5 % = 785.197
  expect(amountAfter('2000')).toBe('785.19')
  const proposed = trader.apply(by(before('900')))
  const approved =
    (history: PayoutHistory) =>
    (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>) =>
      decidePayoutApproval(account, proposed, { operator: person('ben'), version: null }, history, context)
  expect(trader.problem(approved(before('901')))).toMatchObject({ reason: 'payout_unsplit' })
  expect(trader.apply(approved(before('900')))).toMatchObject({ status: 'PAID', traderAmount: decimal('852.19') })
})

test('without terms a proposal has to say the share', () => {
  const trader = withProfit()
  const payout = trader.apply(asking('1'))
  const split = { sharePct: null, operator: person('anna') }
  expect(
    trader.problem((account, context) => decidePayoutProposal(account, payout, split, NO_PAYOUTS, context)),
  ).toMatchObject({ issues: [{ path: ['trader_share_pct'], code: 'any.required' }] })
})

test.each([
  ['100', '100', '100'],
  ['0.01', '50', '0'],
  ['333.33', '33.33', '111.09'],
])('of %s a share of %s %% is %s, down to cents', (amount, pct, expected) => {
  expect(formatDecimal(traderAmountOf(usd(decimal(amount)), rate(decimal(pct))))).toBe(expected)
})
