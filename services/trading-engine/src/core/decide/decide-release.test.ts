import { decimal, rate } from '../values/decimal.js'
import { decideHalt } from './decide-halt.js'
import { decideRelease } from './decide-release.js'
import { market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

/** Long 5 BTC-USD from 20000, at 5 % of daily loss, which locks: equity of 95000 at 19012. */
const holding = (): Trader => {
  const pct = rate(decimal('5'))
  const trader = aTrader({ plan: aPlan({ leverageMax: '5', dailyLoss: { pct, action: 'LOCK' } }) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '5'))
  return trader
}
const goTo = (trader: Trader, mark: string): void => {
  trader.script.setPrice('BTC-USD', mark)
  trader.fillResting()
}
const halt = (trader: Trader) => trader.apply((account, context) => decideHalt(account, 'x', context))
const release = (trader: Trader) => trader.apply(decideRelease)

test('a halted account trades again', () => {
  const trader = holding()
  halt(trader)
  expect(release(trader)).toMatchObject({ state: 'ACTIVE', stateReason: null, lockedUntil: null })
  expect(trader.placed(market('BUY', '0.1')).status).toBe('FILLED')
  expect(decideRelease(trader.account, trader.script.context())).toMatchObject({ changes: null })
})

test('limits of the plan apply immediately: an account that lost its day while it was halted comes back locked', () => {
  const trader = holding()
  halt(trader)
  goTo(trader, '19000')
  expect(trader.account.state).toBe('HALTED')
  expect(release(trader)).toMatchObject({ state: 'REDUCE_ONLY', stateReason: 'daily_loss_limit' })
  expect(trader.events.at(-1)).toMatchObject({ type: 'account.breach', breach: { action: 'LOCKED' } })
})

test('a lock is lifted early once the loss is gone, and not before', () => {
  const trader = holding()
  goTo(trader, '19000')
  expect(trader.account.state).toBe('REDUCE_ONLY')
  expect(trader.problem(decideRelease)).toMatchObject({ kind: 'account_state', state: 'REDUCE_ONLY' })
  expect(trader.account.state).toBe('REDUCE_ONLY')
  goTo(trader, '19500')
  expect(release(trader)).toMatchObject({ state: 'ACTIVE', lockedUntil: null })
})

test.each(['PASSED', 'TERMINATED', 'CLOSED'] as const)('an account that is %s cannot be released', (state) => {
  const trader = aTrader()
  trader.account = { ...trader.account, state }
  expect(trader.problem(decideRelease)).toMatchObject({ kind: 'account_state', state })
})
