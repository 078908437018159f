import { decideOrder, type OrderBody } from './decide-order.js'
import { formatNano, formatProduct } from './fixed-point.js'

const order = (side: 'BUY' | 'SELL', quantity: number): OrderBody => ({
  account_id: 'account',
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity,
  client_id: 'one',
})

const decided = (...args: Parameters<typeof decideOrder>) => {
  const execution = decideOrder(...args)
  if (typeof execution === 'string') throw new Error(execution)
  return execution
}

test('opening, adding and closing, the result being the spread to the last digit', () => {
  const opened = decided(order('BUY', 0.001), undefined, 'new')
  expect(formatProduct(opened.fee)).toBe('0.057412668000000000')
  const added = decided(order('BUY', 0.002), opened.position, 'other')
  expect([added.position.id, formatNano(added.position.quantity)]).toEqual(['new', '0.003000000'])
  const closed = decided(order('SELL', 0.003), added.position, 'other')
  expect(formatProduct(closed.realizedPnl)).toBe('-0.004260000000000000')
  expect([closed.position.quantity, closed.position.cost]).toEqual([0n, 0n])
})

test('what is not listed, too large or would turn the position around is refused', () => {
  const { position } = decided(order('SELL', 0.001), undefined, 'new')
  expect(decideOrder(order('BUY', 0.002), position, 'other')).toBe('the order would turn the position around')
  expect(decideOrder(order('BUY', 6), undefined, 'new')).toBe('the position would be too large')
  expect(decideOrder({ ...order('BUY', 1), symbol: 'X-USD' }, undefined, 'new')).toBe('X-USD is not listed')
})
