import { close, market } from '../../../test/support/commands.js'
import { readable } from '../../../test/support/engine/readable.js'
import { aTrader } from '../../../test/support/trader.js'
import { computeExposure, computePerformance, type ClosedResults } from './analytics.js'
import { decimal, usd } from '../values/decimal.js'

const money = (text: string) => usd(decimal(text))

const results = (fields: Record<Exclude<keyof ClosedResults, 'averageR'>, number | string>): ClosedResults => ({
  ...{ trades: Number(fields.trades), wins: Number(fields.wins), losses: Number(fields.losses) },
  ...{ grossProfit: money(String(fields.grossProfit)), grossLoss: money(String(fields.grossLoss)) },
  ...{ maxDrawdown: money(String(fields.maxDrawdown)), averageR: null },
})

describe('performance', () => {
  test.each([
    {
      of: 'nothing closed yet: zeros and nulls',
      ...{ given: { trades: 0, wins: 0, losses: 0, grossProfit: 0, grossLoss: 0, maxDrawdown: 0 }, winRate: '0' },
      ...{ profitFactor: null, expectancy: '0', averageWin: null, averageLoss: null },
    },
    {
      of: 'one win: no loss to divide by',
      ...{ given: { trades: 1, wins: 1, losses: 0, grossProfit: 250, grossLoss: 0, maxDrawdown: 0 }, winRate: '100' },
      ...{ profitFactor: null, expectancy: '250', averageWin: '250', averageLoss: null },
    },
    {
      of: 'one loss',
      given: { trades: 1, wins: 0, losses: 1, grossProfit: 0, grossLoss: '40.5', maxDrawdown: '40.5' },
      ...{ winRate: '0', profitFactor: '0', expectancy: '-40.5', averageWin: null, averageLoss: '40.5' },
    },
    {
      of: 'three wins of 300, one loss of 100, one at 0 which counts as neither',
      given: { trades: 5, wins: 3, losses: 1, grossProfit: 900, grossLoss: 100, maxDrawdown: 100 },
      ...{ winRate: '60', profitFactor: '9', expectancy: '160', averageWin: '300', averageLoss: '100' },
    },
    {
      of: 'thirds, rounded at the 18th decimal',
      given: { trades: 3, wins: 1, losses: 2, grossProfit: 1, grossLoss: 3, maxDrawdown: 3 },
      ...{ winRate: '33.333333333333333333', profitFactor: '0.333333333333333333' },
      ...{ expectancy: '-0.666666666666666667', averageWin: '1', averageLoss: '1.5' },
    },
    {
      of: 'only break-even: neither won nor lost',
      ...{ given: { trades: 2, wins: 0, losses: 0, grossProfit: 0, grossLoss: 0, maxDrawdown: 0 }, winRate: '0' },
      ...{ profitFactor: null, expectancy: '0', averageWin: null, averageLoss: null },
    },
  ])('$of', ({ of: _, given, ...expected }) => {
    expect(readable(computePerformance(results(given)))).toEqual({
      ...expected,
      trades: given.trades,
      averageR: null,
      maxDrawdown: String(given.maxDrawdown),
    })
  })
})

describe('exposure', () => {
  const none = { crypto: '0', forex: '0', commodity: '0', equity: '0', index: '0' }
  const exposureOf = (trader: ReturnType<typeof aTrader>) =>
    readable(computeExposure(trader.account.positions.values(), trader.script.context()))

  test('of an account without positions is 0 everywhere', () => {
    expect(exposureOf(aTrader())).toEqual({ byAssetClass: none, byVenue: { GMX: '0', OSTIUM: '0' }, total: '0' })
  })

  test('is the notional at mark, long or short, and goes with the position', () => {
    const trader = aTrader()
    trader.placed(market('BUY', '1')) // GMX, at 20,000
    trader.placed(market('SELL', '0.5', { venue: 'OSTIUM' }))
    trader.placed(market('BUY', '1000', { symbol: 'EUR-USD' })) // OSTIUM, at 1.1
    trader.script.setMark('BTC-USD', '22000')
    expect(exposureOf(trader)).toEqual({
      byAssetClass: { ...none, crypto: '33000', forex: '1100' },
      byVenue: { GMX: '22000', OSTIUM: '12100' },
      total: '34100',
    })
    trader.close(close({ venue: 'GMX' }))
    expect(exposureOf(trader)).toMatchObject({ byVenue: { GMX: '0', OSTIUM: '12100' }, total: '12100' })
  })
})
