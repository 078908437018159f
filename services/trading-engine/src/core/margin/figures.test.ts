/** Golden figures, worked by hand. BTC-USD at 20,000: GMX takes 0.06 % of a taker both ways, Ostium 0.1 % to open. */
import { markOf } from './equity.js'
import { openingLeverage } from './opening-leverage.js'
import { decimal, formatDecimal, price } from '../values/decimal.js'
import { close, limit, market, REDUCE_ONLY } from '../../../test/support/commands.js'
import { BTC, SOL } from '../../../test/support/market/instruments.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

interface Golden {
  readonly balance: string
  readonly unrealizedPnl: string
  readonly equity: string
  readonly usedMargin: string
  readonly reservedMargin: string
  readonly freeMargin: string
}

const buy = (trader: Trader, size: string, at?: string): unknown =>
  trader.placed(at === undefined ? market('BUY', size) : limit('BUY', size, at))
const sell = (trader: Trader, size: string, at?: string): unknown =>
  trader.placed(at === undefined ? market('SELL', size) : limit('SELL', size, at))
const onOstium = { venue: 'OSTIUM' } as const

test.each<[string, (trader: Trader) => void, Golden]>([
  [
    'nothing yet',
    () => undefined,
    {
      balance: '100000',
      unrealizedPnl: '0',
      equity: '100000',
      usedMargin: '0',
      reservedMargin: '0',
      freeMargin: '100000',
    },
  ],
  [
    'long 1: a fee of 12, and a twentieth of 20,000 as margin',
    (trader) => buy(trader, '1'),
    {
      balance: '99988',
      unrealizedPnl: '0',
      equity: '99988',
      usedMargin: '1000',
      reservedMargin: '0',
      freeMargin: '98988',
    },
  ],
  [
    'long 1, mark up 1,000: margin is on the notional at mark',
    (trader) => {
      buy(trader, '1')
      trader.script.setPrice('BTC-USD', '21000')
    },
    {
      balance: '99988',
      unrealizedPnl: '1000',
      equity: '100988',
      usedMargin: '1050',
      reservedMargin: '0',
      freeMargin: '99938',
    },
  ],
  [
    'short 1, mark up 1,000',
    (trader) => {
      sell(trader, '1')
      trader.script.setPrice('BTC-USD', '21000')
    },
    {
      balance: '99988',
      unrealizedPnl: '-1000',
      equity: '98988',
      usedMargin: '1050',
      reservedMargin: '0',
      freeMargin: '97938',
    },
  ],
  [
    'long 1 at 20,000, added 1 at 22,000 (fee 13.2), mark 22,000',
    (trader) => {
      buy(trader, '1')
      trader.script.setPrice('BTC-USD', '22000')
      buy(trader, '1')
    },
    {
      balance: '99974.8',
      unrealizedPnl: '2000',
      equity: '101974.8',
      usedMargin: '2200',
      reservedMargin: '0',
      freeMargin: '99774.8',
    },
  ],
  [
    'long 2, half closed at 21,000: 1,000 realised, closing fee 12.6 on GMX',
    (trader) => {
      buy(trader, '2')
      trader.script.setPrice('BTC-USD', '21000')
      sell(trader, '1')
    },
    {
      balance: '100963.4',
      unrealizedPnl: '1000',
      equity: '101963.4',
      usedMargin: '1050',
      reservedMargin: '0',
      freeMargin: '100913.4',
    },
  ],
  [
    'the same on Ostium: 40 to open, nothing to close',
    (trader) => {
      trader.placed(market('BUY', '2', onOstium))
      trader.script.setPrice('BTC-USD', '21000')
      trader.placed(market('SELL', '1', onOstium))
    },
    {
      balance: '100960',
      unrealizedPnl: '1000',
      equity: '101960',
      usedMargin: '1050',
      reservedMargin: '0',
      freeMargin: '100910',
    },
  ],
  [
    'long 1 flipped to short 1 at 21,000: fees 12, 12.6 and 12.6',
    (trader) => {
      buy(trader, '1')
      trader.script.setPrice('BTC-USD', '21000')
      sell(trader, '2')
    },
    {
      balance: '100962.8',
      unrealizedPnl: '0',
      equity: '100962.8',
      usedMargin: '1050',
      reservedMargin: '0',
      freeMargin: '99912.8',
    },
  ],
  [
    'closed: margin is back, the PnL is in the balance',
    (trader) => {
      buy(trader, '1')
      trader.script.setPrice('BTC-USD', '19000')
      trader.close(close())
    },
    {
      balance: '98976.6',
      unrealizedPnl: '0',
      equity: '98976.6',
      usedMargin: '0',
      reservedMargin: '0',
      freeMargin: '98976.6',
    },
  ],
  [
    'a resting buy of 1 at 19,000 reserves a twentieth of 19,000',
    (trader) => buy(trader, '1', '19000'),
    {
      balance: '100000',
      unrealizedPnl: '0',
      equity: '100000',
      usedMargin: '0',
      reservedMargin: '950',
      freeMargin: '99050',
    },
  ],
  [
    'resting on both sides: only the worse side, sell 2 at 21,000, not buy 1 at 19,000',
    (trader) => {
      buy(trader, '1', '19000')
      sell(trader, '2', '21000')
    },
    {
      balance: '100000',
      unrealizedPnl: '0',
      equity: '100000',
      usedMargin: '0',
      reservedMargin: '2100',
      freeMargin: '97900',
    },
  ],
  [
    'long 1, and a buy of 1 at 19,000 would add to it',
    (trader) => {
      buy(trader, '1')
      buy(trader, '1', '19000')
    },
    {
      balance: '99988',
      unrealizedPnl: '0',
      equity: '99988',
      usedMargin: '1000',
      reservedMargin: '950',
      freeMargin: '98038',
    },
  ],
  [
    'long 1, and a sell of 1 at 22,000 would only close it',
    (trader) => {
      buy(trader, '1')
      sell(trader, '1', '22000')
    },
    {
      balance: '99988',
      unrealizedPnl: '0',
      equity: '99988',
      usedMargin: '1000',
      reservedMargin: '0',
      freeMargin: '98988',
    },
  ],
  [
    'long 1, sells of 1 at 22,000 and 3 at 24,000: 3 short beyond flat at their average of 23,500, less what is used',
    (trader) => {
      buy(trader, '1')
      sell(trader, '1', '22000')
      sell(trader, '3', '24000')
    },
    // 94,000 × 3 ÷ 4 = 70,500; ÷ 20 = 3,525; − 1,000
    {
      balance: '99988',
      unrealizedPnl: '0',
      equity: '99988',
      usedMargin: '1000',
      reservedMargin: '2525',
      freeMargin: '96463',
    },
  ],
  [
    'reduce-only orders reserve nothing, even two that would close the position twice',
    (trader) => {
      buy(trader, '1')
      trader.placed(limit('SELL', '1', '22000', { flags: REDUCE_ONLY }))
      trader.placed(limit('SELL', '1', '23000', { flags: REDUCE_ONLY }))
    },
    {
      balance: '99988',
      unrealizedPnl: '0',
      equity: '99988',
      usedMargin: '1000',
      reservedMargin: '0',
      freeMargin: '98988',
    },
  ],
  [
    'half filled at 20,000 (fee 6), the other half of the order stays reserved at its limit of 20,100',
    (trader) => {
      trader.script.setBook('BTC-USD', { bids: [['19999.5', '1']], asks: [['20000', '0.5']], mark: '20000' })
      buy(trader, '1', '20100')
    },
    {
      balance: '99994',
      unrealizedPnl: '0',
      equity: '99994',
      usedMargin: '500',
      reservedMargin: '502.5',
      freeMargin: '98991.5',
    },
  ],
  [
    'a symbol on two venues is two positions, each with its margin: long 1 on GMX, short 1 on Ostium',
    (trader) => {
      buy(trader, '1')
      trader.placed(market('SELL', '1', onOstium))
      trader.script.setPrice('BTC-USD', '21000')
    },
    {
      balance: '99968',
      unrealizedPnl: '0',
      equity: '99968',
      usedMargin: '2100',
      reservedMargin: '0',
      freeMargin: '97868',
    },
  ],
  [
    'where the venue allows less leverage than the plan: SOL-USD at 10',
    (trader) => trader.placed(market('BUY', '100', { symbol: 'SOL-USD' })),
    {
      balance: '99994',
      unrealizedPnl: '0',
      equity: '99994',
      usedMargin: '1000',
      reservedMargin: '0',
      freeMargin: '98994',
    },
  ],
  [
    'buying through the spread costs it immediately, in unrealised PnL',
    (trader) => {
      trader.script.setPrice('BTC-USD', '20000', { spread: '10' })
      buy(trader, '1')
    },
    // bought at 20,005: fee 12.003
    {
      balance: '99987.997',
      unrealizedPnl: '-5',
      equity: '99982.997',
      usedMargin: '1000',
      reservedMargin: '0',
      freeMargin: '98982.997',
    },
  ],
])('%s', (_, given, expected) => {
  const trader = aTrader()
  given(trader)
  expect({
    ...(pick(trader.account, 'balance') as object),
    ...(pick(trader.figures(), 'unrealizedPnl', 'equity', 'usedMargin', 'reservedMargin', 'freeMargin') as object),
  }).toEqual(expected)
})

test('worst notional: the position with the worse side’s orders filled, never less than what is open', () => {
  const trader = aTrader()
  buy(trader, '2')
  expect(pick(trader.figures(), 'openNotional', 'worstNotional')).toEqual({
    openNotional: '40000',
    worstNotional: '40000',
  })
  sell(trader, '1', '22000')
  expect(pick(trader.figures(), 'worstNotional')).toEqual({ worstNotional: '40000' })
  buy(trader, '1', '18000')
  expect(pick(trader.figures(), 'worstNotional')).toEqual({ worstNotional: '58000' })
})

test('under water, free margin is negative', () => {
  const trader = aTrader({ plan: aPlan({ initialBalance: '1100' }) })
  buy(trader, '1')
  trader.script.setPrice('BTC-USD', '18000')
  // 1,100 − 12 − 2,000 = −912; margin 900
  expect(pick(trader.figures(), 'equity', 'freeMargin')).toEqual({ equity: '-912', freeMargin: '-1812' })
})

test('a margin that does not divide is rounded up', () => {
  const trader = aTrader({ plan: aPlan({ leverageMax: '3' }) })
  buy(trader, '1')
  expect(formatDecimal(trader.figures().usedMargin)).toBe('6666.666666666666666667')
})

test('a position whose price was never seen is valued at its entry', () => {
  const trader = aTrader()
  buy(trader, '1')
  trader.script.forget('BTC-USD')
  expect(formatDecimal(markOf(trader.position(), trader.script.context().market))).toBe('20000')
  expect(trader.figures().unrealizedPnl).toBe(0n)
})

test('leverage is the lower of the venue’s and the plan’s', () => {
  const leverage = (leverageMax: string, instrument = BTC) =>
    formatDecimal(openingLeverage(instrument, 'GMX', { plan: aPlan({ leverageMax }), leverages: new Map() }))
  expect([leverage('20'), leverage('200'), leverage('20', SOL), leverage('5', SOL)]).toEqual(['20', '100', '10', '5'])
})

test('what an order reserves beside a position follows its price', () => {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '1'))
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  expect(formatDecimal(trader.figures().worstNotional)).toBe('39000')
  trader.modify(id, { price: price(decimal('18000')) })
  expect(formatDecimal(trader.figures().worstNotional)).toBe('38000')
})
