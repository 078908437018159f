import { decideHalt } from './decide-halt.js'
import { decideKillSwitch, decideLiftKillSwitch, whatIsUnderWay, type Stopped } from './decide-kill-switch.js'
import { decideRunOut } from './decide-run-out.js'
import { limit, market, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { aMemoryVenue } from '../../../test/support/venues/memory-venue.js'
import { decimal, rate } from '../values/decimal.js'
import { decided } from '../model/outcome.js'
import { SWITCH_ACTIONS, type SwitchAction } from '../model/account/trader-switch.js'

const kill = (trader: Trader, isFlatten = false): Stopped =>
  trader.apply((account, context) => decideKillSwitch(account, isFlatten, context))
const lift = (trader: Trader) => trader.apply(decideLiftKillSwitch)
const runOut = (trader: Trader, action: SwitchAction) =>
  trader.apply((account, context) => decided(decideRunOut(account, action, context), null))

/** Long 1 BTC-USD and short 10 SOL-USD, with stops, targets, an entry that waits and its exit. */
function trading(): Trader {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  trader.placed(market('SELL', '10', { symbol: 'SOL-USD' }))
  trader.placed(stop('SELL', '1', '18000', { flags: REDUCE_ONLY }))
  // Not reduce-only: it stops the position all the same.
  trader.placed(stop('BUY', '20', '120', { symbol: 'SOL-USD' }))
  trader.placed(takeProfit('SELL', '1', '30000', { flags: REDUCE_ONLY }))
  trader.placed(limit('SELL', '1', '31000'))
  const entry = trader.placed(limit('BUY', '1', '15000'))
  trader.placed(stop('SELL', '1', '14000', { parentOrderId: entry.id }))
  return trader
}

const shown = (trader: Trader): readonly string[] =>
  [...trader.orders.values()]
    .slice(2)
    .map(({ kind, symbol, side, status, reason, flags }) =>
      [kind, symbol.slice(0, 3), side, status, reason ?? '-', flags.reduceOnly ? 'reduce' : 'free'].join(' '),
    )

test('everything is cancelled but the stops of open positions, and the account is halted', () => {
  const trader = trading()
  const working = [...trader.account.orders.keys()]
  const { account, cancelled, closed, liquidating } = kill(trader)
  expect(account).toMatchObject({ state: 'HALTED', stateReason: 'user_kill_switch', lockedUntil: null })
  expect(account.holds).toMatchObject([{ kind: 'user_kill_switch', until: null, reason: null }])
  expect(shown(trader)).toEqual([
    ...['STOP BTC SELL OPEN - reduce', 'STOP SOL BUY OPEN - reduce'],
    ...['TAKE_PROFIT BTC SELL CANCELLED user_kill_switch reduce', 'LIMIT BTC SELL CANCELLED user_kill_switch free'],
    ...['LIMIT BTC BUY CANCELLED user_kill_switch free', 'STOP BTC SELL CANCELLED user_kill_switch reduce'],
  ])
  expect([...cancelled].sort()).toEqual(working.slice(2).sort())
  expect([closed, liquidating, account.positions.size]).toEqual([[], [], 2])
  expect(trader.events.at(-1)).toMatchObject({ type: 'order.cancel', cancelledBy: 'USER' })
  expect(trader.refusals(market('BUY', '0.1'))).toEqual(['account_state'])
  expect(trader.placed(market('SELL', '0.5')).status).toBe('FILLED')
})

test('after FLATTEN no position is open and no order is working', () => {
  const trader = trading()
  const positions = [...trader.account.positions.values()].map(({ id }) => id)
  const { account, closed } = kill(trader, true)
  expect([account.state, account.positions.size, account.orders.size]).toEqual(['HALTED', 0, 0])
  expect([...closed].sort()).toEqual(positions.sort())
  for (const id of positions) expect(trader.positions.get(id)).toMatchObject({ closeReason: 'USER' })
  expect([...trader.orders.values()].slice(-2)).toMatchObject([
    { kind: 'MARKET', tif: 'IOC', status: 'FILLED', reason: 'user_kill_switch' },
    { kind: 'MARKET', status: 'FILLED', reason: 'user_kill_switch' },
  ])
})

test('repeating it changes nothing, but does what the first one did not ask for', () => {
  const trader = trading()
  kill(trader)
  const before = trader.account
  expect(decideKillSwitch(before, false, trader.script.context())).toEqual({
    kind: 'decided',
    changes: null,
    answer: { account: before, cancelled: [], cancelling: [], closed: [], liquidating: [] },
  })
  expect(kill(trader, true).closed).toHaveLength(2)
  expect(trader.account.holds).toHaveLength(1)
})

test('a position that cannot be closed keeps its stop, is liquidating, and closes at the first tradable price', () => {
  const trader = trading()
  trader.script.setOpen('BTC-USD', false)
  const btc = trader.position('BTC-USD').id
  expect(kill(trader, true)).toMatchObject({ liquidating: [btc], closed: [expect.any(String)] })
  expect([...trader.account.orders.values()].map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual(['STOP BTC-USD'])
  expect(trader.fillResting()).toBeNull()
  // Lifted: it is closed all the same.
  lift(trader)
  expect(trader.fillResting()).toBeNull()
  trader.script.setOpen('BTC-USD', true)
  trader.fillResting()
  expect(trader.account.positions.size + trader.account.orders.size).toBe(0)
  expect(trader.positions.get(btc)).toMatchObject({ closeReason: 'USER', flattenedBy: 'user_kill_switch' })
})

test('of a LIVE account it names what its venue has been asked to cancel', () => {
  const venue = aMemoryVenue()
  const { trader } = venue
  trader.script.setPrice('BTC-USD', '20000')
  const resting = trader.placed(limit('BUY', '1', '19000'))
  trader.placed(limit('BUY', '1', '18000'))
  venue.accept(venue.of(resting.id))
  expect(whatIsUnderWay(trader.account)).toEqual({ liquidating: [], cancelling: [] })
  const { cancelling, cancelled } = kill(trader)
  expect([cancelling.map(({ id }) => id), cancelled.length]).toEqual([[resting.id], 1])
})

test('a part that the book cannot fill is closed with the next book', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '5'))
  trader.script.setBook({ symbol: 'BTC-USD', venue: 'GMX' }, { bids: [['19990', '2']], asks: [['20010', '2']] })
  const { liquidating } = kill(trader, true)
  expect([liquidating.length, trader.position().quantity]).toEqual([1, decimal('3')])
  trader.script.setBook({ symbol: 'BTC-USD', venue: 'GMX' }, { bids: [['19980', '9']], asks: [['20010', '2']] })
  trader.fillResting()
  expect(trader.account.positions.size).toBe(0)
})

test('during a news freeze of all orders the stop stays, and no position is closed', () => {
  const plan = aPlan({ newsFreeze: { scope: 'ALL' } })
  const trader = aTrader({ plan })
  trader.placed(market('BUY', '1'))
  trader.placed(stop('SELL', '1', '18000', { flags: REDUCE_ONLY }))
  trader.script.addNews({ at: trader.script.now, impact: 'HIGH', currencies: [], symbols: ['BTC-USD'] })
  expect(kill(trader, true).liquidating).toHaveLength(1)
  expect([trader.fillResting(), trader.account.orders.size]).toEqual([null, 1])
  trader.script.passTime(3 * 3_600_000)
  trader.fillResting()
  expect(trader.account.positions.size + trader.account.orders.size).toBe(0)
})

test('a cancellation by the kill switch costs what any by its trader does, one by the dead-man’s switch nothing', () => {
  const entry = limit('BUY', '1', '15000', { venue: 'OSTIUM' })
  const feesAfter = (stopIt: (trader: Trader) => unknown): bigint => {
    const trader = aTrader({ plan: aPlan({ costs: { oracleFee: true } }) })
    const { id } = trader.placed(entry)
    const placed = trader.order(id).fees
    stopIt(trader)
    return trader.order(id).fees - placed
  }
  const ofCancel = feesAfter((trader) => trader.cancelAll())
  expect(ofCancel).toBeGreaterThan(0n)
  expect(feesAfter((trader) => kill(trader))).toBe(ofCancel)
  expect(feesAfter((trader) => runOut(trader, 'CANCEL_OPENING'))).toBe(0n)
})

describe('lifting', () => {
  test('an account without other holds is ACTIVE again', () => {
    const trader = trading()
    kill(trader)
    expect(lift(trader)).toMatchObject({ state: 'ACTIVE', stateReason: null, holds: [] })
    expect(trader.placed(market('BUY', '0.1')).status).toBe('FILLED')
    expect(decideLiftKillSwitch(trader.account, trader.script.context())).toMatchObject({ changes: null })
  })

  test('the operator’s halt and the daily lock stay', () => {
    const pct = rate(decimal('5'))
    const trader = aTrader({ plan: aPlan({ leverageMax: '5', dailyLoss: { pct, action: 'LOCK' } }) })
    trader.placed(market('BUY', '5'))
    trader.script.setPrice('BTC-USD', '19000')
    trader.fillResting()
    kill(trader)
    trader.apply((account, context) => decideHalt(account, 'under review', context))
    expect(lift(trader)).toMatchObject({ state: 'HALTED', stateReason: 'under review' })
    expect(trader.account.holds.map(({ kind }) => kind)).toEqual(['operator', 'daily_lock'])
  })

  test('a floor that was crossed while the switch was on still ends the account', () => {
    const pct = rate(decimal('5'))
    const trader = aTrader({ plan: aPlan({ leverageMax: '5', dailyLoss: { pct, action: 'LOCK' } }) })
    trader.placed(market('BUY', '5'))
    kill(trader)
    trader.script.setPrice('BTC-USD', '19000')
    trader.fillResting()
    trader.script.setPrice('BTC-USD', '20000')
    expect(lift(trader)).toMatchObject({ state: 'REDUCE_ONLY', stateReason: 'daily_loss_limit' })
  })
})

test('an account that has passed is stopped and stays passed', () => {
  const trader = trading()
  trader.account = { ...trader.account, state: 'PASSED', stateReason: 'objective' }
  kill(trader, true)
  expect(trader.account).toMatchObject({ state: 'PASSED', stateReason: 'objective', holds: [] })
  expect(trader.account.orders.size + trader.account.positions.size).toBe(0)
  expect(lift(trader).state).toBe('PASSED')
})

test.each(['TERMINATED', 'CLOSED'] as const)('an account that is %s has no switches', (state) => {
  const trader = aTrader()
  trader.account = { ...trader.account, state }
  const problem = { kind: 'account_state', state }
  expect(trader.problem((account, context) => decideKillSwitch(account, true, context))).toMatchObject(problem)
  expect(trader.problem(decideLiftKillSwitch)).toMatchObject(problem)
  expect(decideRunOut(trader.account, 'FLATTEN', trader.script.context())).toBeNull()
})

describe('a dead-man’s switch that runs out', () => {
  test.each(SWITCH_ACTIONS)('its event comes before those of %s, and also where it changes nothing', (action) => {
    const [busy, idle] = [trading(), aTrader()]
    const before = busy.events.length
    for (const trader of [busy, idle]) runOut(trader, action)
    expect(busy.events[before]).toMatchObject({ type: 'dead_man_switch.ran_out', action })
    expect(busy.events.slice(before + 1).map(({ type }) => type)).toContain('order.cancel')
    expect(idle.events).toMatchObject([{ type: 'dead_man_switch.ran_out', action, sequence: 1 }])
  })

  test('CANCEL_OPENING cancels opening orders and keeps reducing ones', () => {
    const trader = trading()
    runOut(trader, 'CANCEL_OPENING')
    expect(shown(trader)).toEqual([
      ...['STOP BTC SELL OPEN - reduce', 'STOP SOL BUY OPEN - reduce', 'TAKE_PROFIT BTC SELL OPEN - reduce'],
      ...['LIMIT BTC SELL OPEN - reduce', 'LIMIT BTC BUY CANCELLED dead_man_switch free'],
      'STOP BTC SELL CANCELLED parent_cancelled reduce',
    ])
    expect(trader.account).toMatchObject({ state: 'ACTIVE', holds: [] })
    expect(trader.events.filter(({ type }) => type === 'order.cancel')[0]).toMatchObject({ cancelledBy: 'SYSTEM' })
  })

  test('CANCEL_ALL keeps the stops', () => {
    const trader = trading()
    runOut(trader, 'CANCEL_ALL')
    expect(shown(trader).map((row) => row.replace(/^(\w+ \w+) \w+/, '$1'))).toEqual([
      ...['STOP BTC OPEN - reduce', 'STOP SOL OPEN - reduce', 'TAKE_PROFIT BTC CANCELLED dead_man_switch reduce'],
      ...['LIMIT BTC CANCELLED dead_man_switch free', 'LIMIT BTC CANCELLED dead_man_switch free'],
      'STOP BTC CANCELLED dead_man_switch reduce',
    ])
  })

  test('FLATTEN leaves no order and no position, and the account stays ACTIVE', () => {
    const trader = trading()
    runOut(trader, 'FLATTEN')
    expect([trader.account.state, trader.account.positions.size, trader.account.orders.size]).toEqual(['ACTIVE', 0, 0])
    expect(trader.placed(market('BUY', '0.1')).status).toBe('FILLED')
  })
})
