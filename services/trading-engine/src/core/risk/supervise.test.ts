/** Risk actions after a mark, for an account of 100,000 with limits of 10 % drawdown and 5 % a day, at leverage 5. */
import { decideAdvance } from '../execution/advance.js'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { decideCloseAccount } from '../decide/decide-close-account.js'
import { decideHalt } from '../decide/decide-halt.js'
import { processMarketUpdate } from '../decide/process-market-update.js'
import { riskActionFor } from './supervise.js'
import { limit, market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { pick, readable } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader, type TraderFields } from '../../../test/support/trader.js'

const pct = (text: string) => rate(decimal(text))
const PLAN: PlanFields = {
  // So that no position is liquidated before the account is.
  leverageMax: '5',
  maxDrawdown: { pct: pct('10') },
  dailyLoss: { pct: pct('5'), warnAtPct: pct('80') },
}
/** Long 5 BTC-USD from 20000: each 1000 it falls is 5000 of equity. */
const holding = (fields: PlanFields = PLAN, challenge: TraderFields['challenge'] = undefined): Trader => {
  const trader = aTrader({ plan: aPlan(fields), ...(challenge && { challenge }) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '5'))
  return trader
}
/** The market goes there, and is looked at. Answers with what was recorded. */
const goTo = (trader: Trader, mark: string): readonly string[] => {
  trader.script.setPrice('BTC-USD', mark)
  const changes = trader.fillResting()
  return (changes?.breaches ?? []).map(({ rule, severity, action }) => `${rule} ${severity} ${action}`)
}
const summaryOf = ({ account }: Trader): string =>
  `${account.state} ${account.stateReason}, ${account.orders.size} orders, ${account.positions.size} positions`

// The entry cost a fee of 100000 × 0.0006 = 60: equity is 99940 at 20000.

test('while no floor is near nothing is done', () => {
  const trader = holding()
  expect(goTo(trader, '19212.1')).toEqual([])
  expect(riskActionFor(trader.account, trader.script.context())).toBeNull()
})

test('at four fifths of the daily loss it is warned of, once a day', () => {
  const trader = holding()
  // 99940 − 5 × 788 = 96000
  expect(goTo(trader, '19212')).toEqual(['daily_loss_limit WARN NONE'])
  expect(goTo(trader, '19150')).toEqual([])
  expect(goTo(trader, '20000')).toEqual([])
  expect(goTo(trader, '19150')).toEqual([])
  expect(summaryOf(trader)).toBe('ACTIVE null, 0 orders, 1 positions')
  trader.script.setTime('2026-03-03T00:00:00Z')
  expect(goTo(trader, '19150')).toEqual(['daily_loss_limit WARN NONE'])
})

test('at the floor nothing is broken, a digit under it the account is over: all orders cancelled, all closed', () => {
  const trader = holding()
  trader.placed(limit('BUY', '0.1', '15000'))
  trader.placed(stop('SELL', '5', '17000', { flags: REDUCE_ONLY }))
  // 99940 − 5 × 988 = 95000
  expect(goTo(trader, '19012')).toEqual(['daily_loss_limit WARN NONE'])
  expect(goTo(trader, '19011.5')).toEqual(['daily_loss_limit HARD TERMINATED'])
  expect(summaryOf(trader)).toBe('TERMINATED daily_loss_limit, 0 orders, 0 positions')
  expect([...trader.orders.values()].map(({ status, reason }) => `${status} ${reason}`)).toEqual([
    ...['FILLED null', 'CANCELLED risk', 'CANCELLED risk', 'FILLED risk'],
  ])
  expect([...trader.positions.values()].map(({ closeReason }) => closeReason)).toEqual(['RISK'])
  expect(trader.events.at(-1)?.type).toBe('account.breach')
})

test('the breach says what was crossed, by what, and what the closing cost on top', () => {
  const trader = holding()
  goTo(trader, '18500')
  const event = trader.events.at(-1)
  // 99940 − 7500; the closing costs 92500 × 0.0006 = 55.5
  expect(
    event?.type === 'account.breach' && pick(event.breach, 'limit', 'value', 'equity', 'balance', 'message'),
  ).toEqual({
    ...{ limit: '95000', value: '92440', equity: '92384.5', balance: '92384.5' },
    message: 'equity of 92440 USD reached the floor of the trading day of 95000 USD',
  })
})

test('the sentence of a breach has the same amounts as its fields, to the last digit', () => {
  const trader = holding()
  // 99940 − 5 × 1000.851
  goTo(trader, '18999.149')
  const event = trader.events.at(-1)
  expect(event?.type === 'account.breach' && pick(event.breach, 'value', 'message')).toEqual({
    value: '94935.745',
    message: 'equity of 94935.745 USD reached the floor of the trading day of 95000 USD',
  })
})

test('the breach keeps what was held, at its marks, and the order that had just filled, if one had', () => {
  const trader = holding()
  const order = trader.placed(stop('SELL', '1', '19012', { flags: REDUCE_ONLY }))
  // 99940 − 5 × 988 is the floor itself; the fee of the stop takes equity under it.
  goTo(trader, '19012')
  const event = trader.events.at(-1)
  const { held, orderId } = event?.type === 'account.breach' ? event.breach : { held: null, orderId: null }
  expect(orderId).toBe(order.id)
  const { quantity, entryPrice, markPrice, unrealizedPnl } = held![0]!
  expect(readable([quantity, entryPrice, markPrice, unrealizedPnl])).toEqual(['4', '20000', '19012', '-3952'])

  const unfilled = holding()
  goTo(unfilled, '18500')
  expect(unfilled.events.at(-1)).toMatchObject({ breach: { orderId: null, held: [{ symbol: 'BTC-USD' }] } })
})

test.each([
  ['that it is at has failed with it', 'ACTIVE', 1],
  ['that has gone on without it has not', 'PASSED', 0],
] as const)('the account of a challenge is TERMINATED: the challenge %s', (_what, state, count) => {
  const trader = holding(PLAN, { challengeId: 'challenge-1', phase: 'evaluation' })
  trader.account = { ...trader.account, state }
  goTo(trader, '17000')
  expect(trader.account.state).toBe('TERMINATED')
  const challenge = {
    ...{ id: 'challenge-1', phase: 'evaluation', from: trader.account.id, to: null, reason: 'max_drawdown' },
  }
  const failed = { type: 'challenge.failed', challenge }
  expect(trader.events.filter(({ type }) => type === 'challenge.failed')).toMatchObject(Array(count).fill(failed))
  expect(trader.events.filter(({ type }) => type === 'account.breach')).toHaveLength(1)
})

test('under both floors it is the drawdown that counts', () => {
  expect(goTo(holding(), '17000')).toEqual(['max_drawdown HARD TERMINATED'])
})

test('a plan that locks: what would open is cancelled, positions and their exits stay, until the day ends', () => {
  const trader = holding({ ...PLAN, dailyLoss: { pct: pct('5'), action: 'LOCK' } })
  trader.placed(limit('BUY', '0.1', '15000'))
  trader.placed(stop('SELL', '5', '17000', { flags: REDUCE_ONLY }))
  expect(goTo(trader, '19011.5')).toEqual(['daily_loss_limit SOFT LOCKED'])
  expect(summaryOf(trader)).toBe('REDUCE_ONLY daily_loss_limit, 1 orders, 1 positions')
  expect(trader.account.lockedUntil).toBe(trader.account.day.endsAt)
  expect(goTo(trader, '19000')).toEqual([])
  expect(trader.refusals(market('BUY', '0.1'))).toContain('account_state')
  expect(trader.placed(market('SELL', '1')).status).toBe('FILLED')
  trader.script.setTime('2026-03-03T00:00:00Z')
  trader.advance()
  expect(summaryOf(trader)).toBe('ACTIVE null, 1 orders, 1 positions')
})

test.each([
  ['HALTED', (trader: Trader) => trader.apply((account, context) => decideHalt(account, 'x', context))],
  ['CLOSED', (trader: Trader) => trader.apply((account, context) => decideCloseAccount(account, 'x', context))],
  ['TERMINATED', (trader: Trader) => goTo(trader, '17500')],
] as const)('a lock that ends gives a %s account nothing back', (state, become) => {
  const trader = holding({ ...PLAN, dailyLoss: { pct: pct('5'), action: 'LOCK' } })
  expect(goTo(trader, '19011.5')).toEqual(['daily_loss_limit SOFT LOCKED'])
  become(trader)
  trader.script.setTime('2026-03-03T00:00:00Z')
  trader.advance()
  expect([trader.account.state, trader.account.lockedUntil]).toEqual([state, null])
})

test('the day after, the loss is that of the new day, unless the base is the initial balance', () => {
  const trader = holding({ ...PLAN, dailyLoss: { pct: pct('5'), base: 'EQUITY' } })
  goTo(trader, '19100')
  trader.script.setTime('2026-03-03T00:00:00Z')
  trader.advance()
  // began with 95440 floating: the floor is 90668
  expect(formatDecimal(trader.account.day.startEquity)).toBe('95440')
  expect(goTo(trader, '18200')).toEqual(['daily_loss_limit WARN NONE'])
  expect(goTo(trader, '18145')).toEqual(['daily_loss_limit HARD TERMINATED'])
})

describe('a trailing floor', () => {
  const trailing = (mode: 'TRAILING_EOD' | 'TRAILING_INTRADAY'): Trader =>
    holding({ ...PLAN, maxDrawdown: { pct: pct('10'), mode, lockAtInitial: false }, dailyLoss: { pct: pct('1000') } })

  test('of the day follows what a day ends with, not what it has seen', () => {
    const trader = trailing('TRAILING_EOD')
    goTo(trader, '24000')
    expect(formatDecimal(trader.account.highWaterMark)).toBe('100000')
    goTo(trader, '21000')
    trader.script.setTime('2026-03-03T00:00:00Z')
    trader.advance()
    // 99940 + 5000
    expect(formatDecimal(trader.account.highWaterMark)).toBe('104940')
    expect(goTo(trader, '19000')).toEqual([])
    expect(goTo(trader, '18999.5')).toEqual(['max_drawdown HARD TERMINATED'])
  })

  test('within the day follows every high, also one that came and went between two looks', () => {
    const trader = trailing('TRAILING_INTRADAY')
    expect(goTo(trader, '21000')).toEqual([])
    expect(formatDecimal(trader.account.highWaterMark)).toBe('104940')
    trader.script.setPrice('BTC-USD', '20500')
    const seen = { mark: usd(decimal('109000')), day: null }
    // 99940 − 5 × 188 = 99000
    expect(goTo(trader, '19812')).toEqual([])
    expect(processMarketUpdate(trader.account, trader.script.context(), { seen })).toBeNull()
    trader.script.setPrice('BTC-USD', '19811.5')
    const changes = processMarketUpdate(trader.account, trader.script.context(), { seen })
    expect(changes?.account.state).toBe('TERMINATED')
    expect(formatDecimal(changes?.account.highWaterMark ?? 0n)).toBe('109000')
  })
})

describe('what cannot be closed', () => {
  const stuck = (stick: (trader: Trader) => void): Trader => {
    const trader = holding()
    trader.placed(market('BUY', '10', { symbol: 'SOL-USD' }))
    stick(trader)
    goTo(trader, '18000')
    return trader
  }

  test('because its market is closed is closed when it opens, at the price of then', () => {
    const trader = stuck(({ script }) => script.setOpen('SOL-USD', false))
    expect(summaryOf(trader)).toBe('TERMINATED max_drawdown, 0 orders, 1 positions')
    expect(riskActionFor(trader.account, trader.script.context())).toEqual({ kind: 'CLOSE' })
    expect(trader.fillResting()).toBeNull()
    trader.script.setOpen('SOL-USD', true)
    trader.fillResting()
    expect(summaryOf(trader)).toBe('TERMINATED max_drawdown, 0 orders, 0 positions')
    expect(riskActionFor(trader.account, trader.script.context())).toBeNull()
  })

  test('because the book is thin is closed as it fills again', () => {
    const trader = holding()
    trader.script.setBook('BTC-USD', { bids: [['18000', '2']], asks: [['18010', '2']], mark: '18000' })
    trader.fillResting()
    expect(formatDecimal(trader.position().quantity)).toBe('3')
    expect(trader.fillResting()).toBeNull()
    goTo(trader, '17900')
    expect(trader.account.positions.size).toBe(0)
  })
})

test('what was lost by closing counts as well, though nothing is left to be marked', () => {
  const trader = holding()
  trader.script.setPrice('BTC-USD', '18500')
  trader.placed(market('SELL', '5'))
  expect(riskActionFor(trader.account, trader.script.context())).toMatchObject({ kind: 'TERMINATE' })
})

test('a refused order ends nothing', () => {
  const trader = holding()
  trader.script.setPrice('BTC-USD', '18500')
  expect(trader.refusals(market('BUY', '0.1'))).toContain('daily_loss_limit')
  expect(trader.account.state).toBe('ACTIVE')
})

test.each(['TERMINATED', 'CLOSED'] as const)('a %s account without positions is left alone', (state) => {
  const trader = aTrader({ plan: aPlan(PLAN) })
  trader.account = { ...trader.account, state, balance: usd(decimal('1')) }
  expect(riskActionFor(trader.account, trader.script.context())).toBeNull()
  expect(readable(decideAdvance(trader.account, trader.script.context()))).toBeNull()
})

describe('while a mark that is held is stale', () => {
  /** Long 5 BTC-USD from 20000 and 1 SOL-USD, whose feed has gone silent. */
  const holdingStale = (fields: PlanFields = PLAN): Trader => {
    const trader = holding(fields)
    trader.script.setPrice('SOL-USD', '100')
    trader.placed(market('BUY', '1', { symbol: 'SOL-USD' }))
    trader.script.setStale('SOL-USD', true)
    return trader
  }

  test.each([
    ['daily_loss_limit', '19000'],
    ['max_drawdown', '17000'],
  ])('an account under the floor of %s is locked, and ended only once the mark is fresh', (rule, mark) => {
    const trader = holdingStale()
    trader.placed(stop('SELL', '5', '15000', { flags: REDUCE_ONLY }))
    expect(goTo(trader, mark)).toEqual([`${rule} SOFT LOCKED`])
    expect(summaryOf(trader)).toBe(`REDUCE_ONLY ${rule}, 1 orders, 2 positions`)
    expect(trader.account.lockedUntil).toBe(trader.account.day.endsAt)
    expect(goTo(trader, mark)).toEqual([])
    trader.script.setStale('SOL-USD', false)
    expect(goTo(trader, mark)).toEqual([`${rule} HARD TERMINATED`])
    expect(summaryOf(trader)).toBe(`TERMINATED ${rule}, 0 orders, 0 positions`)
  })

  test('with the mark fresh again and the equity back above the floor it stays locked until the day ends', () => {
    const trader = holdingStale()
    expect(goTo(trader, '19000')).toEqual(['daily_loss_limit SOFT LOCKED'])
    trader.script.setStale('SOL-USD', false)
    expect(goTo(trader, '20000')).toEqual([])
    expect(summaryOf(trader)).toBe('REDUCE_ONLY daily_loss_limit, 0 orders, 2 positions')
    trader.script.setTime('2026-03-03T00:00:00Z')
    trader.advance()
    expect(summaryOf(trader)).toBe('ACTIVE null, 0 orders, 2 positions')
  })

  test('it is valued with the last good one: a warning is given, and no high-water mark rises', () => {
    const trader = holdingStale({ ...PLAN, maxDrawdown: { pct: pct('10'), mode: 'TRAILING_INTRADAY' } })
    goTo(trader, '21000')
    expect(formatDecimal(trader.account.highWaterMark)).toBe('100000')
    expect(goTo(trader, '19200')).toEqual(['daily_loss_limit WARN NONE'])
  })

  test('without a mark no action is due', () => {
    const trader = holdingStale()
    trader.script.forget('SOL-USD')
    expect(goTo(trader, '17000')).toEqual([])
  })
})
