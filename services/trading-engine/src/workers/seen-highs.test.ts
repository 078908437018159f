/** The highs that floors trail, as a worker sees them between decisions: what it notes, hands on and never loses. */
import { payoutAvailability } from '../core/margin/payable.js'
import { drawdownFloor } from '../core/margin/floors.js'
import { processMarketUpdate } from '../core/decide/process-market-update.js'
import { withHighs } from '../core/model/account/peak.js'
import { decimal, formatDecimal, rate, usd } from '../core/values/decimal.js'
import { limit, market } from '../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../test/support/plans/plans.js'
import { scriptContext } from '../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../test/support/trader.js'
import { createWatchRegistry } from './watch-registry.js'

const INTRADAY = {
  mode: 'TRAILING_INTRADAY',
  peakOf: 'EQUITY',
  pct: rate(decimal('5')),
  onFirstPayout: 'KEEP',
} as const
const DAY_HIGH = { reference: 'DAY_HIGH', pct: rate(decimal('5')), amountBase: 'INITIAL', action: 'TERMINATE' } as const

interface Watched {
  readonly trader: Trader
  /** A tick at this price that the worker sees; it decides nothing. */
  see(price: string): void
  /** The same, with the decisions of the market loop, and its highs written. */
  tick(price: string): void
  /** After a decision of the trader. */
  register(): void
  decide(): void
  takeMarks(): readonly string[]
}

function watch(fields: PlanFields): Watched {
  const script = scriptContext()
  const price = (at: string): void => script.setPrice('BTC-USD', at, { depth: '1000' })
  price('20000')
  const trader = aTrader({ script, plan: aPlan({ words: 'PRESENT', bothCrossed: 'STRICTEST', ...fields }) })
  const registry = createWatchRegistry()
  const watched: Watched = {
    trader,
    register: () => registry.register(trader.account, script.context(), false),
    see(at) {
      price(at)
      script.passTime(250)
      registry.look(script.context())
    },
    decide() {
      const seen = registry.seenOf(trader.account.id)
      const reached = registry.reachedOf(trader.account.id)
      trader.keep(processMarketUpdate(trader.account, script.context(), { seen, reached }))
      registry.clearReached(trader.account.id, reached)
    },
    tick(at) {
      watched.see(at)
      if (registry.reached(script.context().now).has(trader.account.id)) watched.decide()
      watched.register()
      for (const highs of registry.takeHighs().values()) trader.account = withHighs(trader.account, highs)
      watched.register()
    },
    takeMarks: () => [...registry.takeHighs().values()].map(({ mark }) => (mark === null ? '' : formatDecimal(mark))),
  }
  watched.register()
  return watched
}

const breachesOf = ({ trader }: Watched): readonly string[] =>
  trader.events.flatMap((event) => (event.type === 'account.breach' ? [event.breach.rule] : []))

test.each<[string, PlanFields]>([
  ['a floor that trails within the day', { maxDrawdown: INTRADAY, dailyLoss: null }],
  ['one of a stored plan', { maxDrawdown: { ...INTRADAY, onFirstPayout: 'SHIFT' }, dailyLoss: null }],
  ['the high of the day', { maxDrawdown: { mode: 'STATIC', pct: rate(decimal('50')) }, dailyLoss: DAY_HIGH }],
])('a tick that jumps over a take profit is no high of what it closes: %s', (_name, fields) => {
  const watched = watch(fields)
  watched.trader.placed(market('BUY', '5'))
  watched.register()
  watched.tick('20000')
  watched.trader.placed(limit('SELL', '5', '20500'))
  watched.register()
  watched.tick('21600')
  const { balance, state } = watched.trader.account
  expect([formatDecimal(balance), state, breachesOf(watched)]).toEqual(['102399', 'ACTIVE', []])
})

test('an account that has closed its positions keeps as a high what they were closed at, and its payout room follows', () => {
  const watched = watch({ maxDrawdown: INTRADAY, dailyLoss: null })
  const { trader } = watched
  trader.placed(market('BUY', '5'))
  watched.register()
  trader.script.setPrice('BTC-USD', '24500', { depth: '1000' })
  trader.placed(market('SELL', '5'))
  watched.register()
  watched.tick('24500')
  const { available } = payoutAvailability(trader.account, trader.script.context())
  expect([drawdownFloor(trader.account), available].map(formatDecimal)).toEqual(['117366.5', '5000'])
})

test('a high that is not written yet outlives closing and opening again', () => {
  const watched = watch({ maxDrawdown: INTRADAY, dailyLoss: null })
  const { trader } = watched
  trader.placed(market('BUY', '5'))
  watched.register()
  watched.see('24500')
  watched.see('24300')
  trader.placed(market('SELL', '5'))
  watched.register()
  trader.placed(market('BUY', '0.001'))
  watched.register()
  watched.see('24300')
  expect(watched.takeMarks()).toEqual(['122440'])
})

test('the end of a day is judged with the highs that were seen in it', () => {
  const amount = usd(decimal('3000'))
  const watched = watch({ maxDrawdown: { ...INTRADAY, pct: null, amount, evaluation: 'END_OF_DAY' }, dailyLoss: null })
  const { trader } = watched
  trader.script.setTime('2026-03-02T23:59:59Z')
  trader.placed(market('BUY', '5'))
  watched.register()
  watched.see('22000')
  trader.script.setTime('2026-03-03T00:00:00Z')
  watched.see('21000')
  watched.decide()
  expect(breachesOf(watched)).toEqual(['max_drawdown'])
})
