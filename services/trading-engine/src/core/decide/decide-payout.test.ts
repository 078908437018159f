/** GMX takes 0.06 % of a taker: 1 BTC-USD from 20000 to 21000 leaves a profit of 1000 − 12 − 12.6 = 975.4. */
import type { Person } from '../model/account/person.js'
import { close, market } from '../../../test/support/commands.js'
import { pick } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import type { Payout } from '../model/account/payout.js'
import type { Outcome } from '../model/outcome.js'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import {
  decidePayoutApproval,
  decidePayoutProposal,
  decidePayoutRejection,
  decidePayoutRequest,
  traderAmountOf,
} from './decide-payout.js'

function withProfit(): Trader {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  trader.script.setPrice('BTC-USD', '21000')
  trader.close(close())
  return trader
}
const asking =
  (amount: string, open: Payout | null = null) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutRequest(account, { amount: usd(decimal(amount)), clientId: 'c-1' }, open, context)
const person = (name: string, ...tokens: readonly string[]): Person => ({ name, tokens: [`of ${name}`, ...tokens] })
const proposing =
  (payout: Payout, pct: string, operator = person('anna')) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutProposal(account, payout, { sharePct: rate(decimal(pct)), operator }, context)
const approving =
  (payout: Payout, operator = person('ben'), version: number | null = null) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutApproval(account, payout, { operator, version }, context)
const rejecting =
  (payout: Payout) =>
  (...[account, context]: Parameters<Parameters<Trader['apply']>[0]>): Outcome<Payout> =>
    decidePayoutRejection(account, payout, { reason: 'not yet', operator: 'ben' }, context)

test('a payout is asked for, split by one operator, approved by another, and then debited', () => {
  const trader = withProfit()
  const requested = trader.apply(asking('975.4'))
  expect(pick(requested, 'amount', 'status', 'clientId', 'traderAmount', 'version')).toEqual({
    ...{ amount: '975.4', status: 'REQUESTED', clientId: 'c-1', traderAmount: null, version: 1 },
  })
  const proposed = trader.apply(proposing(requested, '33'))
  // 975.4 × 33 % = 321.882
  expect(pick(proposed, 'status', 'traderSharePct', 'traderAmount', 'proposedBy', 'version')).toEqual({
    ...{ status: 'PROPOSED', traderSharePct: '33', traderAmount: '321.88', proposedBy: 'anna', version: 2 },
  })
  expect(proposed.proposedAt).not.toBeNull()
  const before = trader.account
  const paid = trader.apply(approving(proposed))
  expect(pick(paid, 'id', 'status', 'decidedBy', 'version')).toEqual({
    ...{ id: requested.id, status: 'PAID', decidedBy: 'ben', version: 3 },
  })
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

test.each([
  ['100', '100', '100'],
  ['0.01', '50', '0'],
  ['333.33', '33.33', '111.09'],
])('of %s a share of %s %% is %s, down to cents', (amount, pct, expected) => {
  expect(formatDecimal(traderAmountOf(usd(decimal(amount)), rate(decimal(pct))))).toBe(expected)
})
