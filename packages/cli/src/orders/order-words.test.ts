import type { Order } from '@ats/sdk'
import { orderFacts, statusCell } from './order-words.js'

const paper = {
  ...{ id: 'a', side: 'BUY', quantity: '1', symbol: 'BTC-USD', kind: 'MARKET', status: 'PENDING', reason: null },
  ...{ trigger_price: null, limit_price: null, price: null, average_price: null, filled_quantity: '0', fees: '0' },
  ...{ expires_at: null, tif: 'IOC', flags: {}, venue: 'GMX', client_id: null, parent_order_id: null },
  ...{ created_at: '2026-03-02T12:00:00Z', version: 1 },
} as unknown as Order
const venue_order = { state: 'SENT', tx_hash: '0xab', venue_order_id: null, reason: null } as const
const live: Order = { ...paper, venue_order, cancel_requested_at: null, modify_requested_at: null }
const asked = '2026-03-02T12:00:05Z'

test.each<[string, Order]>([
  ['PENDING', paper],
  ['PENDING, SENT', live],
  ['CANCELLED', { ...live, status: 'CANCELLED', cancel_requested_at: asked }],
])('a status that is %s', (text, order) => {
  expect(statusCell(order)).toBe(text)
})

test('what was asked of a venue and has not happened is said beside the status', () => {
  const order: Order = { ...live, status: 'OPEN', venue_order: { ...venue_order, state: 'ACCEPTED' } }
  expect(statusCell({ ...order, cancel_requested_at: asked })).toMatchObject({ text: 'OPEN, ACCEPTED, cancel asked' })
  expect(statusCell({ ...order, modify_requested_at: asked })).toMatchObject({ text: 'OPEN, ACCEPTED, change asked' })
})

test('an order in full has the word of its venue, and its transaction', () => {
  const names = (order: Order) => orderFacts(order).map(([name]) => name)
  expect(names(live).filter((name) => !names(paper).includes(name))).toEqual(['at the venue', 'transaction'])
  const failed: Order = {
    ...live,
    status: 'REJECTED',
    venue_order: { ...venue_order, state: 'FAILED', reason: 'paused' },
  }
  expect(orderFacts(failed)).toEqual(
    expect.arrayContaining([
      ['at the venue', 'FAILED: paused'],
      ['transaction', '0xab'],
    ]),
  )
})
