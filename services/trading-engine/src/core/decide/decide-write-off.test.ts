import { aMemoryVenue } from '../../../test/support/venues/memory-venue.js'
import { close, market } from '../../../test/support/commands.js'
import { decimal, formatDecimal, quantity, rate, usd } from '../values/decimal.js'
import { dailyFloor, drawdownFloor } from '../margin/floors.js'
import { profitOf } from '../margin/profit.js'
import type { Person } from '../model/account/person.js'
import { heldTokens } from '../model/account/token-holding.js'
import type { VenueFill } from '../model/live/venue-request.js'
import { decideSweep } from './decide-sweep.js'
import { decideWriteOffApproval, decideWriteOffProposal } from './decide-write-off.js'

const WETH = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
const person = (name: string, token = `of ${name}`): Person => ({ name, tokens: [token] })
const anna = person('anna')
const ben = person('ben')

/** A LIVE account that may lose 10 %, and was paid a profit of 1,500 USD as half an ETH, or in USDC. */
function traded(isPaidInToken: boolean) {
  const pct = rate(decimal('10'))
  const venue = aMemoryVenue({ plan: { maxDrawdown: { pct }, dailyLoss: { pct } } })
  const { trader } = venue
  trader.script.setPrice('BTC-USD', '20000')
  venue.execute(venue.of(trader.placed(market('BUY', '1')).id))
  const token = { token: WETH, name: 'ETH', decimals: 18 }
  const profit = { ...token, amount: quantity(decimal('0.5')), value: usd(decimal('1500')) }
  const unswapped: VenueFill['unswapped'] = isPaidInToken ? [profit] : []
  venue.execute(venue.of(trader.close(close()).order!.id), { price: isPaidInToken ? '21500' : '20000', unswapped })
  return trader
}
type Trader = ReturnType<typeof traded>

const propose = (trader: Trader, operator = anna, token = 'eth'): string => {
  const asked = { token, reason: 'no market any more', operator }
  trader.apply((account, context) => decideWriteOffProposal(account, asked, context))
  return heldTokens(trader.account.tokenHoldings)[0]!.writeOff!.id
}
const approve = (trader: Trader, proposalId: string, operator = ben) =>
  trader.apply((account, context) => decideWriteOffApproval(account, { proposalId, operator }, context))
const refused = (trader: Trader, proposalId: string, operator = ben) =>
  trader.problem((account, context) => decideWriteOffApproval(account, { proposalId, operator }, context))
const figuresOf = ({ account }: Trader): readonly string[] =>
  [account.balance, profitOf(account), drawdownFloor(account), dailyFloor(account)!].map(formatDecimal)

test('afterwards all figures are those of an account whose trade has paid no profit', () => {
  const [trader, flat] = [traded(true), traded(false)]
  const { balance } = trader.account
  approve(trader, propose(trader))
  expect(trader.account.balance).toBe(balance)
  expect(figuresOf(trader)).toEqual(figuresOf(flat))
  expect(heldTokens(trader.account.tokenHoldings)).toEqual([])
  expect(trader.account.tokenHoldings).toMatchObject([{ amount: 0n, value: 0n, writtenOff: decimal('0.5') }])
  expect(trader.account.tokenHoldings[0]).not.toHaveProperty('writeOff')
  expect(trader.transfers.slice(-2)).toMatchObject([
    { house: 'capital', direction: 'IN', amount: decimal('1500') },
    { house: 'write_off', direction: 'OUT', amount: decimal('1500') },
  ])
  expect(trader.events.at(-1)).toMatchObject({
    type: 'account.written_off',
    writtenOff: { venue: 'GMX', token: WETH, name: 'ETH', amount: decimal('0.5'), reason: 'no market any more' },
  })
  expect(trader.account.state).toBe('HALTED')
})

test('one person does not do, nor one with a token of the proposer; a proposal alone moves nothing', () => {
  const trader = traded(true)
  const before = figuresOf(trader)
  const id = propose(trader)
  expect(figuresOf(trader)).toEqual(before)
  expect(refused(trader, id, person('ANNA'))).toMatchObject({ kind: 'write_off', reason: 'same_operator' })
  expect(refused(trader, id, person('nora', 'of anna'))).toMatchObject({ reason: 'same_operator' })
  // Proposed again with another token, which changes nothing about the first one.
  const again = propose(trader, person('anna', 'second'))
  expect(refused(trader, again, person('nora', 'of anna'))).toMatchObject({ reason: 'same_operator' })
  approve(trader, again)
})

test.each<[string, (trader: Trader) => void]>([
  ['another proposal', (trader) => void propose(trader)],
  [
    'a sweep of a part',
    (trader) => {
      const sweep = { token: WETH, amount: quantity(decimal('0.1')), received: usd(decimal('300')) }
      trader.apply((account, context) => decideSweep(account, sweep, context))
    },
  ],
  ['its approval', (trader) => void approve(trader, heldTokens(trader.account.tokenHoldings)[0]!.writeOff!.id)],
])('what was read is not approved after %s', (_, change) => {
  const trader = traded(true)
  const id = propose(trader)
  change(trader)
  const [balance, transfers] = [trader.account.balance, trader.transfers.length]
  expect(refused(trader, id)).toMatchObject({ kind: 'write_off', reason: 'version' })
  expect([trader.account.balance, trader.transfers.length]).toEqual([balance, transfers])
})

test('what is left after a sweep is written off with its part of the value', () => {
  const trader = traded(true)
  const sweep = { token: WETH, amount: quantity(decimal('0.2')), received: usd(decimal('600')) }
  trader.apply((account, context) => decideSweep(account, sweep, context))
  approve(trader, propose(trader))
  expect(trader.transfers.at(-1)).toMatchObject({ house: 'write_off', amount: decimal('900') })
  expect(trader.account.tokenHoldings).toMatchObject([{ swept: decimal('0.2'), writtenOff: decimal('0.3') }])
})

test('an account that would be under its floor without the profit keeps it, and the missing sum is told', () => {
  const trader = traded(true)
  trader.account = { ...trader.account, balance: usd(drawdownFloor(trader.account) + decimal('1499.5')) }
  const id = propose(trader)
  expect(refused(trader, id)).toEqual({ kind: 'under_floor', missing: decimal('0.5') })
  trader.account = { ...trader.account, balance: usd(trader.account.balance + decimal('0.5')) }
  approve(trader, id)
  expect(trader.account.balance).toBe(drawdownFloor(trader.account))
})

test('a token that is not held cannot be proposed', () => {
  const trader = traded(true)
  const asked = { token: 'WBTC', reason: 'x', operator: anna }
  expect(trader.problem((account, context) => decideWriteOffProposal(account, asked, context))).toMatchObject({
    kind: 'invalid',
    issues: [{ code: 'token.not_held', message: 'the account holds no WBTC, but ETH' }],
  })
})
