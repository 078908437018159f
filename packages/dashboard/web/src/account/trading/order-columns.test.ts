import type { Order } from '@ats/sdk/types'
import { orderColumns, statusOf } from './order-columns.js'

const paper = { status: 'PENDING', reason: null } as Order
const venue_order = { state: 'SENT', tx_hash: '0xab', venue_order_id: null, reason: null } as const
const asked = '2026-03-01T12:00:00Z'
const live = { ...paper, venue_order, cancel_requested_at: null, modify_requested_at: null } as Order

test.each<[string, Order]>([
  ['Waits for its entry', paper],
  ['On its way to the venue', live],
  ['Open', { ...live, status: 'OPEN' }],
  ['Open, cancellation asked for', { ...live, status: 'OPEN', cancel_requested_at: asked }],
  ['Open, change asked for', { ...live, status: 'OPEN', modify_requested_at: asked }],
  ['Filled', { ...live, status: 'FILLED', cancel_requested_at: asked }],
])('an order is %s', (words, order) => {
  expect(statusOf(order)).toBe(words)
})

test('what a venue says is told of orders of LIVE accounts alone', () => {
  const names = (isLive: boolean) => orderColumns(isLive).map(({ name }) => name)
  expect(names(true).filter((name) => !names(false).includes(name))).toEqual([
    'venue_state',
    'tx_hash',
    'cancel_requested_at',
  ])
  const file = orderColumns(true).map(({ name, text }) => [name, text(live)])
  expect(file).toContainEqual(['venue_state', 'SENT'])
  expect(file).toContainEqual(['tx_hash', '0xab'])
})
