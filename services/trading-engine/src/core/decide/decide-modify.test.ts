import { decimal, formatDecimal, price, quantity } from '../values/decimal.js'
import { limit, market, POST_ONLY, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick, words } from '../../../test/support/engine/readable.js'
import { levels, timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const at = (text: string) => price(decimal(text))
const size = (text: string) => quantity(decimal(text))
const begin = (): Trader => {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const issueOf = (trader: Trader, id: string, fields: Parameters<Trader['modify']>[1]): unknown => {
  const problem = trader.unmodified(id, fields)
  return problem.kind === 'invalid' ? problem.issues.map(({ path, code }) => `${path.join('.')} ${code}`) : problem.kind
}

test('price and quantity change in place: same id, next version, the margin with it', () => {
  const trader = begin()
  const before = trader.placed(limit('BUY', '1', '19000'))
  const after = trader.modify(before.id, { price: at('19500'), quantity: size('2') })
  expect(words(after, 'limitPrice', 'quantity', 'status', 'version')).toBe('19500 2 OPEN 2')
  expect([after.id, after.createdAt, after.clientId]).toEqual([before.id, before.createdAt, before.clientId])
  expect(after.updatedAt).toBeGreaterThan(before.updatedAt)
  expect(formatDecimal(trader.figures().reservedMargin)).toBe('1950')
  expect([...trader.account.orders.values()]).toEqual([after])
})

test('an order that is not GTD has no end to change', () => {
  const trader = begin()
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  expect(trader.unmodified(id, { expiresAt: timeOf('2026-03-05T00:00:00Z') })).toMatchObject({
    issues: [{ path: ['expires_at'], message: 'a GTC order has no expires_at' }],
  })
})

test('fields that are not sent stay', () => {
  const trader = begin()
  const { id } = trader.placed(limit('BUY', '1', '19000.7'))
  expect(words(trader.modify(id, { quantity: size('0.5') }), 'limitPrice', 'requestedPrice', 'quantity')).toBe(
    '19000.5 19000.7 0.5',
  )
  expect(words(trader.modify(id, { price: at('19000') }), 'limitPrice', 'requestedPrice')).toBe('19000 null')
})

test('a limit that now meets the book takes from it, up to the limit, and rests with what remains', () => {
  const trader = begin()
  const { id } = trader.placed(limit('BUY', '2', '19000'))
  trader.script.setBook('BTC-USD', {
    bids: [['19990', '1']],
    asks: levels('20000 0.5', '20010 9'),
  })
  const after = trader.modify(id, { price: at('20005') })
  expect(pick(after, 'status', 'filledQuantity')).toEqual({ status: 'PARTIALLY_FILLED', filledQuantity: '0.5' })
  expect(trader.fills.map((fill) => pick(fill, 'price', 'liquidity'))).toEqual([{ price: '20000', liquidity: 'TAKER' }])
})

test('a partly filled order can be reduced to just above its filled quantity', () => {
  const trader = begin()
  const { id } = trader.placed(limit('BUY', '2', '19000'))
  trader.script.setPrice('BTC-USD', '19000', { depth: '0.5' })
  trader.fillResting()
  expect(issueOf(trader, id, { quantity: size('0.5') })).toEqual(['quantity quantity.filled'])
  expect(issueOf(trader, id, { quantity: size('0.4') })).toEqual(['quantity quantity.filled'])
  const after = trader.modify(id, { quantity: size('0.6') })
  expect(words(after, 'status', 'quantity', 'filledQuantity')).toBe('PARTIALLY_FILLED 0.6 0.5')
})

test('a trigger moves while it is armed, and must still be waiting', () => {
  const trader = begin()
  const { id } = trader.placed(stop('BUY', '1', '21000', { price: at('21500') }))
  expect(
    words(trader.modify(id, { triggerPrice: at('22000'), price: at('22500') }), 'triggerPrice', 'limitPrice'),
  ).toBe('22000 22500')
  expect(trader.unmodified(id, { triggerPrice: at('19000') })).toMatchObject({
    kind: 'risk_rejected',
    violations: [{ rule: 'trigger_would_fire' }],
  })
  trader.script.setPrice('BTC-USD', '23000')
  trader.fillResting()
  expect(issueOf(trader, id, { triggerPrice: at('24000') })).toEqual(['trigger_price trigger_price.kind'])
  expect(words(trader.modify(id, { price: at('22800') }), 'limitPrice', 'triggerState')).toBe('22800 TRIGGERED')
})

describe('refused, and left as it was', () => {
  test.each([
    ['a price of a stop without a limit', stop('BUY', '1', '21000'), { price: at('22000') }, ['price price.kind']],
    [
      'a trigger of a limit',
      limit('BUY', '1', '19000'),
      { triggerPrice: at('21000') },
      ['trigger_price trigger_price.kind'],
    ],
    ['a quantity off the lot', limit('BUY', '1', '19000'), { quantity: size('1.0005') }, ['quantity quantity.lot']],
    [
      'an expiry of a GTC',
      limit('BUY', '1', '19000'),
      { expiresAt: timeOf('2026-03-03') },
      ['expires_at expires_at.tif'],
    ],
    [
      'an expiry in the past',
      limit('BUY', '1', '19000', { tif: 'GTD', expiresAt: timeOf('2026-03-03') }),
      { expiresAt: timeOf('2026-03-02T11:59:59Z') },
      ['expires_at expires_at.past'],
    ],
    [
      'several fields',
      limit('BUY', '1', '19000'),
      { triggerPrice: at('1'), quantity: size('1.0005'), price: at('0.0001') },
      ['price price.tick', 'trigger_price trigger_price.kind', 'quantity quantity.lot'],
    ],
  ])('%s', (_, command, fields, issues) => {
    const trader = begin()
    const { id } = trader.placed(command)
    expect(issueOf(trader, id, fields)).toEqual(issues)
  })

  test('more than the caps allow', () => {
    const trader = aTrader({ plan: aPlan({ symbolNotionalMax: '30000' }) })
    trader.script.setPrice('BTC-USD', '20000')
    const { id } = trader.placed(limit('BUY', '1', '19000'))
    expect(trader.unmodified(id, { quantity: size('2') })).toMatchObject({
      kind: 'risk_rejected',
      violations: [{ rule: 'symbol_exposure_cap' }],
    })
    expect(formatDecimal(trader.order(id).quantity)).toBe('1')
    expect(trader.modify(id, { quantity: size('1.5') }).version).toBe(2)
  })

  test('post-only that would take', () => {
    const trader = begin()
    const { id } = trader.placed(limit('BUY', '1', '19000', { flags: POST_ONLY }))
    expect(trader.unmodified(id, { price: at('20000') })).toMatchObject({ violations: [{ rule: 'post_only' }] })
  })

  test('a REDUCE_ONLY account can still modify reducing orders', () => {
    const trader = begin()
    trader.placed(market('BUY', '1'))
    const { id } = trader.placed(limit('SELL', '1', '21000'))
    trader.account = { ...trader.account, state: 'REDUCE_ONLY' }
    const modified = trader.modify(id, { quantity: size('2'), price: at('22000') })
    expect(modified.flags.reduceOnly).toBe(true)
    trader.script.setPrice('BTC-USD', '22000')
    trader.fillResting()
    expect(trader.account.positions.size).toBe(0)
  })
})

test('a version that is out of date', () => {
  const trader = begin()
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  trader.modify(id, { price: at('19100'), version: 1 })
  expect(trader.unmodified(id, { price: at('19200'), version: 1 })).toMatchObject({ kind: 'version' })
  expect(trader.modify(id, { price: at('19200'), version: 2 }).version).toBe(3)
})

test('an order that has ended, and one that does not exist', () => {
  const trader = begin()
  const { id } = trader.placed(limit('BUY', '1', '19000'))
  trader.cancel(id)
  expect(trader.unmodified(id, { price: at('19200') })).toMatchObject({ kind: 'order_not_working', order: { id } })
  expect(trader.unmodified('none', { price: at('19200') })).toMatchObject({ kind: 'not_found' })
})

test('a reduce-only order may grow beyond its position, and still fills no further', () => {
  const trader = begin()
  trader.placed(market('BUY', '1'))
  const { id } = trader.placed(limit('SELL', '1', '21000', { flags: REDUCE_ONLY }))
  trader.modify(id, { quantity: size('3') })
  trader.script.setPrice('BTC-USD', '21000')
  trader.fillResting()
  expect(words(trader.order(id), 'status', 'filledQuantity', 'reason')).toBe('CANCELLED 1 reduce_only')
  expect(trader.account.positions.size).toBe(0)
})

test('a reduce-only order that is grown and moved into the market closes its position, and never flips it', () => {
  const trader = begin()
  trader.placed(market('BUY', '1'))
  const { id } = trader.placed(limit('SELL', '1', '21000', { flags: REDUCE_ONLY }))
  const after = trader.modify(id, { quantity: size('3'), price: at('19000') })
  expect(words(after, 'status', 'filledQuantity', 'reason')).toBe('CANCELLED 1 reduce_only')
  expect(trader.account.positions.size).toBe(0)
  expect(trader.account.orders.size).toBe(0)
})

test('changing the size alone does not make an order that the market has reached a taker', () => {
  const trader = begin()
  const { id } = trader.placed(limit('BUY', '1', '19000', { flags: POST_ONLY }))
  trader.script.setPrice('BTC-USD', '18900')
  expect(words(trader.modify(id, { quantity: size('0.5') }), 'status', 'filledQuantity')).toBe('OPEN 0')
  trader.fillResting()
  expect(trader.fills.map((fill) => pick(fill, 'price', 'liquidity'))).toEqual([{ price: '19000', liquidity: 'MAKER' }])
})
