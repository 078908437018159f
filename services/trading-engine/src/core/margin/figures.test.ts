/** Golden figures, worked by hand. BTC-USD at 20,000: GMX takes 0.06 % of a taker both ways, Ostium 0.1 % to open. */
import { markOf } from './equity.js'
import { openingLeverage } from './opening-leverage.js'
import { decimal, formatDecimal, price } from '../values/decimal.js'
import type { Side } from '../model/order/order.js'
import type { PlaceOrder } from '../decide/prepare-order.js'
import { close, limit, market, REDUCE_ONLY } from '../../../test/support/commands.js'
import { BTC, SOL } from '../../../test/support/market/instruments.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

type Step = (trader: Trader) => unknown
const at =
  (mark: string): Step =>
  ({ script }) =>
    script.setPrice('BTC-USD', mark)
const place =
  (side: Side) =>
  (size: string, limitPrice?: string, fields: Partial<PlaceOrder> = {}): Step =>
  (trader) =>
    trader.placed(limitPrice === undefined ? market(side, size, fields) : limit(side, size, limitPrice, fields))
const [buy, sell] = [place('BUY'), place('SELL')]
const [onOstium, reduces] = [{ venue: 'OSTIUM' } as const, { flags: REDUCE_ONLY }]
const closeAll: Step = (trader) => trader.close(close())
const thin: Step = ({ script }) =>
  script.setBook('BTC-USD', { bids: [['19999.5', '1']], asks: [['20000', '0.5']], mark: '20000' })
const wide: Step = ({ script }) => script.setPrice('BTC-USD', '20000', { spread: '10' })

test.each<[string, readonly Step[], string]>([
  // steps; balance, unrealised PnL, equity, used, reserved and free margin
  ['nothing yet', [], '100000 0 100000 0 0 100000'],
  ['long 1: a fee of 12, and a twentieth of 20,000 as margin', [buy('1')], '99988 0 99988 1000 0 98988'],
  ['margin is on the notional at mark', [buy('1'), at('21000')], '99988 1000 100988 1050 0 99938'],
  ['short 1, mark up 1,000', [sell('1'), at('21000')], '99988 -1000 98988 1050 0 97938'],
  ['added 1 at 22,000, fee 13.2', [buy('1'), at('22000'), buy('1')], '99974.8 2000 101974.8 2200 0 99774.8'],
  // 1,000 is realised, and closing takes 12.6 on GMX, on Ostium nothing.
  ['half closed on GMX', [buy('2'), at('21000'), sell('1')], '100963.4 1000 101963.4 1050 0 100913.4'],
  [
    ...([
      'half closed on Ostium',
      [buy('2', undefined, onOstium), at('21000'), sell('1', undefined, onOstium)],
    ] as const),
    '100960 1000 101960 1050 0 100910',
  ],
  ['flipped: fees 12, 12.6 and 12.6', [buy('1'), at('21000'), sell('2')], '100962.8 0 100962.8 1050 0 99912.8'],
  ['closed: the PnL is in the balance', [buy('1'), at('19000'), closeAll], '98976.6 0 98976.6 0 0 98976.6'],
  ['a resting buy reserves a twentieth of 19,000', [buy('1', '19000')], '100000 0 100000 0 950 99050'],
  ['resting on both sides: only the worse', [buy('1', '19000'), sell('2', '21000')], '100000 0 100000 0 2100 97900'],
  ['a buy that would add to the long', [buy('1'), buy('1', '19000')], '99988 0 99988 1000 950 98038'],
  ['a sell that would only close it', [buy('1'), sell('1', '22000')], '99988 0 99988 1000 0 98988'],
  // 3 short beyond flat, at the average: 94,000 × 3 ÷ 4 = 70,500; ÷ 20 = 3,525; − 1,000 that is used
  ['two sells', [buy('1'), sell('1', '22000'), sell('3', '24000')], '99988 0 99988 1000 2525 96463'],
  [
    'reduce-only orders reserve nothing, even two that would close the position twice',
    [buy('1'), sell('1', '22000', reduces), sell('1', '23000', reduces)],
    '99988 0 99988 1000 0 98988',
  ],
  // The other half stays reserved at its limit.
  ['half filled at 20,000, fee 6', [thin, buy('1', '20100')], '99994 0 99994 500 502.5 98991.5'],
  [
    'long on one venue, short on another',
    [buy('1'), sell('1', undefined, onOstium), at('21000')],
    '99968 0 99968 2100 0 97868',
  ],
  [
    'less leverage at the venue: SOL at 10',
    [buy('100', undefined, { symbol: 'SOL-USD' })],
    '99994 0 99994 1000 0 98994',
  ],
  // Bought at 20,005: fee 12.003.
  ['the spread is unrealised PnL', [wide, buy('1')], '99987.997 -5 99982.997 1000 0 98982.997'],
])('%s', (_, steps, expected) => {
  const trader = aTrader()
  for (const step of steps) step(trader)
  const { unrealizedPnl, equity, usedMargin, reservedMargin, freeMargin } = trader.figures()
  const figures = [trader.account.balance, unrealizedPnl, equity, usedMargin, reservedMargin, freeMargin]
  expect(figures.map(formatDecimal).join(' ')).toBe(expected)
})

test('worst notional: the position with the worse side’s orders filled, never less than what is open', () => {
  const trader = aTrader()
  const worst = () => formatDecimal(trader.figures().worstNotional)
  buy('2')(trader)
  expect([formatDecimal(trader.figures().openNotional), worst()]).toEqual(['40000', '40000'])
  sell('1', '22000')(trader)
  expect(worst()).toBe('40000')
  buy('1', '18000')(trader)
  expect(worst()).toBe('58000')
})

test('under water, free margin is negative', () => {
  const trader = aTrader({ plan: aPlan({ initialBalance: '1100' }) })
  buy('1')(trader)
  trader.script.setPrice('BTC-USD', '18000')
  // 1,100 − 12 − 2,000 = −912; margin 900
  expect(pick(trader.figures(), 'equity', 'freeMargin')).toEqual({ equity: '-912', freeMargin: '-1812' })
})

test('a margin that does not divide is rounded up', () => {
  const trader = aTrader({ plan: aPlan({ leverageMax: '3' }) })
  buy('1')(trader)
  expect(formatDecimal(trader.figures().usedMargin)).toBe('6666.666666666666666667')
})

test('a position whose price was never seen is valued at its entry', () => {
  const trader = aTrader()
  buy('1')(trader)
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
