import type { Fault, FaultWhen } from '../run/faults/fault.js'
import { faultSetOf, nothingMet, openFaultSet, storedOf, type FaultSet, type OpenFaultSet } from './fault-set.js'

const ANY: FaultWhen = { nth: null, clientIdPrefix: null, path: null, method: null, afterMs: null, chance: null }
const aFault = (fields: Partial<Fault>, when: Partial<FaultWhen> = {}): Fault => ({
  ...{ do: '500', when: { ...ANY, ...when }, times: 1, forMs: 0, symbol: null, rule: null, share: null },
  ...fields,
})
const setOf = (...faults: readonly Fault[]): FaultSet => ({
  ...{ faults, seed: 1, startedAt: 1_000_000, expiresAt: 9_000_000_000, met: nothingMet(faults) },
})
const order = (body: object, at = 2_000_000) => ({ method: 'POST', path: '/v1/order', body: JSON.stringify(body), at })

/** Each step is done by another process, which has read what the one before has written. */
function steps<T>(set: FaultSet, works: readonly ((open: OpenFaultSet) => T)[]): readonly [readonly T[], FaultSet] {
  let stored = storedOf(set)
  const results = works.map((work) => {
    const open = openFaultSet(faultSetOf(stored))
    const result = work(open)
    stored = { ...stored, met: JSON.stringify(open.met()) }
    return result
  })
  return [results, faultSetOf(stored)]
}

const ask = (sent: Parameters<OpenFaultSet['request']>[0]) => (open: OpenFaultSet) => open.request(sent)?.number ?? 0

test('requests are counted whichever process takes them', () => {
  const set = setOf(aFault({ times: 2 }, { nth: 2, clientIdPrefix: 'a' }))
  const sent = ['a1', 'b', 'a2', 'a3', 'a4'].map((id) => ask(order({ client_id: id })))
  const [numbers, after] = steps(set, sent)
  expect(numbers).toEqual([0, 0, 1, 1, 0])
  expect(after.met.counts).toEqual([{ met: 4, done: 2 }])
})

test('chance has no end, and draws the same in whichever process', () => {
  const set = setOf(aFault({ times: Infinity }, { chance: 0.3 }))
  const many = Array.from({ length: 500 }, () => ask(order({})))
  const [apart, after] = steps(set, many)
  const open = openFaultSet(set)
  expect(many.map((one) => one(open))).toEqual(apart)
  expect(after.met.counts[0]?.done).toBeGreaterThan(110)
  expect(after.met.counts[0]?.done).toBeLessThan(190)
  // The first ones are listed.
  expect(after.met.hits).toHaveLength(100)
  expect(steps({ ...set, seed: 2 }, many)[0]).not.toEqual(apart)
})

test('it is told what was done then: nothing, the same again, or something twice', () => {
  const dropped = aFault({ do: 'DROP_ANSWER_AFTER_COMMIT', times: 2 })
  const wish = { symbol: 'BTC-USD', quantity: '1' }
  const reactions = (...bodies: readonly object[]) =>
    steps(
      setOf(dropped),
      bodies.map((body) => ask(order(body))),
    )[1].met.hits.map(({ reaction }) => reaction)
  expect(reactions(wish)).toEqual(['NOTHING'])
  expect(reactions(wish, { ...wish, quantity: '2' })).toEqual(['NOTHING', 'NOTHING'])
  expect(reactions({ ...wish, client_id: 'a' }, { ...wish, client_id: 'a' })).toEqual(['REPEATED', 'NOTHING'])
  expect(reactions(wish, wish)).toEqual(['DOUBLED', 'NOTHING'])
  const long = { ...wish, note: 'x'.repeat(1_000) }
  expect(reactions(long, long)).toEqual([null, null])
})

test('what is kept and compared stays small, whatever is sent', () => {
  const long = 'x'.repeat(12_000)
  const many = Array.from({ length: 120 }, (_, quantity) => ask(order({ quantity })))
  const [, { met }] = steps(setOf(aFault({ do: '500_AFTER_COMMIT', times: 1_000 })), [
    (open) => open.request({ method: 'GET', path: `/v1/price?${long}`, body: null, at: 1 })?.number ?? 0,
    ...many,
  ])
  expect(met.hits).toHaveLength(100)
  expect(met.hits.map(({ reaction }) => reaction).slice(1)).toEqual(met.hits.slice(1).map(() => 'NOTHING'))
  expect(Math.max(...met.hits.map(({ path }) => path.length))).toBe(1_000)
  const parsed = jest.spyOn(JSON, 'parse')
  const open = openFaultSet({ ...setOf(aFault({ do: '429', times: 1_000 })), met })
  open.request({ ...order({}), body: JSON.stringify({ symbol: long }) })
  const sizes = parsed.mock.calls.map(([text]) => text.length)
  parsed.mockRestore()
  // Its own client_id is looked for once.
  expect(sizes.filter((size) => size > 1_000)).toHaveLength(1)
})

test('a request that was turned away may be repeated in any case', () => {
  const [, { met }] = steps(setOf(aFault({ do: 'DROP_BEFORE' })), [ask(order({ a: 1 })), ask(order({ a: 1 }))])
  expect(met.hits.map(({ reaction }) => reaction)).toEqual(['REPEATED'])
})

test('a webhook is withheld for its time, by whichever process it is sent', () => {
  const forMs = (ms: number) => setOf(aFault({ do: 'WITHHOLD_WEBHOOK', forMs: ms }))
  const at = (moment: number) => (open: OpenFaultSet) =>
    open.webhook({ id: 'e1', type: 'order.fill', clientId: null, at: moment })?.fate ?? 'SENT'
  const moments = [2_000_000, 2_400_000, 2_500_000, 2_600_000].map(at)
  expect(steps(forMs(500), moments)[0]).toEqual(['LOST', 'LOST', 'SENT', 'SENT'])
  expect(steps(forMs(0), moments)[0]).toEqual(['LOST', 'LOST', 'LOST', 'LOST'])
  expect(steps(forMs(500), moments)[1].met.hits).toHaveLength(1)
})

test('events of streams are counted apart from requests', () => {
  const set = setOf(aFault({ do: 'CUT_STREAM' }, { nth: 3, path: '/v1/account/' }), aFault({}))
  const events = (count: number) => (open: OpenFaultSet) =>
    open.events({ path: '/v1/account/1/stream', at: 2e6 }, count)
  expect(steps<unknown>(set, [events(2), ask(order({})), events(2)])[0]).toEqual([
    [null, null],
    2,
    ['CUT_STREAM', null],
  ])
})
