/**
 * The orders that fire are those that a look at every tick would fire, whichever ticks the loop misses and however late
 * it hears of an order. Each order is an account's only one, so that none depends on another.
 */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { limit, market, stop } from '../../test/support/commands.js'
import { scriptContext } from '../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../test/support/trader.js'
import { processMarketUpdate } from '../core/decide/process-market-update.js'
import { createWatchRegistry } from './watch-registry.js'

/** A jump a tick, in hundreds of dollars from 20,000; at each tick, whether the loop turns, and what is placed. */
const tapes = fc.array(
  fc.record({
    jump: fc.integer({ min: -8, max: 8 }),
    isLooked: fc.boolean(),
    placed: fc.option(
      fc.record({
        kind: fc.constantFrom('stop', 'limit', 'exit'),
        side: fc.constantFrom('BUY', 'SELL'),
        away: fc.integer({ min: 1, max: 6 }),
        isHeardLate: fc.boolean(),
      }),
    ),
  }),
  { minLength: 20, maxLength: 60 },
)

interface Waiting {
  readonly trader: Trader
  readonly orderId: string
  readonly level: number
  readonly isAbove: boolean
  isRegistered: boolean
  /** As a look at every tick has it. */
  isReached: boolean
}

test('a loop that misses ticks fires what a look at every tick fires', () => {
  let fired = 0
  let firedBack = 0
  fc.assert(
    fc.property(tapes, (tape) => {
      const script = scriptContext()
      const registry = createWatchRegistry()
      const all = new Map<string, Waiting>()
      registry.look(script.context())
      let price = 200
      const look = (): void => {
        const context = script.context()
        for (const [id, each] of all) {
          if (!each.isRegistered) registry.register({ ...each.trader.account, id }, context, false)
          each.isRegistered = true
        }
        for (const at of registry.missed(context.now)) registry.look(context.earlier(at))
        registry.look(context)
        for (const id of registry.reached(context.now)) {
          const each = all.get(id)!
          const reached = registry.reachedOf(id)
          each.trader.keep(processMarketUpdate(each.trader.account, context, { reached }))
          registry.clearReached(id, reached)
          each.isRegistered = false
        }
      }
      for (const [index, { jump, isLooked, placed }] of tape.entries()) {
        script.passTime(250)
        price = Math.min(260, Math.max(140, price + jump))
        script.setPrice('BTC-USD', String(price * 100))
        for (const each of all.values()) {
          if (each.isAbove ? price >= each.level : price <= each.level) each.isReached = true
        }
        if (placed !== null) {
          const { kind, side, away } = placed
          const trader = aTrader({ script })
          const isAbove = (side === 'BUY') === (kind !== 'limit')
          const level = isAbove ? price + away : price - away
          const at = String(level * 100)
          if (kind === 'exit') trader.placed(market(side === 'BUY' ? 'SELL' : 'BUY', '0.1'))
          const order = trader.placed(kind === 'limit' ? limit(side, '0.1', at) : stop(side, '0.1', at))
          const waiting = { trader, orderId: order.id, level, isAbove, isRegistered: false, isReached: false }
          all.set(`account-${index}`, waiting)
          if (!placed.isHeardLate) {
            registry.register({ ...trader.account, id: `account-${index}` }, script.context(), false)
            waiting.isRegistered = true
          }
        }
        if (isLooked) look()
      }
      look()
      for (const { trader, orderId, isReached, level, isAbove } of all.values()) {
        expect(trader.order(orderId).status).toBe(isReached ? 'FILLED' : 'OPEN')
        fired += Number(isReached)
        firedBack += Number(isReached && (isAbove ? price < level : price > level))
      }
    }),
    { numRuns: runs(60) },
  )
  expect(fired).toBeGreaterThan(runs(100))
  expect(firedBack).toBeGreaterThan(runs(20))
})
