import { decideCloseAccount } from './decide-close-account.js'
import { riskActionFor } from '../risk/supervise.js'
import { limit, market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const close = (trader: Trader) =>
  trader.apply((account, context) => decideCloseAccount(account, 'left the programme', context))

/** Long 1 BTC-USD and 10 SOL-USD, with an entry and a stop that wait. */
const holding = (): Trader => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  trader.placed(market('BUY', '10', { symbol: 'SOL-USD' }))
  trader.placed(limit('BUY', '1', '15000'))
  trader.placed(stop('SELL', '1', '18000', { flags: REDUCE_ONLY }))
  return trader
}

test('all orders are cancelled and all positions closed, in one decision and without a breach', () => {
  const trader = holding()
  const { version } = trader.account
  const account = close(trader)
  expect(account).toMatchObject({ state: 'CLOSED', stateReason: 'left the programme', version: version + 1 })
  expect([account.orders.size, account.positions.size]).toEqual([0, 0])
  expect([...trader.orders.values()].map(({ status, reason }) => `${status} ${reason}`)).toEqual([
    ...['FILLED null', 'FILLED null', 'CANCELLED account_closed', 'CANCELLED account_closed', 'FILLED account_closed'],
    'FILLED account_closed',
  ])
  expect(trader.events.map(({ type }) => type)).not.toContain('account.breach')
  expect(trader.refusals(market('BUY', '0.1'))).toContain('account_state')
  expect(decideCloseAccount(trader.account, 'again', trader.script.context())).toMatchObject({ changes: null })
})

test('what cannot be closed now is closed at the first price that can be traded', () => {
  const trader = holding()
  trader.script.setOpen('SOL-USD', false)
  expect(close(trader).positions.size).toBe(1)
  expect(riskActionFor(trader.account, trader.script.context())).toEqual({ kind: 'CLOSE' })
  expect(trader.fillResting()).toBeNull()
  trader.script.setOpen('SOL-USD', true)
  trader.fillResting()
  expect(trader.account).toMatchObject({ state: 'CLOSED', stateReason: 'left the programme' })
  expect(trader.account.positions.size).toBe(0)
  expect([...trader.orders.values()].at(-1)?.reason).toBe('account_closed')
  expect(riskActionFor(trader.account, trader.script.context())).toBeNull()
})

test.each(['REDUCE_ONLY', 'HALTED', 'PASSED'] as const)('an account that is %s can be closed', (state) => {
  const trader = holding()
  trader.account = { ...trader.account, state, lockedUntil: trader.account.day.endsAt }
  expect(close(trader)).toMatchObject({ state: 'CLOSED', lockedUntil: null })
})

test('a terminated account keeps its reason', () => {
  const trader = holding()
  trader.account = { ...trader.account, state: 'TERMINATED' }
  const problem = trader.problem((account, context) => decideCloseAccount(account, 'x', context))
  expect(problem).toMatchObject({ kind: 'account_state', state: 'TERMINATED' })
})
