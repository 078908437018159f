import {
  SUBJECTS,
  type Ending,
  type HeldTerms,
  type LiveOrder,
  type OpenLiveOrder,
  type Subject,
} from '../../model/live/live-order.js'
import type { SentRequest } from '../../model/live/venue-request-states.js'
import type { VenueAction, VenueCharges, VenueRequest } from '../../model/live/venue-request.js'
import { decimal, price, quantity, usd } from '../../values/decimal.js'
import { endedHere, executed, transition, type RequestReport, type Step } from './order-transitions.js'

const request = (id: string, action: VenueAction): SentRequest => ({
  ...{ id, accountId: 'account', orderId: 'order', venue: 'GMX', action },
  ...{ state: 'SIGNED', txHash: null, venueOrderId: null, reason: null, createdAt: 1, updatedAt: 1 },
})
const size = quantity(decimal('2'))
const at = price(decimal('19000'))
const OPEN: VenueAction = {
  ...{ kind: 'open', symbol: 'BTC-USD', direction: 'LONG', type: 'LIMIT', quantity: size, price: at, worstPrice: at },
  ...{ leverage: decimal('10') as never, collateral: usd(1n), takeProfit: null, stopLoss: null },
}
const order = request('order', OPEN)
const cancellation: VenueRequest = request('cancellation', { kind: 'cancel', symbol: 'BTC-USD', requestId: 'order' })
const UPDATE = {
  ...({ kind: 'update', symbol: 'BTC-USD', requestId: 'order', quantity: size, price: at, worstPrice: at } as const),
} as const
const change = { request: request('change', UPDATE), requestedAt: 5 }
const common = { request: order, reason: null, filledBefore: quantity(0n) }
const cancelling = { ...common, kind: 'cancelling', cancellation, requestedAt: 6, change: null } as const
const BY_TRADER: Ending = { reason: 'user_cancelled', by: 'USER' }
const BY_SERVICE: Ending = { reason: 'risk', by: 'RISK' }
const heldNext = { quantity: size } as HeldTerms

const STATES = {
  asked: { ...common, kind: 'asked', request: { ...order, state: 'NEW' } },
  'at venue': { ...common, kind: 'at_venue' },
  changing: { ...common, kind: 'changing', change },
  'taking back': { ...common, kind: 'taking_back', cancellation, requestedAt: 7, heldNext },
  'cancelled by its trader': { ...cancelling, ending: BY_TRADER },
  'cancelled by the service': { ...cancelling, ending: BY_SERVICE },
  'cancelled while changing': { ...cancelling, ending: BY_TRADER, change },
  'cancelled again later': { ...cancelling, ending: BY_SERVICE, cancellation: null },
} as const satisfies Readonly<Record<string, OpenLiveOrder>>
type State = keyof typeof STATES

const place = { chainId: 1, block: 1, blockHash: '0xb', txHash: '0x1', logIndex: 0 }
const answered = { place, reason: 'why', charges: {} as VenueCharges }
type Kind = RequestReport['kind']
function reportOf(kind: Kind, requestId: string): RequestReport {
  if (kind === 'signed' || kind === 'sent') return { kind, requestId, txHash: '0x1' }
  if (kind === 'accepted') return { kind, requestId, place, venueOrderId: '0:1' }
  return kind === 'failed' ? { kind, requestId, reason: 'why' } : { kind, requestId, ...answered }
}

function step(state: State, subject: Subject, kind: Kind): Step | null {
  let now = 100
  return transition(STATES[state], subject, reportOf(kind, subject), () => (now += 1))
}

/** The next state, and the effect if there is one; `-`: nothing changes. */
const TABLE = `
  state                    | request      | signed      | sent        | accepted             | frozen             | cancelled       | timed_out       | failed       | updated
  asked                    | order        | at_venue    | at_venue    | at_venue+accepted    | at_venue+frozen    | ended+cancelled | ended+timed_out | ended+failed | -
  at venue                 | order        | at_venue    | at_venue    | at_venue+accepted    | at_venue+frozen    | ended+cancelled | ended+timed_out | ended+failed | -
  changing                 | order        | changing    | changing    | changing+accepted    | changing+frozen    | ended+cancelled | ended+timed_out | ended+failed | at_venue+changed
  changing                 | change       | changing    | changing    | changing             | -                  | ended+cancelled | at_venue        | at_venue     | at_venue+changed
  taking back              | order        | taking_back | taking_back | taking_back+accepted | taking_back+frozen | ended+cancelled | ended+timed_out | ended+failed | -
  taking back              | cancellation | taking_back | taking_back | taking_back          | -                  | ended+cancelled | at_venue        | at_venue     | -
  cancelled by its trader  | order        | cancelling  | cancelling  | cancelling+accepted  | cancelling+frozen  | ended+cancelled | ended+timed_out | ended+failed | -
  cancelled by its trader  | cancellation | cancelling  | cancelling  | cancelling           | -                  | ended+cancelled | at_venue        | at_venue     | -
  cancelled by the service | order        | cancelling  | cancelling  | cancelling+accepted  | cancelling+frozen  | ended+cancelled | ended+timed_out | ended+failed | -
  cancelled by the service | cancellation | cancelling  | cancelling  | cancelling           | -                  | ended+cancelled | cancelling      | cancelling   | -
  cancelled while changing | order        | cancelling  | cancelling  | cancelling+accepted  | cancelling+frozen  | ended+cancelled | ended+timed_out | ended+failed | cancelling+changed
  cancelled while changing | cancellation | cancelling  | cancelling  | cancelling           | -                  | ended+cancelled | changing        | changing     | cancelling+changed
  cancelled while changing | change       | cancelling  | cancelling  | cancelling           | -                  | ended+cancelled | cancelling      | cancelling   | cancelling+changed
  cancelled again later    | order        | cancelling  | cancelling  | cancelling+accepted  | cancelling+frozen  | ended+cancelled | ended+timed_out | ended+failed | -
`
const [HEADER = [], ...ROWS] = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
const REPORTS = HEADER.slice(2) as Kind[]
const CELLS = ROWS.flatMap(([state, subject, ...cells]) =>
  cells.map((expected, index) => [state as State, subject as Subject, REPORTS[index]!, expected] as const),
)

const shown = (made: Step | null): string => {
  if (made === null) return '-'
  const { kind } = made.effect
  return `${made.live.kind}${kind === 'none' ? '' : `+${made.effect.kind === 'ended' ? made.effect.end : kind}`}`
}

test.each(CELLS)('%s, of the request for its %s: %s leads to %s', (state, subject, kind, expected) => {
  expect(shown(step(state, subject, kind))).toBe(expected)
})

test('a state has no row for a request that it has not', () => {
  const rows = new Set(ROWS.map(([state, subject]) => `${state}/${subject}`))
  const others = (Object.keys(STATES) as State[])
    .flatMap((state) => SUBJECTS.map((subject) => [state, subject] as const))
    .filter(([state, subject]) => !rows.has(`${state}/${subject}`))
  expect(others).toHaveLength(Object.keys(STATES).length * SUBJECTS.length - ROWS.length)
  for (const [state, subject] of others)
    for (const kind of REPORTS)
      expect([state, subject, kind, step(state, subject, kind)]).toEqual([state, subject, kind, null])
})

const states = (requests: readonly VenueRequest[] = []): readonly string[] =>
  requests.map(({ id, state }) => `${id} ${state}`)

test('what was asked about an order ends with it: done where it was cancelled, else failed', () => {
  const both = 'cancelled while changing'
  expect(states(step(both, 'order', 'cancelled')?.requests)).toEqual([
    'order CANCELLED',
    'cancellation EXECUTED',
    'change EXECUTED',
  ])
  expect(states(step(both, 'order', 'timed_out')?.requests)).toEqual([
    'order TIMED_OUT',
    'cancellation FAILED',
    'change FAILED',
  ])
  const done = executed(STATES[both], { ...order, state: 'EXECUTED' }, () => 100)
  expect(states(done.requests)).toEqual(['order EXECUTED', 'cancellation FAILED', 'change FAILED'])
  expect(states(endedHere(STATES.asked, () => 100).requests)).toEqual(['order CANCELLED'])
})

test('an order that the engine is to hold says on which terms once its venue has let go of it', () => {
  const effect = { end: 'cancelled', heldNext, ending: null }
  expect(step('taking back', 'cancellation', 'cancelled')?.effect).toMatchObject(effect)
  expect(step('cancelled by its trader', 'order', 'cancelled')?.effect).toMatchObject({
    heldNext: null,
    ending: BY_TRADER,
  })
})

test('a cancellation that was not carried out is asked for again where the service wants it, and its trader is told why', () => {
  const kept = step('cancelled by the service', 'cancellation', 'failed')?.live
  expect(kept).toMatchObject({ cancellation: null, requestedAt: 102, ending: BY_SERVICE, reason: 'why' })
  const given = step('cancelled by its trader', 'cancellation', 'failed')?.live as LiveOrder
  expect(given).toEqual({ ...STATES['at venue'], reason: 'why' })
})

test('the second of a report, and one that comes late, change nothing', () => {
  const first = step('at venue', 'order', 'accepted')?.live as OpenLiveOrder
  for (const kind of ['signed', 'sent', 'accepted'] as const)
    expect(transition(first, 'order', reportOf(kind, 'order'), () => 200)).toBeNull()
})
