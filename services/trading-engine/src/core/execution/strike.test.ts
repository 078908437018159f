/** Strikes, and rules that end an account or warn: what is done, once, and what the plan counts. */
import { close, market, REDUCE_ONLY } from '../../../test/support/commands.js'
import { scriptContext, timeOf } from '../../../test/support/market/scripted-world.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { CATALOGUE } from '../../../test/support/worked-examples/take-step.js'
import type { OrderRules, StrikeTerms } from '../model/plan/order-rules.js'
import { limitUtilisation } from '../risk/limit-utilisation.js'
import { decimal, formatDecimal, price, rate } from '../values/decimal.js'

const begin = (orderRules: OrderRules): Trader => {
  const trader = aTrader({ plan: aPlan({ orderRules, marginMode: 'CROSS' }), script: scriptContext(CATALOGUE) })
  trader.script.setPrice('ETH-USD', '2000')
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const seconds = (trader: Trader, count: number): void => {
  trader.script.passTime(count * 1000)
  trader.fillResting()
}
const days = (trader: Trader, count: number): void => seconds(trader, count * 86_400)
const strikesOf = (trader: Trader): readonly string[] =>
  trader.events.flatMap((event) =>
    event.type === 'account.strike' ? [`${event.strike.rule} ${event.count} of ${event.max}`] : [],
  )
const breachesOf = (trader: Trader): readonly string[] =>
  trader.events.flatMap((event) =>
    event.type === 'account.breach'
      ? [
          [event.breach.rule, event.breach.action, ...[event.breach.limit, event.breach.value].map(formatDecimal)].join(
            ' ',
          ),
        ]
      : [],
  )
const termsOf = (fields: Partial<StrikeTerms>): StrikeTerms => ({
  ...{ rule: 'stop_required', max: 3, windowDays: 30, action: 'TERMINATE', ...fields },
})
const STOP = { triggerPrice: price(decimal('19000')), price: null, quantity: null, triggerBy: 'LAST' } as const

describe('stop_required with STRIKE', () => {
  const stopRequired = { graceSeconds: 60, riskPctMax: null, action: 'STRIKE' } as const

  test('a position without stops stays open, and each further grace period is a strike', () => {
    const trader = begin({ stopRequired, strikes: [termsOf({})] })
    trader.place(market('BUY', '1'))
    seconds(trader, 59)
    expect(strikesOf(trader)).toEqual([])
    seconds(trader, 1)
    seconds(trader, 30)
    expect([strikesOf(trader), trader.account.positions.size]).toEqual([['stop_required 1 of 3'], 1])
    seconds(trader, 30)
    expect(strikesOf(trader)).toEqual(['stop_required 1 of 3', 'stop_required 2 of 3'])
    expect(breachesOf(trader)).toEqual([])
    seconds(trader, 60)
    expect(breachesOf(trader)).toEqual(['strikes TERMINATED 3 3'])
    expect([trader.account.state, trader.account.stateReason, trader.account.positions.size]).toEqual([
      ...['TERMINATED', 'strikes', 0],
    ])
  })

  test('setting the stop again and again begins no new time', () => {
    const trader = begin({ stopRequired, strikes: [termsOf({ max: 5 })] })
    trader.place(market('BUY', '1'))
    seconds(trader, 60)
    trader.protect({ stop_loss: STOP })
    seconds(trader, 600)
    trader.protect({ stop_loss: null })
    seconds(trader, 1)
    expect(strikesOf(trader)).toHaveLength(2)
    trader.protect({ stop_loss: STOP })
    trader.protect({ stop_loss: null })
    seconds(trader, 1)
    expect(strikesOf(trader)).toHaveLength(2)
    seconds(trader, 60)
    expect(strikesOf(trader)).toHaveLength(3)
  })

  test('without a grace period a position without its stop is a strike a minute at most', () => {
    const trader = begin({ stopRequired: { ...stopRequired, graceSeconds: 0 }, strikes: [termsOf({ max: 9 })] })
    trader.place({
      ...market('BUY', '1'),
      bracket: { stop_loss: { triggerPrice: price(decimal('19000')), price: null, triggerBy: 'LAST', terms: {} } },
    })
    trader.protect({ stop_loss: null })
    for (let second = 0; second < 60; second += 10) seconds(trader, 10)
    expect(strikesOf(trader).length).toBeLessThanOrEqual(2)
  })

  test('a plan that counts none notes it all the same', () => {
    const trader = begin({ stopRequired })
    trader.place(market('BUY', '1'))
    seconds(trader, 60)
    expect(strikesOf(trader)).toEqual(['stop_required null of null'])
    expect(limitUtilisation(trader.account, trader.script.context()).strikes).toBeUndefined()
  })
})

describe('max_loss_per_idea', () => {
  const closing = { maxLossPerIdea: { pct: rate(decimal('1')), action: 'CLOSE' } } as const
  const loseIdea = (trader: Trader): void => {
    trader.script.setPrice('BTC-USD', '20000')
    for (const venue of ['GMX', 'OSTIUM'] as const) trader.placed(market('BUY', '1', { venue }))
    trader.script.setPrice('BTC-USD', '19400')
    trader.fillResting()
  }

  test('an idea that is closed over two venues is one strike; those outside the days no longer count', () => {
    const trader = begin({
      ...closing,
      strikes: [termsOf({ rule: 'max_loss_per_idea', max: 2, windowDays: 1, action: 'LOCK' })],
    })
    loseIdea(trader)
    expect(strikesOf(trader)).toEqual(['max_loss_per_idea 1 of 2'])
    expect(limitUtilisation(trader.account, trader.script.context()).strikes).toMatchObject([
      { value: 1, isMet: true, terms: { max: 2 } },
    ])
    days(trader, 1)
    expect(limitUtilisation(trader.account, trader.script.context()).strikes).toMatchObject([
      { value: 0, expiresAt: null },
    ])
    loseIdea(trader)
    expect([strikesOf(trader).at(-1), trader.account.state]).toEqual(['max_loss_per_idea 1 of 2', 'ACTIVE'])
    loseIdea(trader)
    expect([strikesOf(trader).at(-1), trader.account.state]).toEqual(['max_loss_per_idea 2 of 2', 'REDUCE_ONLY'])
    expect(breachesOf(trader)).toEqual(['strikes LOCKED 2 2'])
    days(trader, 1)
    expect(trader.account.state).toBe('ACTIVE')
  })

  const ending = { maxLossPerIdea: { pct: rate(decimal('1')), action: 'TERMINATE' } } as const

  test('with TERMINATE it ends the account, at the result that the marks say', () => {
    const trader = begin(ending)
    trader.placed(market('BUY', '1'))
    trader.placed(market('BUY', '1', { symbol: 'ETH-USD' }))
    trader.script.setPrice('BTC-USD', '19000.01')
    trader.fillResting()
    expect(trader.account.state).toBe('ACTIVE')
    trader.script.setPrice('BTC-USD', '19000')
    trader.fillResting()
    expect(breachesOf(trader)).toEqual(['max_loss_per_idea TERMINATED -1000 -1000'])
    expect([trader.account.state, trader.account.positions.size]).toEqual(['TERMINATED', 0])
  })

  test('while one of its marks is stale the account is locked, and ends once it is fresh and still lost', () => {
    const trader = begin(ending)
    trader.placed(market('BUY', '1', { venue: 'GMX' }))
    trader.script.setStale('BTC-USD', true)
    trader.script.setMark('BTC-USD', '18000')
    trader.fillResting()
    trader.fillResting()
    expect([breachesOf(trader), trader.account.state]).toEqual([
      ['max_loss_per_idea LOCKED -1000 -2000'],
      'REDUCE_ONLY',
    ])
    trader.script.setStale('BTC-USD', false)
    trader.script.setPrice('BTC-USD', '18000')
    trader.fillResting()
    expect([breachesOf(trader).at(-1), trader.account.state]).toEqual([
      ...['max_loss_per_idea TERMINATED -1000 -2000', 'TERMINATED'],
    ])
  })
})

describe('flat_by', () => {
  const friday = { time: '15:45', timeZone: 'America/New_York', days: ['FRI'], classes: null, leadMinutes: 0 } as const
  const at = (trader: Trader, time: string): void => seconds(trader, (timeOf(time) - trader.script.now) / 1_000_000)

  test('with WARN what is open stays open and is a strike, once for each moment', () => {
    const trader = begin({ flatBy: [{ ...friday, severity: 'WARN' }] })
    trader.placed(market('BUY', '1'))
    at(trader, '2026-03-06T20:44:59Z')
    expect(strikesOf(trader)).toEqual([])
    at(trader, '2026-03-06T20:45:00Z')
    at(trader, '2026-03-06T20:46:00Z')
    expect([strikesOf(trader), trader.account.positions.size]).toEqual([['flat_by null of null'], 1])
    at(trader, '2026-03-13T19:45:00Z')
    expect(strikesOf(trader)).toHaveLength(2)
    expect([...trader.orders.values()].some(({ reason }) => reason === 'flat_by')).toBe(false)
  })

  test('with CLOSE it is a strike where the plan counts them', () => {
    const rule = { flatBy: [{ ...friday, severity: 'CLOSE' }] } as const
    const counted = begin({ ...rule, strikes: [termsOf({ rule: 'flat_by', max: 1 })] })
    const [trader] = [counted, begin(rule)].map((one) => {
      one.placed(market('BUY', '1'))
      at(one, '2026-03-06T20:45:00Z')
      return one
    })
    expect([strikesOf(counted), breachesOf(counted)]).toEqual([['flat_by 1 of 1'], ['strikes TERMINATED 1 1']])
    expect(trader).toBe(counted)
  })
})

test('a close by its trader is no strike', () => {
  const trader = begin({
    maxLossPerIdea: { pct: rate(decimal('1')), action: 'CLOSE' },
    strikes: [termsOf({ rule: 'max_loss_per_idea' })],
  })
  trader.placed(market('BUY', '1'))
  trader.placed(market('SELL', '0.5', { flags: REDUCE_ONLY }))
  trader.close(close())
  expect(strikesOf(trader)).toEqual([])
})
