/** The rules that only some plans have, just under, at and over their limits. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { orderRulesLookAt } from '../execution/close-by-order-rules.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { close, limit, market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { scriptContext, timeOf } from '../../../test/support/market/scripted-world.js'
import { bracketOf, CATALOGUE } from '../../../test/support/worked-examples/take-step.js'
import type { OrderRules } from '../model/plan/order-rules.js'
import type { PlaceOrder } from '../decide/prepare-order.js'
import { decidePlace, proposePlace } from '../decide/decide-place.js'
import { findingsOf } from './evaluate.js'
import { limitUtilisation } from './limit-utilisation.js'
import { decimal, formatDecimal, price, rate, usd } from '../values/decimal.js'
import { rulesOf } from './rules-of-plan.js'

/** BTC-USD at 20,000 on both venues, without a spread. */
const begin = (orderRules: OrderRules): Trader => {
  const trader = aTrader({ plan: aPlan({ orderRules }), script: scriptContext(CATALOGUE) })
  trader.script.setPrice('ETH-USD', '2000')
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const withStop = (command: PlaceOrder, distance: string): PlaceOrder => ({
  ...command,
  ...bracketOf(` with stop ${distance}`),
})
/** The rules that refuse it; none when it is placed. */
const refusedBy = (trader: Trader, command: PlaceOrder): readonly string[] =>
  trader.place(command).violations.map(({ rule }) => rule)
const cap = (fields: object) => ({ notionalMax: null, marginPctMax: null, positionsMax: null, ...fields })

test('a plan without them asks the rules of every plan, and one object of its rules for all orders', () => {
  const plan = aPlan()
  expect(rulesOf({ plan }).all).not.toContain('hedging')
  expect(rulesOf({ plan })).toBe(rulesOf({ plan: { ...plan } }))
  const some = aPlan({ orderRules: { hedging: 'REFUSE_ACCOUNT' } })
  expect(rulesOf({ plan: some }).all.filter((rule) => !rulesOf({ plan }).all.includes(rule))).toEqual(['hedging'])
  expect(rulesOf({ plan: aPlan({ orderRules: { hedging: 'ALLOWED' } }) }).all).not.toContain('hedging')
})

test('an order is refused by the rules whose figures say so, also where they are not worked out', () => {
  const counted = { reducing: 0, refused: 0, approved: 0 }
  const orders = fc.array(
    fc.record({
      symbol: fc.constantFrom('BTC-USD', 'ETH-USD', 'EUR-USD'),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      venue: fc.constantFrom('GMX' as const, 'OSTIUM' as const),
      lots: fc.integer({ min: 1, max: 30 }),
      stop: fc.constantFrom(null, '10', '500'),
    }),
    { minLength: 5, maxLength: 15 },
  )
  const dollars = fc.constantFrom('10000', '40000', '100000').map((amount) => usd(decimal(amount)))
  const percent = fc.constantFrom('0.5', '1', '5').map((amount) => rate(decimal(amount)))
  const caps = fc.record({
    notionalMax: fc.option(dollars),
    marginPctMax: fc.option(percent),
    positionsMax: fc.option(fc.integer({ min: 1, max: 3 })),
  })
  const rules = fc.record({
    byClass: fc.record({ crypto: caps, forex: caps }),
    stopRequired: fc.record({
      graceSeconds: fc.constantFrom(0, 60),
      riskPctMax: fc.option(percent),
      action: fc.constant('CLOSE' as const),
    }),
    maxLossPerIdea: fc.record({ pct: percent, action: fc.constant('CLOSE' as const) }),
    hedging: fc.constant('REFUSE_ACCOUNT' as const),
  })
  fc.assert(
    fc.property(rules, orders, (orderRules, asked) => {
      const trader = begin(orderRules)
      for (const { symbol, side, venue, lots, stop: distance } of asked) {
        const size = symbol === 'EUR-USD' ? String(lots * 1000) : String(lots / 10)
        const plain = market(side, size, { symbol, ...(symbol !== 'ETH-USD' && { venue }) })
        const command = distance === null ? plain : withStop(plain, distance)
        const proposed = proposePlace(trader.account, command, null, trader.script.context())
        if ('problem' in proposed) continue
        const { proposal } = proposed
        const violated = findingsOf(proposal).filter(({ finding }) => finding.isViolated)
        const refused = refusedBy(trader, command)
        expect(refused).toEqual(violated.map(({ rule }) => rule))
        if (proposal.isReducing) counted.reducing += 1
        counted[refused.length > 0 ? 'refused' : 'approved'] += 1
      }
    }),
    { numRuns: runs(240) },
  )
  expect(Object.values(counted).every((count) => count > 0)).toBe(true)
})

describe('class_exposure_cap', () => {
  test.each<[string, object, string, readonly string[]]>([
    ['at its notional', { notionalMax: usd(decimal('40000')) }, '2', []],
    ['over it', { notionalMax: usd(decimal('40000')) }, '2.001', ['class_exposure_cap']],
    // leverage 20: 40,000 need 2,000
    ['at its margin', { marginPctMax: rate(decimal('2')) }, '2', []],
    ['over it', { marginPctMax: rate(decimal('2')) }, '2.001', ['class_exposure_cap']],
  ])('%s: %j', (_, fields, size, expected) => {
    expect(refusedBy(begin({ byClass: { crypto: cap(fields) } }), market('BUY', size))).toEqual(expected)
  })

  test('counts positions of its class alone, and lets reduce', () => {
    const trader = begin({ byClass: { crypto: cap({ positionsMax: 1 }) } })
    expect(refusedBy(trader, market('BUY', '1'))).toEqual([])
    expect(refusedBy(trader, market('BUY', '1', { symbol: 'ETH-USD' }))).toEqual(['class_exposure_cap'])
    expect(refusedBy(trader, market('BUY', '1000', { symbol: 'EUR-USD' }))).toEqual([])
    expect(refusedBy(trader, market('SELL', '1', { flags: REDUCE_ONLY }))).toEqual([])
  })
})

describe('stop_required', () => {
  const atEntry = { graceSeconds: 0, riskPctMax: rate(decimal('1')), action: 'CLOSE' } as const

  test('an order that opens brings its stop, no further than the plan allows', () => {
    const trader = begin({ stopRequired: atEntry })
    expect(refusedBy(trader, market('BUY', '1'))).toEqual(['stop_required'])
    expect(refusedBy(trader, withStop(limit('BUY', '1', '19000'), '1000.5'))).toEqual(['stop_required'])
    expect(refusedBy(trader, withStop(limit('BUY', '1', '19000'), '1000'))).toEqual([])
    expect(refusedBy(trader, withStop(stop('SELL', '1', '19000'), '1000'))).toEqual([])
  })

  // A SELL at 20100 once the market has fallen to 19500 is a target, not a stop.
  test.each<[string, readonly string[]]>([
    ['19500', []],
    ['19499.99', []],
    ['20100', ['stop_required']],
  ])('a stop with a limit of %s counts where that is not beyond its trigger of 19500', (at, expected) => {
    const leg = {
      triggerPrice: price(decimal('19500')),
      price: price(decimal(at)),
      triggerBy: 'LAST',
      terms: {},
    } as const
    const trader = begin({ stopRequired: atEntry })
    expect(refusedBy(trader, { ...market('BUY', '1'), bracket: { stop_loss: leg } })).toEqual(expected)
  })

  test('what reduces needs none, and neither does what adds to a position whose stop grows with it', () => {
    const trader = begin({ stopRequired: atEntry })
    expect(refusedBy(trader, withStop(market('BUY', '0.1'), '1%'))).toEqual([])
    expect(refusedBy(trader, market('BUY', '0.1'))).toEqual(['stop_required'])
    trader.protect({
      stop_loss: { triggerPrice: price(decimal('19000')), price: null, quantity: null, triggerBy: 'LAST' },
    })
    expect(refusedBy(trader, market('BUY', '0.1'))).toEqual([])
    expect(refusedBy(trader, market('SELL', '0.1'))).toEqual([])
  })

  test('with time to set one an order needs none', () => {
    const trader = begin({ stopRequired: { ...atEntry, graceSeconds: 60 } })
    expect(refusedBy(trader, market('BUY', '1'))).toEqual([])
    expect(refusedBy(trader, withStop(market('BUY', '1'), '1001'))).toEqual(['stop_required'])
  })

  test('an entry cannot grow beyond its stop', () => {
    const trader = begin({ stopRequired: atEntry })
    const entry = trader.placed(withStop(limit('BUY', '0.1', '19000'), '1000'))
    expect(trader.unmodified(entry.id, { quantity: limit('BUY', '0.2', '1').quantity })).toMatchObject({
      kind: 'risk_rejected',
      violations: [{ rule: 'stop_required' }],
    })
    expect(trader.modify(entry.id, { price: price(decimal('19100')) }).version).toBe(2)
  })

  test('an entry whose stop is gone is refused when it would fill', () => {
    const trader = begin({ stopRequired: atEntry })
    const { order, children } = trader.place(withStop(limit('BUY', '0.1', '19000'), '1000'))
    trader.cancel(children![0]!.id)
    trader.script.setPrice('BTC-USD', '18900')
    trader.fillResting()
    expect(trader.order(order!.id)).toMatchObject({ status: 'REJECTED', reason: 'stop_required' })
  })
})

describe('max_loss_per_idea', () => {
  const rule = { maxLossPerIdea: { pct: rate(decimal('1')), action: 'CLOSE' } } as const

  test('planned losses of a symbol and direction add up, over venues', () => {
    const trader = begin(rule)
    expect(refusedBy(trader, withStop(market('BUY', '1', { venue: 'GMX' }), '600'))).toEqual([])
    expect(refusedBy(trader, withStop(market('BUY', '1', { venue: 'OSTIUM' }), '400.5'))).toEqual(['max_loss_per_idea'])
    expect(refusedBy(trader, withStop(market('BUY', '1', { venue: 'OSTIUM' }), '400'))).toEqual([])
    expect(refusedBy(trader, withStop(limit('SELL', '1', '21000', { venue: 'OSTIUM' }), '900'))).toEqual([])
    expect(refusedBy(trader, withStop(market('BUY', '1', { symbol: 'ETH-USD' }), '900'))).toEqual([])
  })

  test('without a stop an order plans to lose everything only where stops are required', () => {
    expect(refusedBy(begin(rule), market('BUY', '1'))).toEqual([])
    const both = { ...rule, stopRequired: { graceSeconds: 0, riskPctMax: null, action: 'CLOSE' } } as const
    expect(refusedBy(begin(both), market('BUY', '1'))).toEqual(['stop_required', 'max_loss_per_idea'])
  })
})

/** The closing orders of the service, by the rule they name. */
const closings = (trader: Trader): readonly unknown[] =>
  [...trader.orders.values()].filter(({ reason }) => reason !== null).map(({ reason, status }) => `${reason} ${status}`)
const seconds = (trader: Trader, count: number): void => {
  trader.script.passTime(count * 1000)
  trader.fillResting()
}
const stopAt = (trader: Trader, at: string | null): void => {
  const leg =
    at === null ? null : { triggerPrice: price(decimal(at)), price: null, quantity: null, triggerBy: 'LAST' as const }
  trader.protect({ stop_loss: leg })
}

describe('supervision of stops', () => {
  const rule = { graceSeconds: 60, riskPctMax: rate(decimal('1')), action: 'CLOSE' } as const

  test('a position is closed once it was without stops for the time allowed, in sum', () => {
    const trader = begin({ stopRequired: rule })
    trader.place(market('BUY', '1'))
    seconds(trader, 40)
    stopAt(trader, '19500')
    seconds(trader, 1000)
    expect(trader.position().uncovered).toMatchObject({ since: null, spent: 40_000_000 })
    stopAt(trader, null)
    seconds(trader, 19)
    expect(closings(trader)).toEqual(['user_cancelled CANCELLED'])
    seconds(trader, 1)
    expect(closings(trader)).toEqual(['user_cancelled CANCELLED', 'stop_required FILLED'])
    expect([...trader.positions.values()].map(({ closeReason }) => closeReason)).toEqual(['RISK'])
  })

  test('a stop with a limit is none from the moment at which it has fired and waits', () => {
    const trader = begin({ stopRequired: rule })
    trader.place(market('BUY', '1'))
    trader.protect({ stop_loss: { ...STOP, price: price(decimal('20100')) } })
    seconds(trader, 10)
    expect(trader.position().uncovered).toMatchObject({ spent: 0 })
    trader.protect({ stop_loss: { ...STOP, price: price(decimal('19500')) } })
    expect(trader.position().uncovered).toMatchObject({ since: null, spent: 10_000_000 })
    trader.script.setPrice('BTC-USD', '19400')
    trader.fillResting()
    expect(trader.account.positions.size).toBe(1)
    seconds(trader, 49)
    expect(closings(trader)).not.toContain('stop_required FILLED')
    seconds(trader, 1)
    expect(closings(trader)).toContain('stop_required FILLED')
  })

  test('a stop for a part of it, or too far away, is none', () => {
    const trader = begin({ stopRequired: rule })
    trader.place(market('BUY', '1'))
    stopAt(trader, '18999')
    seconds(trader, 59)
    trader.protect({ stop_loss: { ...STOP, quantity: limit('BUY', '0.5', '1').quantity } })
    seconds(trader, 1)
    expect(closings(trader)).toContain('stop_required FILLED')
  })

  test('with no time to set one it is closed at the next look, and waits for a market that is closed', () => {
    const trader = begin({ stopRequired: { ...rule, graceSeconds: 0 } })
    const { children } = trader.place(withStop(market('BUY', '1'), '500'))
    seconds(trader, 5)
    trader.script.setOpen('BTC-USD', false)
    trader.cancel(children![0]!.id)
    seconds(trader, 5)
    expect(trader.account.positions.size).toBe(1)
    trader.script.setOpen('BTC-USD', true)
    seconds(trader, 5)
    expect(trader.account.positions.size).toBe(0)
  })
})

const STOP = { triggerPrice: price(decimal('19500')), price: null, quantity: null, triggerBy: 'LAST' } as const

test('an idea is closed, over venues, by the mark at which it has lost its limit', () => {
  const trader = begin({ maxLossPerIdea: { pct: rate(decimal('1')), action: 'CLOSE' } })
  for (const venue of ['GMX', 'OSTIUM'] as const) trader.place(market('BUY', '1', { venue }))
  trader.place(market('BUY', '1', { symbol: 'ETH-USD' }))
  trader.script.setPrice('BTC-USD', '19500.01')
  trader.fillResting()
  expect(closings(trader)).toEqual([])
  trader.script.setPrice('BTC-USD', '19500')
  trader.fillResting()
  expect(closings(trader)).toEqual(['max_loss_per_idea FILLED', 'max_loss_per_idea FILLED'])
  expect([...trader.account.positions.values()].map(({ symbol }) => symbol)).toEqual(['ETH-USD'])
  expect(trader.account.state).toBe('ACTIVE')
})

describe('flat_by', () => {
  // Friday, 20:45 UTC
  const friday = { time: '15:45', timeZone: 'America/New_York', days: ['FRI'], severity: 'CLOSE' } as const
  const rule = { ...friday, classes: null, leadMinutes: 15 } as const
  const at = (trader: Trader, time: string): void => {
    trader.script.passTime((timeOf(time) - trader.script.now) / 1000)
    trader.fillResting()
  }

  test('nothing is opened within the lead, and what is open or waits ends at the moment', () => {
    const trader = begin({ flatBy: [rule] })
    trader.place(market('BUY', '1'))
    const [entry, exit] = [trader.placed(limit('BUY', '1', '19000')), trader.placed(limit('SELL', '1', '21000'))]
    at(trader, '2026-03-06T20:29:59.999Z')
    expect(refusedBy(trader, market('BUY', '0.1'))).toEqual([])
    at(trader, '2026-03-06T20:30:00Z')
    expect(refusedBy(trader, market('BUY', '0.1'))).toEqual(['flat_by'])
    expect(refusedBy(trader, market('SELL', '0.1'))).toEqual([])
    at(trader, '2026-03-06T20:44:59.999Z')
    expect(closings(trader)).toEqual([])
    at(trader, '2026-03-06T20:45:00Z')
    expect([entry, exit].map(({ id }) => trader.order(id).reason)).toEqual(['flat_by', 'flat_by'])
    expect([trader.account.positions.size, trader.account.state]).toEqual([0, 'ACTIVE'])
    expect(refusedBy(trader, market('BUY', '0.1'))).toEqual([])
    at(trader, '2026-03-06T21:45:00Z')
    expect(trader.account.positions.size).toBe(1)
  })

  test('of a market that is closed then it is a minute before its close; others and other classes stay', () => {
    const trader = begin({ flatBy: [{ ...rule, time: '23:30', classes: ['forex'] }] })
    trader.script.setPrice('EUR-USD', '1.16')
    trader.place(market('BUY', '1000', { symbol: 'EUR-USD' }))
    trader.place(market('BUY', '1'))
    // forex closes on Friday at 16:59 in New York
    at(trader, '2026-03-06T21:57:59Z')
    expect(trader.account.positions.size).toBe(2)
    at(trader, '2026-03-06T21:58:00Z')
    expect([...trader.account.positions.values()].map(({ symbol }) => symbol)).toEqual(['BTC-USD'])
  })

  test('what cannot be closed then is closed when it can be', () => {
    const trader = begin({ flatBy: [rule] })
    trader.place(market('BUY', '1'))
    trader.script.setOpen('BTC-USD', false)
    at(trader, '2026-03-07T12:00:00Z')
    expect(trader.account.positions.size).toBe(1)
    trader.script.setOpen('BTC-USD', true)
    at(trader, '2026-03-07T12:00:05Z')
    expect(closings(trader)).toEqual(['flat_by FILLED'])
  })

  test('an order that waited over the moment does not fill first', () => {
    const trader = begin({ flatBy: [rule] })
    const entry = trader.placed(limit('BUY', '1', '19000'))
    trader.script.passTime((timeOf('2026-03-06T20:50:00Z') - trader.script.now) / 1000)
    trader.script.setPrice('BTC-USD', '18900')
    trader.fillResting()
    expect([trader.order(entry.id).reason, trader.fills.length]).toEqual(['flat_by', 0])
  })

  test('a command between the moment and the look at it does not put off the warning', () => {
    const trader = begin({ flatBy: [{ ...rule, severity: 'WARN' }] })
    trader.place(market('BUY', '1'))
    trader.script.passTime((timeOf('2026-03-06T20:45:00.100Z') - trader.script.now) / 1000)
    trader.place(market('BUY', '1'))
    const context = trader.script.context()
    expect(orderRulesLookAt(trader.account, context)).toBeLessThanOrEqual(context.now + 5_000_000)
  })
})

test('deadlines of open positions, and how much of each limit is used', () => {
  const flat = { time: '15:45', timeZone: 'America/New_York', days: ['FRI'], classes: null } as const
  const stopRequired = { graceSeconds: 60, riskPctMax: null, action: 'CLOSE' } as const
  const trader = begin({
    byClass: { crypto: cap({ notionalMax: usd(decimal('50000')), positionsMax: 3 }) },
    flatBy: [{ ...flat, leadMinutes: 15, severity: 'CLOSE' }],
    maxLossPerIdea: { pct: rate(decimal('1')), action: 'CLOSE' },
    stopRequired,
  })
  trader.place(market('BUY', '1'))
  const opened = trader.script.now
  trader.script.setPrice('BTC-USD', '19700')
  const found = limitUtilisation(trader.account, trader.script.context())
  expect(found.deadlines).toMatchObject([
    { flatAt: timeOf('2026-03-06T20:45:00Z'), freezesAt: null, graceEndsAt: opened + 60_000_000 },
  ])
  const shown = found.limits.filter(({ rule }) => ['class_exposure_cap', 'max_loss_per_idea'].includes(rule))
  expect(
    shown.map(({ rule, assetClass, symbol, direction, limit, value }) =>
      [rule, assetClass ?? symbol, direction, formatDecimal(limit), formatDecimal(value ?? 0n)].join(' '),
    ),
  ).toEqual([
    'class_exposure_cap crypto  50000 19700',
    'class_exposure_cap crypto  3 1',
    'max_loss_per_idea BTC-USD LONG 1000 300',
  ])
  expect(limitUtilisation(begin({}).account, trader.script.context()).deadlines).toBeUndefined()
})

describe('hedging', () => {
  test('the opposite on another venue is refused, also when it waited', () => {
    const trader = begin({ hedging: 'REFUSE_ACCOUNT' })
    const waiting = trader.placed(limit('SELL', '1', '21000', { venue: 'OSTIUM' }))
    expect(refusedBy(trader, market('BUY', '1', { venue: 'GMX' }))).toEqual([])
    expect(refusedBy(trader, market('SELL', '1', { venue: 'OSTIUM' }))).toEqual(['hedging'])
    expect(refusedBy(trader, market('BUY', '1', { venue: 'OSTIUM' }))).toEqual([])
    expect(refusedBy(trader, market('SELL', '2', { venue: 'GMX' }))).toEqual(['hedging'])
    trader.close(close({ venue: 'OSTIUM' }))
    trader.script.setPrice('BTC-USD', '21100')
    trader.fillResting()
    expect(trader.order(waiting.id)).toMatchObject({ status: 'REJECTED', reason: 'hedging' })
  })

  test('that of another account of the user, where the plan says so', () => {
    const trader = begin({ hedging: 'REFUSE_USER' })
    const context = { ...trader.script.context(), heldElsewhere: [{ symbol: 'BTC-USD', direction: 'SHORT' as const }] }
    const rulesAgainst = (command: PlaceOrder): unknown => {
      const outcome = decidePlace(trader.account, command, context)
      return outcome.kind === 'decided' && outcome.answer.violations.map(({ rule }) => rule)
    }
    expect(rulesAgainst(market('BUY', '1'))).toEqual(['hedging'])
    expect(rulesAgainst(market('SELL', '1'))).toEqual([])
  })
})
