import { decimal, price, rate, toNumber } from '../values/decimal.js'
import { market, NO_FLAGS, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { scriptContext } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import type { Order } from '../model/order/order.js'
import { shownPeak, type TrailTerms } from '../model/order/trail.js'
import { withPeaks } from '../model/order/follow-peak.js'
import type { PlaceOrder } from './prepare-order.js'
import { processMarketUpdate } from './process-market-update.js'

const by = (offset: string): TrailTerms => ({ offset: price(decimal(offset)) })
const byPct = (pct: string): TrailTerms => ({ offsetPct: rate(decimal(pct)) })
const from = (terms: TrailTerms, activation: string): TrailTerms => ({
  ...terms,
  activationPrice: price(decimal(activation)),
})

const trailing = (side: 'BUY' | 'SELL', trail: TrailTerms, fields: Partial<PlaceOrder> = {}): PlaceOrder => {
  return { ...stop(side, '0.1', '1'), triggerPrice: null, trail, flags: REDUCE_ONLY, ...fields }
}

const textOf = (at: bigint | null): number | null => (at === null ? null : toNumber(at))
const shown = (order: Order) => ({
  trigger: textOf(order.triggerPrice),
  peak: order.trail && textOf(shownPeak(order.trail, order.side)),
})

/** Long 0.1 at 20,000, and a tick for each price that the market goes to. */
function holding(
  side: 'BUY' | 'SELL' = 'BUY',
): Trader & { go: (...prices: string[]) => void; now: (id: string) => Order } {
  const script = scriptContext()
  script.setPrice('BTC-USD', '20000')
  const trader = aTrader({ script })
  trader.placed(market(side, '0.1'))
  const go = (...prices: string[]): void => {
    for (const at of prices) {
      script.passTime(250)
      script.setPrice('BTC-USD', at)
    }
  }
  /** As a decision sees it. */
  const now = (id: string): Order => {
    trader.fillResting()
    const seen = trader.apply((account, context) => {
      const order = withPeaks(account, context).orders.get(id) ?? trader.order(id)
      return { kind: 'decided', answer: order, changes: null }
    })
    return seen
  }
  return Object.assign(trader, { go, now })
}

describe('a stop that trails', () => {
  test('SELL: its trigger is the highest price less the distance, and never falls', () => {
    const trader = holding()
    const { id } = trader.placed(trailing('SELL', by('500')))
    expect(shown(trader.order(id))).toEqual({ trigger: 19_500, peak: 20_000 })
    trader.go('20400', '20300', '20900', '20450')
    expect(shown(trader.now(id))).toEqual({ trigger: 20_400, peak: 20_900 })
    trader.go('20400')
    trader.fillResting()
    const fired = trader.order(id)
    expect([fired.status, fired.triggerState, fired.triggerTick]).toEqual(['FILLED', 'TRIGGERED', expect.any(Number)])
    expect(shown(fired)).toEqual({ trigger: 20_400, peak: 20_900 })
  })

  test('BUY: the other way round', () => {
    const trader = holding('SELL')
    const { id } = trader.placed(trailing('BUY', by('500')))
    trader.go('19000', '19400')
    expect(shown(trader.now(id))).toEqual({ trigger: 19_500, peak: 19_000 })
    trader.go('19500')
    trader.fillResting()
    expect(trader.order(id).status).toBe('FILLED')
  })

  test.each([
    ['a percentage, to the nearest tick', byPct('1.333'), '20000', 19_733.5],
    ['half a tick goes to the even one', by('100.25'), '20000', 19_900],
    ['less than a tick is one', by('0.01'), '20000', 19_999.5],
    ['more than the price leaves one tick', by('50000'), '20000', 0.5],
  ])('its distance is %s', (_, terms, at, trigger) => {
    const trader = holding()
    trader.go(at)
    expect(shown(trader.placed(trailing('SELL', terms))).trigger).toBe(trigger)
  })

  test('waits for its activation price, and then trails what came before as well', () => {
    const trader = holding()
    const { id } = trader.placed(trailing('SELL', from(by('500'), '20600')))
    expect(shown(trader.order(id))).toEqual({ trigger: null, peak: null })
    trader.go('19000', '20599.5')
    expect(shown(trader.now(id))).toEqual({ trigger: null, peak: null })
    trader.go('20600')
    expect(shown(trader.now(id))).toEqual({ trigger: 20_100, peak: 20_600 })
  })

  test('beyond its activation price it trails immediately', () => {
    const trader = holding()
    expect(shown(trader.placed(trailing('SELL', from(by('500'), '19000')))).trigger).toBe(19_500)
  })

  test('watches the price that it names', () => {
    const trader = holding()
    const flags = { ...NO_FLAGS, reduceOnly: true, triggerOnMark: true }
    const { id } = trader.placed(trailing('SELL', by('500'), { flags }))
    trader.script.passTime(250)
    trader.script.setMark('BTC-USD', '20700')
    expect(shown(trader.now(id))).toEqual({ trigger: 20_200, peak: 20_700 })
  })

  test('no peak comes from a price that could not be traded', () => {
    const trader = holding()
    const { id } = trader.placed(trailing('SELL', by('500')))
    trader.go('25000')
    trader.script.setStale('BTC-USD', true)
    trader.go('20100')
    expect(shown(trader.now(id)).peak).toBe(20_100)
  })

  test('another distance keeps the peak, and must still wait', () => {
    const trader = holding()
    const { id } = trader.placed(trailing('SELL', by('500')))
    trader.go('20900', '20600')
    expect(shown(trader.modify(id, { trail: by('400') }))).toEqual({ trigger: 20_500, peak: 20_900 })
    expect(trader.unmodified(id, { trail: by('250') })).toMatchObject({
      kind: 'risk_rejected',
      violations: [{ rule: 'trigger_would_fire' }],
    })
    expect(shown(trader.modify(id, { trail: byPct('5') }))).toEqual({ trigger: 19_855, peak: 20_900 })
  })

  test('has no trigger of its own that could be changed, and others have no trail', () => {
    const trader = holding()
    const { id } = trader.placed(trailing('SELL', by('500')))
    const issueOf = (orderId: string, fields: object) => {
      const problem = trader.unmodified(orderId, fields)
      return problem.kind === 'invalid' ? problem.issues.map(({ code }) => code) : problem.kind
    }
    expect(issueOf(id, { triggerPrice: price(decimal('19000')) })).toEqual(['trigger_price.trail'])
    const plain = trader.placed(stop('SELL', '0.1', '19000', { flags: REDUCE_ONLY }))
    expect(issueOf(plain.id, { trail: by('1') })).toEqual(['trail.kind'])
  })

  test('what decisions do not write of it stays as it was stored', () => {
    const trader = holding()
    const { id } = trader.placed(trailing('SELL', by('500')))
    const before = trader.account.orders.get(id)?.trail?.start
    trader.go('20900')
    trader.placed(market('BUY', '0.01'))
    const after = trader.account.orders.get(id)
    expect(after?.trail?.start).toEqual(before)
    expect(shown(after ?? trader.order(id))).toEqual({ trigger: 20_400, peak: 20_900 })
  })

  test('a tick that has reached it counts with the trigger of that tick, wherever the market has gone since', () => {
    const trader = holding()
    const { id } = trader.placed(trailing('SELL', by('500')))
    trader.go('20900', '20400')
    const at = trader.script.now
    trader.go('21500')
    const reached = { orders: new Map([[id, { price: price(decimal('20400')), at }]]), marks: new Map() }
    trader.keep(processMarketUpdate(trader.account, trader.script.context(), { reached }))
    const fired = trader.order(id)
    expect([fired.triggerState, shown(fired).trigger]).toEqual(['TRIGGERED', 20_400])
  })

  test('a trigger that it never had fires nothing', () => {
    const trader = holding()
    const { id } = trader.placed(trailing('SELL', by('500')))
    trader.go('20900', '20450', '21500')
    const at = trader.script.now - 250_000
    const reached = { orders: new Map([[id, { price: price(decimal('20450')), at }]]), marks: new Map() }
    trader.keep(processMarketUpdate(trader.account, trader.script.context(), { reached }))
    expect(trader.order(id).triggerState).toBe('ARMED')
  })

  test('an order that opens is valued at its trigger, or at the first one that it will have', () => {
    const script = scriptContext()
    script.setPrice('BTC-USD', '20000')
    const trader = aTrader({ script })
    trader.placed(trailing('BUY', by('1000'), { flags: NO_FLAGS }))
    const reserved = trader.figures().reservedMargin
    trader.placed(trailing('BUY', from(by('1000'), '10000'), { flags: NO_FLAGS }))
    expect(trader.figures().reservedMargin - reserved).toBe((reserved * 11_000n) / 21_000n)
  })
})

describe('the stop of an order that trails', () => {
  const withStop = (trail: TrailTerms): Partial<PlaceOrder> => ({
    bracket: { stop_loss: { triggerPrice: null, price: null, triggerBy: 'LAST', terms: {}, trail } },
  })

  test('is planned from where the order would fill, and trails from its fill on', () => {
    const script = scriptContext()
    script.setPrice('BTC-USD', '20000')
    const trader = aTrader({ script })
    const entry = trader.placed({ ...stop('BUY', '0.1', '20500'), ...withStop(by('500')) })
    const [exit] = [...trader.account.orders.values()].filter(({ parentOrderId }) => parentOrderId === entry.id)
    expect(exit && shown(exit)).toEqual({ trigger: 20_000, peak: null })
    script.passTime(250)
    script.setPrice('BTC-USD', '20600')
    trader.fillResting()
    expect(shown(trader.order(exit?.id ?? ''))).toEqual({ trigger: 20_100, peak: 20_600 })
    expect(textOf(trader.position().initialStop)).toBe(20_000)
  })

  test('is not refused for being beyond the market that it begins at', () => {
    const script = scriptContext()
    script.setPrice('BTC-USD', '20000', { spread: '200' })
    const trader = aTrader({ script })
    expect(trader.place({ ...market('BUY', '0.1'), ...withStop(by('50')) }).violations).toEqual([])
  })
})

describe('protection that trails', () => {
  const leg = (trail: TrailTerms) => ({
    stop_loss: { triggerPrice: null, price: null, quantity: null, triggerBy: 'LAST' as const, trail },
  })
  const stopOf = (trader: Trader): Order => {
    const found = [...trader.account.orders.values()].find(({ kind }) => kind === 'STOP')
    if (found === undefined) throw new Error('no stop')
    return found
  }

  test('begins now, goes on from its peak when asked for again, and ends with a trigger of its own', () => {
    const trader = holding()
    trader.protect(leg(by('500')))
    const { id } = stopOf(trader)
    trader.go('20900')
    trader.protect(leg(by('400')))
    expect([stopOf(trader).id, shown(stopOf(trader))]).toEqual([id, { trigger: 20_500, peak: 20_900 }])
    trader.protect({
      stop_loss: { triggerPrice: price(decimal('19000')), price: null, quantity: null, triggerBy: 'LAST' },
    })
    expect([stopOf(trader).trail, textOf(stopOf(trader).triggerPrice)]).toEqual([undefined, 19_000])
    trader.protect(leg(by('400')))
    expect(shown(stopOf(trader))).toEqual({ trigger: 20_500, peak: 20_900 })
  })
})
