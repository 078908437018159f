/** Entry, stop and target in one order. */
import { decimal, formatDecimal, price, rate } from '../values/decimal.js'
import type { Order } from '../model/order/order.js'
import { limit, market, stop, REDUCE_ONLY, takeProfit } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import type { Bracket, BracketLeg } from './prepare-bracket.js'
import type { PlaceOrder } from './prepare-order.js'
import { previewPlace } from './preview-place.js'

const at = (text: string) => price(decimal(text))
const leg = (fields: Partial<BracketLeg>): BracketLeg => ({
  ...{ triggerPrice: null, price: null, triggerBy: 'LAST', terms: {} },
  ...fields,
})
const trigger = (text: string): BracketLeg => leg({ triggerPrice: at(text) })
const offset = (text: string): BracketLeg => leg({ terms: { offset: at(text) } })
const percent = (text: string): BracketLeg => leg({ terms: { offsetPct: rate(decimal(text)) } })
const ofPosition = (each: BracketLeg): BracketLeg => ({ ...each, terms: { ...each.terms, isOfPosition: true } })
const withBracket = (command: PlaceOrder, bracket: Bracket): PlaceOrder => ({ ...command, bracket })

/** BTC-USD at 20,000 with a spread of 20 and 100 units a side; tick 10. */
const book = (trader: Trader, middle: number, bid = '100', ask = '100'): void =>
  trader.script.setBook('BTC-USD', {
    bids: [[String(middle - 10), bid]],
    asks: [[String(middle + 10), ask]],
    mark: String(middle),
  })
const begin = (plan = aPlan()): Trader => {
  const trader = aTrader({ plan })
  book(trader, 20_000)
  return trader
}
const goTo = (trader: Trader, middle: number): void => {
  book(trader, middle)
  trader.fillResting()
}
/** `status kind trigger quantity held` */
const written = ({ status, kind, triggerPrice, quantity, contingentQuantity }: Order): string =>
  [status, kind, ...[triggerPrice ?? 0n, quantity, contingentQuantity].map(formatDecimal)].join(' ')
const childrenOf = (trader: Trader, command: PlaceOrder): readonly Order[] => {
  const { order, children, violations } = trader.place(command)
  expect([order === null, violations]).toEqual([false, []])
  return children ?? []
}
const now = (trader: Trader, orders: readonly Order[]): readonly string[] =>
  orders.map(({ id }) => written(trader.order(id)))

test('a market order has its exits at work when it is answered, from its average fill', () => {
  const trader = begin()
  const answer = trader.place(withBracket(market('BUY', '2'), { stop_loss: percent('5'), take_profit: offset('500') }))
  expect(answer.children?.map(written)).toEqual(['OPEN STOP 19009.5 2 0', 'OPEN TAKE_PROFIT 20510 2 0'])
  expect(answer.children?.map(({ parentOrderId, flags }) => [parentOrderId, flags.reduceOnly])).toEqual(
    [answer.order?.id, answer.order?.id].map((id) => [id, true]),
  )
  expect(formatDecimal(trader.position().initialStop ?? 0n)).toBe('19009.5')
  expect(trader.events.map(({ type }) => type)).toEqual(['order.ack', 'order.ack', 'order.ack', 'order.fill'])
  goTo(trader, 19_000)
  expect(now(trader, answer.children ?? [])).toEqual(['FILLED STOP 19009.5 2 0', 'CANCELLED TAKE_PROFIT 20510 2 0'])
  expect(trader.account.positions.size).toBe(0)
})

test('of a resting order they wait, and follow its average once it fills, a part at a time', () => {
  const trader = begin()
  const entry = withBracket(limit('BUY', '10', '19000'), { stop_loss: offset('100'), take_profit: trigger('21000') })
  const children = childrenOf(trader, entry)
  expect(children.map(written)).toEqual(['PENDING STOP 18900 10 10', 'PENDING TAKE_PROFIT 21000 10 10'])
  book(trader, 18_990, '100', '4')
  trader.fillResting()
  expect(now(trader, children)).toEqual(['OPEN STOP 18900 10 6', 'OPEN TAKE_PROFIT 21000 10 6'])
})

test.each<[string, BracketLeg]>([
  ['an amount', offset('99999999999999979000')],
  ['a percentage', percent('487804878048780380')],
])('a trigger that follows its entry by %s stays below what can be stored', (_, far) => {
  const trader = begin()
  const children = childrenOf(trader, withBracket(stop('BUY', '1', '20500'), { take_profit: far }))
  goTo(trader, 21_500)
  expect(trader.position().quantity).toBe(decimal('1'))
  expect(now(trader, children)).toEqual(['OPEN TAKE_PROFIT 99999999999999999999.5 1 0'])
})

test('a stop that enters through a gap leaves its exits as far from where it filled', () => {
  const trader = begin()
  const children = childrenOf(trader, withBracket(stop('BUY', '1', '20500'), { stop_loss: offset('300') }))
  expect(children.map(written)).toEqual(['PENDING STOP 20200 1 1'])
  goTo(trader, 21_000)
  expect(now(trader, children)).toEqual(['OPEN STOP 20710 1 0'])
})

test('a SELL has them mirrored', () => {
  const trader = begin()
  const bracket = { stop_loss: percent('1'), take_profit: percent('2') }
  // filled at 19,990
  expect(childrenOf(trader, withBracket(market('SELL', '1'), bracket)).map(written)).toEqual([
    'OPEN STOP 20190 1 0',
    'OPEN TAKE_PROFIT 19590 1 0',
  ])
})

test('they protect what the order adds; with POSITION all of it, in the place of other exits', () => {
  const trader = begin()
  trader.place(market('BUY', '3'))
  const [first] = childrenOf(trader, withBracket(market('BUY', '1'), { stop_loss: trigger('19000') }))
  expect(written(first!)).toBe('OPEN STOP 19000 1 0')
  const whole = { stop_loss: ofPosition(trigger('18000')), take_profit: ofPosition(percent('10')) }
  const children = childrenOf(trader, withBracket(market('BUY', '1'), whole))
  expect(children.map(written)).toEqual(['OPEN STOP 18000 5 0', 'OPEN TAKE_PROFIT 22011 5 0'])
  expect(now(trader, [first!])).toEqual(['CANCELLED STOP 19000 1 0'])
  // as the position's own protection it grows with it
  trader.place(market('BUY', '2'))
  expect(now(trader, children)).toEqual(['OPEN STOP 18000 7 0', 'OPEN TAKE_PROFIT 22011 7 0'])
})

test('POSITION exits of a resting order leave others alone until it fills', () => {
  const trader = begin()
  const [first] = childrenOf(trader, withBracket(market('BUY', '1'), { stop_loss: trigger('18000') }))
  const whole = withBracket(limit('BUY', '4', '19000'), { stop_loss: ofPosition(offset('500')) })
  const [exit] = childrenOf(trader, whole)
  expect(now(trader, [first!, exit!])).toEqual(['OPEN STOP 18000 1 0', 'PENDING STOP 18500 4 4'])
  book(trader, 18_990, '100', '1')
  trader.fillResting()
  expect(now(trader, [first!, exit!])).toEqual(['CANCELLED STOP 18000 1 0', 'OPEN STOP 18500 2 0'])
  book(trader, 18_990, '100', '100')
  trader.fillResting()
  expect(now(trader, [exit!])).toEqual(['OPEN STOP 18500 5 0'])
})

test('an exit that its trader gives a trigger stays there', () => {
  const trader = begin()
  const [moved] = childrenOf(trader, withBracket(limit('BUY', '2', '19000'), { stop_loss: offset('100') }))
  trader.modify(moved!.id, { triggerPrice: at('18500') })
  goTo(trader, 18_990)
  expect(now(trader, [moved!])).toEqual(['OPEN STOP 18500 2 0'])
  expect(trader.order(moved!.id).exitTerms).toEqual({})
})

test('an order that fills nothing takes its exits with it', () => {
  const trader = begin()
  const entry = limit('BUY', '1', '19000', { tif: 'IOC' })
  expect(childrenOf(trader, withBracket(entry, { stop_loss: trigger('18000') })).map(written)).toEqual([
    'CANCELLED STOP 18000 1 1',
  ])
})

test.each<[string, PlaceOrder, Bracket, 'STOP' | 'TAKE_PROFIT']>([
  ['a stop above the market', market('BUY', '1'), { stop_loss: trigger('20000') }, 'STOP'],
  ['a target below it', market('BUY', '1'), { take_profit: trigger('20000') }, 'TAKE_PROFIT'],
  ['a stop within the spread', market('BUY', '1'), { stop_loss: offset('10') }, 'STOP'],
  ['the stop of a limit that takes', limit('BUY', '1', '20500'), { stop_loss: trigger('20005') }, 'STOP'],
])('%s refuses the whole order', (_, command, bracket, kind) => {
  const trader = begin()
  const { order, children, violations } = trader.place(withBracket(command, bracket))
  expect([order, children]).toEqual([null, []])
  expect(violations.map(({ rule, message }) => [rule, message.includes(`a ${kind} SELL`)])).toEqual([
    ['trigger_would_fire', true],
  ])
  expect([trader.orders.size, trader.fills.length]).toEqual([0, 0])
})

test.each<[string, PlaceOrder, Bracket, string]>([
  [
    'on the tick of its entry',
    limit('BUY', '1', '19000.3'),
    { stop_loss: trigger('19000.1') },
    'stop_loss.trigger_price',
  ],
  ['on the other side', stop('SELL', '1', '19000'), { take_profit: trigger('19500') }, 'take_profit.trigger_price'],
  ['under a tick', limit('BUY', '1', '19000'), { stop_loss: trigger('0.1') }, 'stop_loss.trigger_price'],
])('an exit %s is a mistake', (_, command, bracket, path) => {
  const problem = begin().misplaced(withBracket(command, bracket))
  expect(problem.kind === 'invalid' && problem.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

test('an order that only reduces has none', () => {
  const trader = begin()
  trader.place(market('BUY', '1'))
  const closing = withBracket(market('SELL', '1', { flags: REDUCE_ONLY }), { stop_loss: trigger('21000') })
  expect(childrenOf(trader, closing)).toEqual([])
})

test('they count against the second allowance of open orders', () => {
  const trader = begin(aPlan({ openOrdersMax: 1 }))
  const both = { stop_loss: trigger('18000'), take_profit: trigger('22000') }
  expect(childrenOf(trader, withBracket(market('BUY', '1'), both))).toHaveLength(2)
  expect(trader.refusals(withBracket(market('BUY', '1'), { stop_loss: trigger('18000') }))).toEqual(['max_open_orders'])
})

test('a preview names them, and places nothing', () => {
  const trader = begin()
  const command = withBracket(takeProfit('BUY', '1', '19000'), { stop_loss: percent('1') })
  const outcome = previewPlace(trader.account, command, trader.script.context(), null)
  expect(outcome.kind === 'decided' && outcome.answer.placement.children?.map(written)).toEqual([
    'PENDING STOP 18810 1 1',
  ])
  expect(trader.orders.size).toBe(0)
})
