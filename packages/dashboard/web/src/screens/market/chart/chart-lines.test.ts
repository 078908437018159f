import type { Order, Position } from '@ats/sdk/types'
import { NOTHING_TYPED, priceMarks, typedMarks } from './chart-lines.js'

const position = (given: Partial<Position>) =>
  ({ id: 'p', direction: 'LONG', quantity: '0.5', entry_price: '100', liquidation_price: null, ...given }) as Position
const order = (given: Partial<Order>) =>
  ({
    id: 'o',
    side: 'SELL',
    kind: 'LIMIT',
    remaining_quantity: '1',
    price: '110',
    trigger_price: null,
    trigger_state: null,
    ...given,
  }) as Order
const told = (...marks: ReturnType<typeof priceMarks>) => marks.map(({ title, price }) => `${title} @ ${price}`)

describe('the prices marked across the chart', () => {
  it('has the entry of a position, and its liquidation price where there is one', () => {
    expect(told(...priceMarks([position({})], []))).toEqual(['Long 0.5 @ 100'])
    expect(told(...priceMarks([position({ direction: 'SHORT', liquidation_price: '190' })], []))).toEqual([
      'Short 0.5 @ 100',
      'Liquidation @ 190',
    ])
  })

  it('has the limit of an order, and the trigger of one that waits for it', () => {
    const stop = order({ kind: 'STOP', price: '89', trigger_price: '90', trigger_state: 'ARMED' })
    expect(told(...priceMarks([], [order({}), stop]))).toEqual(['Sell Limit 1 @ 110', 'Sell Stop 1 @ 90'])
  })

  it('has the trigger of a stop that trails, and before that its activation', () => {
    const trail = { offset: null, offset_pct: '2', activation_price: '120', peak: null }
    const begins = order({ kind: 'STOP', price: null, trigger_state: 'ARMED', trail })
    expect(told(...priceMarks([], [begins]))).toEqual(['Sell Stop 1, trails by 2%, begins here @ 120'])
    expect(priceMarks([], [begins])[0]!.style).toBe('dotted')
    const follows = { ...begins, trigger_price: '127.4', trail: { ...trail, peak: '130' } }
    expect(told(...priceMarks([], [follows]))).toEqual(['Sell Stop 1, trails by 2% @ 127.4'])
    const byAmount = { ...follows, trail: { ...trail, offset: '5', offset_pct: null, activation_price: null } }
    expect(told(...priceMarks([], [byAmount]))).toEqual(['Sell Stop 1, trails by 5 @ 127.4'])
    expect(priceMarks([], [{ ...byAmount, trigger_price: null }])).toEqual([])
  })

  it('has the prices of an order that is being typed, once they are prices', () => {
    expect(told(...typedMarks(NOTHING_TYPED))).toEqual([])
    expect(told(...typedMarks({ entry: ' 100 ', stop: '95.5', target: '2%' }))).toEqual([
      'New order @ 100',
      'New stop @ 95.5',
    ])
    expect(told(...typedMarks({ entry: '0', stop: '.', target: '120' }))).toEqual(['New target @ 120'])
  })

  it('has the limit of a stop-limit whose trigger has fired', () => {
    const fired = order({ kind: 'STOP', price: '89', trigger_price: '90', trigger_state: 'TRIGGERED' })
    expect(told(...priceMarks([], [fired]))).toEqual(['Sell Stop 1 @ 89'])
  })
})
