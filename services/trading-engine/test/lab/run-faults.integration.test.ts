/** Faults of a run, which it was asked for: a bot meets them, and the report tells of them. */
import { decimal, rate } from '../../src/core/values/decimal.js'
import { formatTimestamp } from '../../src/core/values/time.js'
import type { Fault, FaultAction, FaultWhen } from '../../src/lab/run/faults/fault.js'
import { reactionTo } from '../../src/lab/run/faults/fault-hits.js'
import { after, inBegunRun, recipeOf, type UsedRun } from '../support/lab/a-begun-run.js'

const PRICES = [60_000, 60_001, 60_000, 60_001, 60_000, 60_001]
const NO_WHEN: FaultWhen = { nth: null, clientIdPrefix: null, path: null, method: null, afterMs: null, chance: null }
const fault = (action: FaultAction, when: Partial<FaultWhen>, fields: Partial<Fault> = {}): Fault => ({
  ...{ do: action, when: { ...NO_WHEN, ...when }, times: 1, forMs: 0, symbol: null, rule: null, share: null },
  ...fields,
})
const withFaults = <T>(faults: readonly Fault[], use: (run: UsedRun) => Promise<T>) =>
  inBegunRun(recipeOf(PRICES, { faults }), use)

const order = (run: UsedRun, fields: object = {}) =>
  run.send('POST', '/v1/order', {
    ...{ account_id: run.accountId, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 },
    ...fields,
  })
const ordersOf = async (run: UsedRun): Promise<number> => {
  const { body } = await run.send('GET', `/v1/account/${run.accountId}/orders?status=all`)
  return (body as unknown as readonly object[]).length
}
const reactionsOf = ({ log }: UsedRun) => {
  const { hits, commands } = log.whole()
  return hits.map((hit) => [hit.do, reactionTo(hit, commands)])
}

test('requests are turned away before anything is done, dropped, or answered wrongly once it is done', () =>
  withFaults(
    [
      fault('DROP_BEFORE', { path: '/v1/order', nth: 1, method: 'POST' }),
      fault('429', { clientIdPrefix: 'busy' }),
      fault('503', { clientIdPrefix: 'down' }),
      fault('DROP_ANSWER_AFTER_COMMIT', { clientIdPrefix: 'lost' }),
      fault('500_AFTER_COMMIT', { clientIdPrefix: 'late' }),
    ],
    async (run) => {
      await expect(order(run, { client_id: 'cut' })).rejects.toThrow()
      expect(await ordersOf(run)).toBe(0)
      const busy = await order(run, { client_id: 'busy' })
      expect([busy.status, busy.headers.get('retry-after'), busy.body]).toEqual([
        ...[429, '1'],
        expect.objectContaining({ error: 'rate_limited', message: 'fault 2 of the run' }),
      ])
      await expect(order(run, { client_id: 'down' })).rejects.toThrow('JSON')
      expect(await ordersOf(run)).toBe(0)
      // Carried out, and nobody is told: a bot that asks again by the same client_id has one, and else two.
      await expect(order(run, { client_id: 'lost', quantity: 0.2 })).rejects.toThrow()
      expect(await ordersOf(run)).toBe(1)
      expect(await order(run, { client_id: 'lost', quantity: 0.2 })).toMatchObject({ status: 200 })
      expect(await ordersOf(run)).toBe(1)
      expect(await order(run, { client_id: 'late' })).toMatchObject({ status: 500, body: { error: 'engine_error' } })
      await order(run, { client_id: 'again' })
      expect(await ordersOf(run)).toBe(3)
      expect(reactionsOf(run)).toEqual([
        ['DROP_BEFORE', 'REPEATED'],
        ['429', 'REPEATED'],
        ['503', 'REPEATED'],
        ['DROP_ANSWER_AFTER_COMMIT', 'REPEATED'],
        ['500_AFTER_COMMIT', 'DOUBLED'],
      ])
      // What was not carried out is no command of the run; each that was has the status that was decided on.
      const told = run.log
        .whole()
        .commands.map(({ body, status }) => [(JSON.parse(body ?? '{}') as { client_id: string }).client_id, status])
      expect(told).toEqual([
        ['lost', 200],
        ['lost', 200],
        ['late', 200],
        ['again', 200],
      ])
    },
  ))

test('a delay and a latency let the clock go on: before the decision, and before the answer', () =>
  inBegunRun(
    recipeOf([60_000, 60_100, 60_200, 60_300, 60_400, 60_500], {
      faults: [fault('DELAY', { nth: 2, path: '/v1/order' }, { forMs: 1_000 })],
      latency: { ackMs: 1_000, fillMs: 500, jitterMs: 0 },
    }),
    async (run) => {
      const first = await order(run)
      expect(first.headers.get('x-lab-time')).toBe(formatTimestamp(after(1)))
      expect(run.run.clock.now()).toBe(after(1.5))
      expect((await order(run)).headers.get('x-lab-time')).toBe(formatTimestamp(after(3.5)))
      expect(run.log.whole().commands.map(({ at, moved }) => [at, moved])).toEqual([
        [after(1), true],
        [after(3.5), true],
      ])
      // A read takes no time.
      await run.send('GET', `/v1/account/${run.accountId}`)
      expect(run.run.clock.now()).toBe(after(4))
    },
  ))

test('a price that is stale, a halted market and a service that is down refuse for their span', () =>
  withFaults(
    [
      fault('STALE_FEED', { afterMs: 1_000 }, { forMs: 1_000 }),
      fault('HALT', { afterMs: 2_000 }, { forMs: 1_000, symbol: 'BTC-USD' }),
      fault('DOWNTIME', { afterMs: 4_000 }, { forMs: 500 }),
    ],
    async (run) => {
      const rules = async () =>
        ((await order(run, { quantity: 0.01 })).body['violations'] as unknown as { rule: string }[]).map(
          ({ rule }) => rule,
        )
      expect(await rules()).toEqual([])
      await run.moveTo(1)
      expect(await rules()).toEqual(['stale_market_data'])
      await run.moveTo(2)
      expect(await rules()).toEqual(['market_closed'])
      await run.moveTo(3)
      expect(await rules()).toEqual([])
      await run.moveTo(4)
      expect(await order(run)).toMatchObject({ status: 500, body: { error: 'engine_error' } })
      expect((await run.send('GET', '/v1/accounts')).status).toBe(500)
      await run.moveTo(4.5)
      expect(await rules()).toEqual([])
    },
  ))

test('events of a stream are told twice, or in another order, and then it is cut', () =>
  withFaults(
    [
      fault('DUPLICATE_EVENT', { nth: 1, path: '/v1/account/' }),
      fault('REORDER_EVENTS', { nth: 2, path: '/v1/account/' }),
      fault('CUT_STREAM', { nth: 5, path: '/v1/account/' }),
    ],
    async (run) => {
      const stream = await fetch(`${run.url}/v1/account/${run.accountId}/stream`, { headers: run.headers })
      expect(stream.status).toBe(200)
      const told = readAll(stream)
      for (let count = 0; count < 5; count += 1) await order(run, { quantity: 0.01 })
      const frames = (await told).split('\n\n').filter((frame) => /^id:/m.test(frame) && /^data:/m.test(frame))
      const sequences = frames.map((frame) => Number(/^id: ?(\d+)/m.exec(frame)?.[1]))
      expect(sequences).toEqual([1, 1, 3, 2, 4])
      expect(run.log.whole().hits.map((hit) => hit.do)).toEqual(['DUPLICATE_EVENT', 'REORDER_EVENTS', 'CUT_STREAM'])
    },
  ))

test('an order is refused by a rule, filled in part, or cancelled by its venue, as the run has it', () =>
  withFaults(
    [
      fault('REJECT', { nth: 2 }, { rule: 'max_leverage' }),
      fault('PARTIAL_FILL', { clientIdPrefix: 'part' }, { share: rate(decimal('0.3')) }),
      fault('ORACLE_CANCEL', { clientIdPrefix: 'gone' }),
    ],
    async (run) => {
      const placed = async (fields: object) => {
        const { status, body } = await order(run, fields)
        const { order: of, violations } = body as unknown as Placed
        const ended = of && [of.status, of.reason, Number(of.filled_quantity)]
        return [status, ended, violations.map(({ rule }) => rule)]
      }
      const unforced = [200, ['FILLED', null, 0.1], []]
      expect(await placed({ client_id: 'first' })).toEqual(unforced)
      // A preview, and what is no order, are not counted.
      await run.send('POST', '/v1/order/preview', { account_id: run.accountId, symbol: 'BTC-USD' })
      expect(await placed({ client_id: 'second' })).toEqual([200, null, ['max_leverage']])
      // As any answer, it comes again for the same client_id.
      expect(await placed({ client_id: 'second' })).toEqual([200, null, ['max_leverage']])
      expect(await placed({ client_id: 'third' })).toEqual(unforced)
      expect(await placed({ client_id: 'part' })).toEqual([200, ['CANCELLED', 'book_exhausted', 0.03], []])
      expect(await placed({ client_id: 'gone' })).toEqual([200, ['CANCELLED', 'venue_cancelled', 0], []])
      expect(await placed({ client_id: 'again' })).toEqual(unforced)
      expect(reactionsOf(run)).toEqual([
        ['REJECT', 'REPEATED'],
        ['PARTIAL_FILL', 'DOUBLED'],
        ['ORACLE_CANCEL', 'REPEATED'],
      ])
      const forced = run.log.whole().commands.flatMap(({ fault: of }) => (of === null ? [] : [of]))
      expect(forced).toEqual([1, 2, 3])
    },
  ))

interface Placed {
  readonly order: { readonly status: string; readonly reason: string | null; readonly filled_quantity: string } | null
  readonly violations: readonly { readonly rule: string }[]
}

/** Until it is cut. */
async function readAll({ body }: Response): Promise<string> {
  let text = ''
  try {
    for await (const chunk of body ?? []) text += Buffer.from(chunk as Uint8Array).toString('utf8')
  } catch {
    // Its end is asserted by what was told.
  }
  return text
}
