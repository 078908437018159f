/** An account of 100,000 with limits of 10 % drawdown and 5 % a day; long 2 BTC-USD from 20,000, at a fee of 24. */
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { limitUtilisation, type RiskUtilisation } from './limit-utilisation.js'
import { limit, market } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { TEST_CATALOGUE } from '../../../test/support/market/instruments.js'
import { pick, readable } from '../../../test/support/engine/readable.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const pct = (text: string) => rate(decimal(text))
const LOSSES: PlanFields = { maxDrawdown: { pct: pct('10') }, dailyLoss: { pct: pct('5') } }
const holding = (plan: PlanFields = LOSSES): Trader => {
  const trader = aTrader({ plan: aPlan(plan) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '2'))
  return trader
}
const utilisationOf = ({ account, script }: Trader): RiskUtilisation => limitUtilisation(account, script.context())
const limitsOf = ({ limits }: RiskUtilisation): readonly string[] =>
  limits.map(({ rule, symbol, limit: most, value, headroom, allowance, used }) =>
    [
      rule,
      symbol,
      ...[most, value, headroom, allowance, used].map((each) => (each === null ? null : formatDecimal(each))),
    ]
      .filter((part) => part !== null)
      .join(' '),
  )

test('every limit, how much of it is used, and what is left', () => {
  const trader = holding()
  trader.placed(limit('BUY', '1', '19000'))
  trader.placed(limit('SELL', '1', '110', { symbol: 'SOL-USD' }))
  trader.script.setPrice('BTC-USD', '19500')
  expect(limitsOf(utilisationOf(trader))).toEqual([
    // 99,976 − 2 × 500
    'max_drawdown 90000 98976 8976 10000 1024',
    'daily_loss_limit 95000 98976 3976 5000 1024',
    // 2 × 19,500 + 19,000
    'symbol_exposure_cap BTC-USD 500000 58000 442000 500000 58000',
    'symbol_exposure_cap SOL-USD 500000 110 499890 500000 110',
    'total_exposure_cap 1000000 58110 941890 1000000 58110',
    // 39,000 ÷ 20 + 19,000 ÷ 20 + 110 ÷ 10
    'insufficient_margin 98976 2911 96065 98976 2911',
    'max_leverage 20 0.587112027158098934 19.412887972841901066 20 0.587112027158098934',
    'max_open_orders 200 2 198 200 2',
    'max_positions 50 2 48 50 2',
  ])
})

test('nothing of a loss is used above what it is measured from, and more than all of it beyond the floor', () => {
  const trader = holding()
  trader.script.setPrice('BTC-USD', '21000')
  expect(limitsOf(utilisationOf(trader)).slice(0, 2)).toEqual([
    'max_drawdown 90000 101976 11976 10000 0',
    'daily_loss_limit 95000 101976 6976 5000 0',
  ])
  trader.script.setPrice('BTC-USD', '17000')
  expect(limitsOf(utilisationOf(trader))[1]).toBe('daily_loss_limit 95000 93976 -1024 5000 6024')
})

test('the floor in force, and what the next reset would make of the floors', () => {
  const trader = holding({
    maxDrawdown: { mode: 'TRAILING_EOD', pct: pct('10'), lockAtInitial: false },
    dailyLoss: { pct: pct('5'), base: 'EQUITY' },
  })
  trader.script.setPrice('BTC-USD', '24000')
  // equity 107,976: 97,976 and 95 % of it
  expect(pick(utilisationOf(trader), 'floor', 'afterReset')).toEqual({
    floor: { rule: 'daily_loss_limit', equity: '95000', headroom: '12976' },
    afterReset: { drawdown: '97976', daily: '102577.2' },
  })
  trader.script.setTime('2026-03-03T00:00:00Z')
  trader.advance()
  const { floor, afterReset } = utilisationOf(trader)
  expect(readable([floor.equity, afterReset])).toEqual(['102577.2', { drawdown: '97976', daily: '102577.2' }])
})

test('what was added moves every floor, and what the reset will make of them', () => {
  const trader = holding({
    maxDrawdown: { mode: 'TRAILING_EOD', pct: pct('10'), lockAtInitial: false },
    dailyLoss: { pct: pct('5'), base: 'BALANCE' },
  })
  const added = usd(decimal('10000'))
  trader.account = { ...trader.account, netDeposits: added, balance: usd(trader.account.balance + added) }
  const { limits, afterReset } = utilisationOf(trader)
  expect(limits.slice(0, 2).map(({ limit: floor }) => formatDecimal(floor))).toEqual(['100000', '105000'])
  // 95 % of 109,976
  expect(readable(afterReset)).toEqual({ drawdown: '100000', daily: '104477.2' })
})

test('without equity there is no leverage', () => {
  const trader = holding({ leverageMax: '5' })
  trader.account = { ...trader.account, balance: usd(0n) }
  expect(utilisationOf(trader).limits.find(({ rule }) => rule === 'max_leverage')).toMatchObject({
    value: null,
    headroom: null,
  })
})

test('it says so when it rests on a mark that is stale', () => {
  const trader = holding()
  expect(utilisationOf(trader).isFresh).toBe(true)
  trader.script.setStale('BTC-USD', true)
  expect(utilisationOf(trader).isFresh).toBe(false)
})

test('freezes of what is held or waited for: those in force, else the next', () => {
  const trader = holding({ newsFreeze: {} })
  trader.placed(limit('BUY', '10', '90', { symbol: 'SOL-USD' }))
  const event = { symbols: ['BTC-USD'], title: 'Hard fork' }
  trader.script.addNews({ ...event, at: timeOf('2026-03-02T12:03:00Z') })
  trader.script.addNews({ ...event, at: timeOf('2026-03-02T18:00:00Z'), symbols: ['SOL-USD'] })
  trader.script.addNews({ ...event, at: timeOf('2026-03-02T13:00:00Z'), symbols: ['EUR-USD'] })
  const freezes = utilisationOf(trader).freezes.map(({ symbol, isInForce, freeze }) => [
    symbol,
    isInForce,
    freeze.event.at,
  ])
  expect(freezes).toEqual([
    ['BTC-USD', true, timeOf('2026-03-02T12:03:00Z')],
    ['SOL-USD', false, timeOf('2026-03-02T18:00:00Z')],
  ])
})

test('of symbols that nothing is held of: those frozen, or within the hour, on the venues of the plan', () => {
  const toldAt = (time: string, plan: PlanFields = {}) => {
    const trader = aTrader({ plan: aPlan({ newsFreeze: {}, ...plan }) })
    trader.script.addNews({ symbols: ['SOL-USD', 'EUR-USD'], title: 'Rates', at: timeOf('2026-03-02T18:00:00Z') })
    trader.script.setTime(time)
    return limitUtilisation(trader.account, trader.script.context(), TEST_CATALOGUE.all).freezes.map(
      ({ symbol, isInForce }) => [symbol, isInForce],
    )
  }
  const { newsFreeze } = aPlan({ newsFreeze: {} }).risk
  const minutes = (count: number) => new Date(Date.parse('2026-03-02T18:00:00Z') + count * 60_000).toISOString()
  const begins = -(newsFreeze?.beforeMinutes ?? NaN)
  expect(toldAt(minutes(begins - 61))).toEqual([])
  expect(toldAt(minutes(begins - 60))).toEqual([
    ['EUR-USD', false],
    ['SOL-USD', false],
  ])
  expect(toldAt(minutes(begins))).toEqual([
    ['EUR-USD', true],
    ['SOL-USD', true],
  ])
  expect(toldAt(minutes(begins), { allowedVenues: ['GMX'] })).toEqual([['SOL-USD', true]])
  expect(toldAt(minutes(newsFreeze?.afterMinutes ?? NaN))).toEqual([])
})

test('how far the objective is met', () => {
  const trader = holding({ objective: { profitTargetPct: pct('8'), tradingDaysMin: 4 } })
  expect(readable(utilisationOf(trader).objective)).toEqual({
    profitTarget: '8000',
    profit: '-24',
    tradedDays: 1,
    tradingDaysMin: 4,
  })
  expect(utilisationOf(holding()).objective).toBeNull()
})
