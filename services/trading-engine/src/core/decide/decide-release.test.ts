import type { Account } from '../model/account/account.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Changes } from '../model/draft.js'
import type { HoldKind } from '../model/account/hold.js'
import { decided } from '../model/outcome.js'
import { addHold } from '../execution/change-account-state.js'
import { decimal, rate } from '../values/decimal.js'
import { decideHalt } from './decide-halt.js'
import { decideRelease } from './decide-release.js'
import { market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
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

test('an account that reaches its daily floor while halted is locked, and still locked after the halt', () => {
  const trader = holding()
  halt(trader)
  goTo(trader, '19000')
  expect(trader.account).toMatchObject({ state: 'HALTED', stateReason: 'x', lockedUntil: null })
  expect(trader.account.holds.map(({ kind }) => kind)).toEqual(['operator', 'daily_lock'])
  expect(trader.events.at(-1)).toMatchObject({ type: 'account.breach', breach: { action: 'LOCKED' } })
  goTo(trader, '19500')
  goTo(trader, '19000')
  expect(release(trader)).toMatchObject({
    ...{ state: 'REDUCE_ONLY', stateReason: 'daily_loss_limit', lockedUntil: trader.account.day.endsAt },
    holds: [{ kind: 'daily_lock', until: trader.account.day.endsAt, reason: 'daily_loss_limit' }],
  })
  expect(trader.events.filter(({ type }) => type === 'account.breach')).toHaveLength(1)
})

test('a daily lock from before a halt stays after the halt, until the day ends', () => {
  const trader = holding()
  goTo(trader, '19000')
  const { lockedUntil } = trader.account
  halt(trader)
  goTo(trader, '19500')
  expect(release(trader)).toMatchObject({ state: 'REDUCE_ONLY', lockedUntil })
  halt(trader)
  trader.script.setTime('2026-03-04T00:00:00Z')
  trader.advance()
  expect(trader.account.holds.map(({ kind }) => kind)).toEqual(['operator'])
  expect(release(trader)).toMatchObject({ state: 'ACTIVE', holds: [] })
})

test('the operator cannot lift the trader’s kill switch', () => {
  const trader = holding()
  goTo(trader, '19000')
  goTo(trader, '19500')
  trader.apply((account, context) => decided(changesUnder('user_kill_switch', account, context), account))
  halt(trader)
  const kinds = () => trader.account.holds.map(({ kind }) => kind)
  expect(kinds()).toEqual(['operator', 'user_kill_switch', 'daily_lock'])
  expect(release(trader)).toMatchObject({ state: 'HALTED', stateReason: 'user_kill_switch' })
  expect(kinds()).toEqual(['user_kill_switch', 'daily_lock'])
  release(trader)
  expect(kinds()).toEqual(['user_kill_switch'])
  expect(trader.problem(decideRelease)).toMatchObject({ kind: 'account_state', state: 'HALTED' })
  expect(kinds()).toEqual(['user_kill_switch'])
})

function changesUnder(kind: HoldKind, account: Account, context: DecisionContext): Changes | null {
  const draft = openDraft(account, context)
  addHold(draft, { kind, until: null, reason: null })
  return draft.changes()
}

test('the operator can lift a lock once the loss is gone, and not before', () => {
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
