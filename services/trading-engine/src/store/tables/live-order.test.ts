import type { HeldTerms, LiveOrder } from '../../core/model/live/live-order.js'
import type { EndedRequest, SentRequest, UnsentRequest } from '../../core/model/live/venue-request-states.js'
import { decimal, price, quantity } from '../../core/values/decimal.js'
import { liveOrderOf, storedLiveOrder } from './live-order.js'
import { writeLive } from './live.js'

const request: UnsentRequest = {
  ...{ id: 'r1', accountId: 'a', orderId: 'o', venue: 'GMX', state: 'NEW' },
  action: { kind: 'cancel', symbol: 'BTC-USD', requestId: 'r0' },
  ...{ txHash: '0x1', venueOrderId: '0:3', reason: null, createdAt: 1, updatedAt: 2 },
}
const sent: SentRequest = { ...request, state: 'ACCEPTED' }
const done: EndedRequest = { ...request, state: 'EXECUTED' }
const common = { reason: 'gas_budget', filledBefore: quantity(decimal('0.5')) }
const ending = { reason: 'risk', by: 'RISK' } as const
const change = { request: { ...request, id: 'r3' }, requestedAt: 8 }
const filledBefore = quantity(decimal('0.75'))
const at = price(decimal('19000.5'))
const changed = { quantity: quantity(decimal('2')), price: at, worstPrice: at, filledBefore }
const heldNext = { quantity: quantity(decimal('2')), limitPrice: null } as HeldTerms
const cancelling = { ...common, kind: 'cancelling', request: sent, requestedAt: 9 } as const

const NOTHING = { cancelRequestedAt: null, modifyRequestedAt: null, ending: null, cancellation: null, change: null }
const STORED: readonly (readonly [LiveOrder, object])[] = [
  [{ ...common, kind: 'asked', request }, NOTHING],
  [{ ...common, kind: 'at_venue', request: sent }, NOTHING],
  [
    { ...common, kind: 'changing', request: sent, change },
    { ...NOTHING, modifyRequestedAt: 8, change: change.request },
  ],
  [
    { ...common, kind: 'changing', request: sent, change: { ...change, filledBefore } },
    { ...NOTHING, modifyRequestedAt: 8, change: change.request, changeFilledBefore: filledBefore },
  ],
  [
    { ...common, kind: 'at_venue', request: sent, changed },
    { ...NOTHING, changed },
  ],
  [
    { ...common, kind: 'taking_back', request: sent, cancellation: request, requestedAt: 7, heldNext },
    { ...NOTHING, modifyRequestedAt: 7, cancellation: request, heldNext },
  ],
  [
    { ...cancelling, cancellation: request, ending, change: null },
    { ...NOTHING, cancelRequestedAt: 9, ending, cancellation: request },
  ],
  [
    { ...cancelling, cancellation: null, ending, change },
    { ...NOTHING, cancelRequestedAt: 9, ending, modifyRequestedAt: 8, change: change.request },
  ],
  [
    { ...common, kind: 'ended', request: done, ending },
    { ...NOTHING, ending },
  ],
]

test.each(STORED)('a row keeps every field of $kind, and is read as the same state', (live, fields) => {
  const { state, txHash, venueOrderId } = live.request
  const stored = storedLiveOrder(live)
  expect(stored).toEqual({ ...common, request: live.request, state, txHash, venueOrderId, ...fields })
  expect(liveOrderOf({ live: JSON.parse(writeLive(stored)) })).toEqual({ live })
})

test('an order without a request to a venue has no venue columns', () => {
  expect([liveOrderOf({ live: null }), liveOrderOf({})]).toEqual([{}, {}])
})

test('terms that the engine is no longer to hold it on are read as none', () => {
  const [, [live]] = STORED as [unknown, (typeof STORED)[number]]
  expect(liveOrderOf({ live: JSON.parse(writeLive({ ...storedLiveOrder(live), heldNext: null })) })).toEqual({ live })
})
