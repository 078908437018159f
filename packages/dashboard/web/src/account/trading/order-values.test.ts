import type { Order } from '@ats/sdk/types'
import { atVenue, flagsOf, LIVE_VALUES } from './order-values.js'

const paper = { flags: { reduce_only: false, post_only: false } } as unknown as Order
const venue_order = { state: 'SENT', tx_hash: '0xab', venue_order_id: null, reason: null } as const
const asked = '2026-03-01T12:00:00Z'
const live = { ...paper, venue_order, cancel_requested_at: null, modify_requested_at: null } as Order

test.each<[string, Order]>([
  ['none', paper],
  ['Sent', live],
  ['Frozen by the venue', { ...live, venue_order: { ...venue_order, state: 'FROZEN' } }],
  ['Failed: no gas', { ...live, venue_order: { ...venue_order, state: 'FAILED', reason: 'no gas' } }],
])('at the venue: %s', (words, order) => expect(atVenue(order)).toBe(words))

test('a file has the state, the transaction and the request to cancel of a LIVE order, as the API names them', () => {
  const written = (order: Order) => Object.values(LIVE_VALUES).map(({ name, text }) => [name, text(order)])
  expect(written({ ...live, cancel_requested_at: asked })).toEqual([
    ['venue_state', 'SENT'],
    ['tx_hash', '0xab'],
    ['cancel_requested_at', asked],
  ])
  expect(written({ ...live, venue_order: { ...venue_order, tx_hash: null } })[1]).toEqual(['tx_hash', null])
  expect(written(paper).map(([, text]) => text)).toEqual([undefined, undefined, undefined])
})

test.each([
  ['', {}],
  ['reduce only', { reduce_only: true }],
  ['reduce only, post only', { reduce_only: true, post_only: true }],
])('its flags read "%s"', (words, flags) =>
  expect(flagsOf({ ...paper, flags: { ...paper.flags, ...flags } })).toBe(words),
)
