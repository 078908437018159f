import { aPlan } from '../../test/support/plans/plans.js'
import { limit } from '../../test/support/commands.js'
import { scriptContext } from '../../test/support/market/scripted-world.js'
import { aTrader } from '../../test/support/trader.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { createWatchRegistry } from './watch-registry.js'

/** A limit that waits at 19,000 in a freeze, and a registry that looks at every tick. */
function begin() {
  const script = scriptContext()
  script.setPrice('BTC-USD', '20000')
  const trader = aTrader({
    script,
    plan: aPlan({ newsFreeze: { beforeMinutes: 0, afterMinutes: 1, impacts: ['HIGH'], scope: 'OPENING' } }),
  })
  const order = trader.placed(limit('BUY', '1', '19000'))
  const registry = createWatchRegistry()
  let news: DecisionContext['news'] = []
  const context = (): DecisionContext => ({ ...script.context(), news })
  const tick = (price: string): void => {
    script.setPrice('BTC-USD', price)
    script.passTime(250)
    registry.look(context())
  }
  return {
    ...{ script, registry, tick },
    register: () => registry.register(trader.account, context(), false),
    setNews: (next: DecisionContext['news']): void => void (news = next),
    freezeNow: (): DecisionContext['news'] => [
      {
        ...{ id: 'cpi', title: 'US CPI', impact: 'HIGH', currencies: [], symbols: ['BTC-USD'], recordedAt: 0 },
        at: script.context().now,
      },
    ],
    isReached: () =>
      registry.reached(context().now).has(trader.account.id) &&
      registry.reachedOf(trader.account.id).orders.has(order.id),
  }
}

describe('an order that a freeze keeps from executing', () => {
  test('is not reached by a tick within it, though its event is removed afterwards', () => {
    const { registry, register, setNews, freezeNow, tick, isReached } = begin()
    register()
    setNews(freezeNow())
    register()
    expect(registry.heldByNews()).toHaveLength(1)
    tick('18900')
    tick('20000')
    setNews([])
    register()
    expect(registry.heldByNews()).toEqual([])
    tick('20000')
    expect(isReached()).toBe(false)
    tick('18990')
    expect(isReached()).toBe(true)
  })

  test('is reached when the event is removed while the market is there', () => {
    const { register, setNews, freezeNow, tick, isReached } = begin()
    setNews(freezeNow())
    register()
    tick('18900')
    setNews([])
    register()
    tick('18900')
    expect(isReached()).toBe(true)
  })

  test('is reached by the first tick after it, however late it is heard of', () => {
    const { script, register, setNews, freezeNow, tick, isReached } = begin()
    setNews(freezeNow())
    register()
    script.passTime(59_750)
    tick('18900')
    tick('18900')
    tick('20000')
    register()
    tick('20000')
    expect(isReached()).toBe(true)
  })
})
