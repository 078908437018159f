import type { Order } from '@ats/sdk/types'
import { statusOf } from './status-of.js'

const paper = { status: 'PENDING', reason: null } as Order
const venue_order = { state: 'SENT', tx_hash: '0xab', venue_order_id: null, reason: null } as const
const asked = '2026-03-01T12:00:00Z'
const live = { ...paper, venue_order, cancel_requested_at: null, modify_requested_at: null } as Order

test.each<[string, Order]>([
  ['Waiting for entry', paper],
  ['On its way to the venue', live],
  ['Open', { ...live, status: 'OPEN' }],
  ['Open, cancel requested', { ...live, status: 'OPEN', cancel_requested_at: asked }],
  ['Open, change requested', { ...live, status: 'OPEN', modify_requested_at: asked }],
  ['Filled', { ...live, status: 'FILLED', cancel_requested_at: asked }],
])('an order is %s', (words, order) => {
  expect(statusOf(order)).toBe(words)
})
