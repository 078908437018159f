import { decideHalt } from './decide-halt.js'
import { limit, market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const halt = (trader: Trader, reason = 'under review') =>
  trader.apply((account, context) => decideHalt(account, reason, context))

/** Long 1 BTC-USD with an entry and a stop that wait. */
const trading = (): Trader => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  trader.placed(limit('BUY', '1', '15000'))
  trader.placed(stop('SELL', '1', '18000', { flags: REDUCE_ONLY }))
  return trader
}

test('opening orders are cancelled; reducing orders and the position stay', () => {
  const trader = trading()
  const account = halt(trader)
  expect(account).toMatchObject({ state: 'HALTED', stateReason: 'under review', lockedUntil: null })
  expect(account.holds).toMatchObject([{ kind: 'operator', until: null, reason: 'under review' }])
  expect([...trader.orders.values()].map(({ kind, status, reason }) => `${kind} ${status} ${reason}`)).toEqual([
    'MARKET FILLED null',
    'LIMIT CANCELLED account_halted',
    'STOP OPEN null',
  ])
  expect(trader.events.slice(-2)).toMatchObject([
    { type: 'account.halted', reason: 'under review' },
    { type: 'order.cancel', cancelledBy: 'SYSTEM' },
  ])
  expect(trader.refusals(market('BUY', '0.1'))).toEqual(['account_state'])
  expect(trader.placed(market('SELL', '0.5')).status).toBe('FILLED')
})

test('halting again changes nothing, whatever the reason', () => {
  const trader = trading()
  halt(trader)
  const outcome = decideHalt(trader.account, 'another', trader.script.context())
  expect(outcome).toEqual({ kind: 'decided', changes: null, answer: trader.account })
})

test('the end of the day does not end a halt, not even of an account that was locked', () => {
  const trader = trading()
  trader.account = { ...trader.account, state: 'REDUCE_ONLY', lockedUntil: trader.account.day.endsAt }
  halt(trader)
  trader.script.setTime('2026-03-04T00:00:00Z')
  trader.advance()
  expect(trader.account.state).toBe('HALTED')
})

test.each(['PASSED', 'TERMINATED', 'CLOSED'] as const)('an account that is %s cannot be halted', (state) => {
  const trader = trading()
  trader.account = { ...trader.account, state }
  expect(trader.problem((account, context) => decideHalt(account, 'x', context))).toEqual({
    kind: 'account_state',
    message: `an account that is ${state} cannot be halted`,
    state,
  })
})
