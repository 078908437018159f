import { createFaultLot, type Meeting } from './fault-lot.js'
import { reactionTo, type FaultHit } from './fault-hits.js'
import { createStreamFaults } from './stream-faults.js'
import { withTapeFaults } from './tape-faults.js'
import type { Fault, FaultWhen, StreamFaultAction } from './fault.js'
import type { RunCommand } from '../run-log.js'
import type { Tape } from '../../tapes/tape.js'

const ANY: FaultWhen = { nth: null, clientIdPrefix: null, path: null, method: null, afterMs: null, chance: null }
const aFault = (when: Partial<FaultWhen>, fields: Partial<Fault> = {}): Fault => ({
  ...{ do: '500', when: { ...ANY, ...when }, times: 1, forMs: 0, symbol: null, rule: null, share: null },
  ...fields,
})
const order = (fields: Partial<Meeting> = {}): Meeting => ({
  ...{ method: 'POST', path: '/v1/order', clientId: null, at: 0 },
  ...fields,
})
const lotOf = (faults: readonly Fault[], seed = 1) => createFaultLot(faults, { seed, startsAt: 1_000_000 }, () => true)
const numbersMet = (faults: readonly Fault[], meetings: readonly Meeting[], seed = 1) => {
  const meet = lotOf(faults, seed)
  return meetings.map((meeting) => meet(meeting)?.number ?? 0)
}

test('a fault meets the nth request that fits, so often as it may', () => {
  const read = order({ method: 'GET', path: '/v1/positions' })
  expect(numbersMet([aFault({ nth: 2, path: '/v1/order' })], [order(), read, order(), order()])).toEqual([0, 0, 1, 0])
  expect(numbersMet([aFault({ nth: 2 }, { times: 2 })], [order(), order(), order(), order()])).toEqual([0, 1, 1, 0])
  expect(numbersMet([aFault({ method: 'GET' }, { times: 9 })], [order(), read, order(), read])).toEqual([0, 1, 0, 1])
})

test('it may wait for a moment, or for the client_id of a request', () => {
  const late = (at: number) => order({ at })
  expect(numbersMet([aFault({ afterMs: 500 })], [late(1_400_000), late(1_500_000)])).toEqual([0, 1])
  const named = (clientId: string | null) => order({ clientId })
  expect(numbersMet([aFault({ clientIdPrefix: 'x-' })], [named(null), named('y-x-'), named('x-1')])).toEqual([0, 0, 1])
})

test('faults of orders count requests that place some, and nothing else', () => {
  const paths = ['/v1/order/preview', '/v1/account/a/orders/o/cancel', '/v1/order', '/v1/orders/batch', '/v1/orders']
  const meetings = [order({ method: 'GET' }), ...paths.map((path) => order({ path }))]
  const cancel = aFault({}, { do: 'ORACLE_CANCEL', times: 9 })
  expect(numbersMet([cancel], meetings)).toEqual([0, 0, 0, 1, 1, 0])
})

test('chance is drawn from the seed, and what one fault meets does not change what another one draws', () => {
  const many = Array.from({ length: 400 }, () => order())
  const chance = aFault({ chance: 0.25 }, { times: 1_000 })
  const first = numbersMet([chance], many)
  expect(numbersMet([chance], many)).toEqual(first)
  expect(numbersMet([chance], many, 2)).not.toEqual(first)
  expect(first.filter(Boolean).length).toBeGreaterThan(60)
  expect(first.filter(Boolean).length).toBeLessThan(140)
  const beside = numbersMet([chance, aFault({ nth: 3 })], many)
  expect(beside.map((number) => (number === 1 ? 1 : 0))).toEqual(first)
})

test.each<[StreamFaultAction, string, string]>([
  ['DUPLICATE_EVENT', 'data: 1\n\ndata: 2\n\n', 'data: 1\n\ndata: 2\n\ndata: 2\n\n'],
  ['CUT_STREAM', 'data: 1\n\ndata: 2\n\n', 'data: 1\n\n'],
  ['REORDER_EVENTS', ':\n\ndata: 1\n\ndata: 2\n\ndata: 3\n\n', ':\n\ndata: 1\n\ndata: 3\n\ndata: 2\n\n'],
])('%s of the second event of a stream', (action, written, expected) => {
  let count = 0
  const change = createStreamFaults(false, () => (++count === 2 ? action : null))
  expect(change(written)).toEqual({ text: expected, ends: action === 'CUT_STREAM' })
})

test('an event that is held back is told with the next write', () => {
  let count = 0
  const change = createStreamFaults(false, () => (++count === 1 ? 'REORDER_EVENTS' : null))
  expect(change('data: 1\n\n').text).toBe('')
  expect(change('data: 2\n\n').text).toBe('data: 2\n\ndata: 1\n\n')
  expect(change('data: 3\n\n').text).toBe('data: 3\n\n')
})

test('newest values between numbered events are none of them', () => {
  const change = createStreamFaults(true, () => 'DUPLICATE_EVENT')
  expect(change('id: 1\n\nid: 2\ndata: 1\n\ndata: newest\n\n').text).toBe(
    'id: 1\n\nid: 2\ndata: 1\n\nid: 2\ndata: 1\n\ndata: newest\n\n',
  )
})

const TAPE: Tape = {
  firstTick: 100,
  series: ['BTC-USD', 'ETH-USD'].map((symbol) => ({
    ...{ symbol, venue: 'GMX', tickSize: 1n as Tape['series'][number]['tickSize'] },
    ...{ slots: Uint32Array.from([0, 10, 20]), prices: Uint32Array.from([5, 6, 7]) },
    ...{ spreads: null, flags: null, funding: [] },
  })),
}
const heldOf = ({ series }: Tape, number: number) =>
  [...(series[number]?.slots ?? [])].map((slot, row) => [slot, series[number]?.flags?.[row] ?? 0])

test('prices go stale and markets halt for a span, of one symbol or of all', () => {
  const stale = withTapeFaults(TAPE, [
    aFault({ afterMs: 1_250 }, { do: 'STALE_FEED', forMs: 1_750, symbol: 'BTC-USD' }),
  ])
  expect(heldOf(stale, 0)).toEqual([
    [0, 0],
    [5, 1],
    [10, 1],
    [12, 0],
    [20, 0],
  ])
  expect(heldOf(stale, 1)).toEqual(heldOf(TAPE, 1))
  const halted = withTapeFaults(stale, [aFault({ afterMs: 2_000 }, { do: 'HALT', forMs: 10 })])
  expect(heldOf(halted, 0)).toContainEqual([8, 3])
  expect(heldOf(halted, 1)).toContainEqual([8, 2])
  expect(heldOf(halted, 1)).toContainEqual([9, 0])
})

const command = (body: object): RunCommand => ({
  ...{ at: 5, moved: false, method: 'POST', path: '/v1/order', body: JSON.stringify(body), status: 200, fault: null },
})
const hit = (before: number | null, body: object): FaultHit => ({
  ...{ fault: 1, do: '500', at: 5, method: 'POST', path: '/v1/order', before, body: JSON.stringify(body) },
})

test('what a bot did after a fault: the same again is safe only by its client_id, once it was carried out', () => {
  const [one, other] = [{ side: 'BUY', client_id: 'a' }, { side: 'SELL' }]
  expect(reactionTo(hit(0, one), [command(one), command(other)])).toBe('NOTHING')
  expect(reactionTo(hit(0, one), [command(one), command(one)])).toBe('REPEATED')
  expect(reactionTo(hit(0, one), [command(one), command({ ...one, client_id: 'b' })])).toBe('DOUBLED')
  expect(reactionTo(hit(0, other), [command(other), command(other)])).toBe('DOUBLED')
  expect(reactionTo(hit(null, other), [command(other)])).toBe('REPEATED')
  expect(reactionTo({ ...hit(null, one), body: null }, [])).toBeNull()
})
