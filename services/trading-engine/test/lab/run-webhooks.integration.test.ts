/** Webhooks of a run: those of production, to a receiver on this machine, by the run's clock and in its order. */
import { createHmac } from 'node:crypto'
import { reactionTo } from '../../src/lab/run/faults/fault-hits.js'
import type { Fault, FaultAction, FaultWhen } from '../../src/lab/run/faults/fault.js'
import { after, inBegunRun, recipeOf, SIGNING_SECRET, type UsedRun } from '../support/lab/a-begun-run.js'
import { withReceiver, type Receiver, type Received } from '../support/lab/a-receiver.js'
import { formatTimestamp } from '../../src/core/values/time.js'

const PRICES = [60_000, 60_001, 60_000, 60_001, 60_000, 60_001, 60_000, 60_001, 60_000]
const NO_WHEN: FaultWhen = { nth: null, clientIdPrefix: null, path: null, method: null, afterMs: null, chance: null }
const fault = (action: FaultAction, when: Partial<FaultWhen>, fields: Partial<Fault> = {}): Fault => ({
  ...{ do: action, when: { ...NO_WHEN, ...when }, times: 1, forMs: 0, symbol: null, rule: null, share: null },
  ...fields,
})

const order = (run: UsedRun, clientId: string) =>
  run.send('POST', '/v1/order', {
    ...{ account_id: run.accountId, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 },
    client_id: clientId,
  })
const fillsOf = ({ received }: Receiver): readonly (string | null | undefined)[] =>
  received.filter(({ body }) => body.type === 'order.fill').map(({ body }) => body.data.order?.client_id)

interface Delivery {
  readonly id: string
  readonly event_type: string
  readonly status: string
  readonly attempts: readonly { readonly started_at: string; readonly error: string | null }[]
}
const deliveriesOf = async (run: UsedRun): Promise<readonly Delivery[]> =>
  (await run.send('GET', '/v1/webhook-deliveries?limit=100')).body as unknown as readonly Delivery[]

const withHook = <T>(
  faults: readonly Fault[],
  answer: (received: Received) => Promise<number | null> | number | null,
  use: (run: UsedRun, receiver: Receiver) => Promise<T>,
  options: Parameters<typeof inBegunRun>[3] = {},
) =>
  withReceiver(answer, (receiver) =>
    inBegunRun(recipeOf(PRICES, { faults, webhookUrl: receiver.url }), (run) => use(run, receiver), null, options),
  )

function signatureOf({ headers, text }: Received): string {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const secret = Buffer.from(SIGNING_SECRET.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', secret).update(content).digest('base64')}`
}

test('every event comes once, in order, signed, by the time that the clock has gone on', () =>
  withHook(
    [],
    () => 204,
    async (run, receiver) => {
      const { headers } = await run.send('GET', '/v1/accounts')
      const begunAt = Date.parse(headers.get('date') ?? '') / 1_000
      for (const clientId of ['a', 'b', 'c']) await order(run, clientId)
      await run.moveTo(1)
      const { body } = await run.send('GET', `/v1/account/${run.accountId}/events`)
      const events = body as unknown as readonly Received['body'][]
      expect(receiver.received.map(({ body: sent }) => sent)).toEqual(events)
      expect(fillsOf(receiver)).toEqual(['a', 'b', 'c'])
      for (const one of receiver.received) {
        expect(one.headers['webhook-id']).toBe(one.body.id)
        expect(one.headers['webhook-signature']).toBe(signatureOf(one))
        // Receivers refuse what was signed long ago: that goes by the wall, as Date does, and times in bodies do not.
        expect(Number(one.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(begunAt)
      }
      const deliveries = await deliveriesOf(run)
      expect(deliveries.map(({ status }) => status)).toEqual(events.map(() => 'DELIVERED'))
      // A test event is one of the run as well.
      expect((await run.send('POST', '/v1/webhook-test-event', {})).status).toBe(200)
      await run.moveTo(2)
      expect(receiver.received.at(-1)?.body).toMatchObject({
        type: 'webhook.test',
        created_at: formatTimestamp(after(1)),
      })
    },
  ))

test('who trades in its receiver is let in while the clock waits for it; what fails is tried again by that clock', () => {
  let isUp = false
  const receiver: { run: UsedRun | null } = { run: null }
  const answer = async ({ body }: Received): Promise<number> => {
    if (!isUp) return 500
    if (body.data.order?.client_id !== 'first' || body.type !== 'order.fill' || receiver.run === null) return 204
    return (await order(receiver.run, 'second')).status
  }
  return withHook([], answer, async (run, { received }) => {
    receiver.run = run
    await order(run, 'first')
    await run.moveTo(0.25)
    const events = received.length
    expect(events).toBeGreaterThan(0)
    isUp = true
    await run.moveTo(0.75)
    // The second attempt is due a second after the first, and at most a tenth later.
    expect(received).toHaveLength(events)
    await run.moveTo(3)
    expect(received.filter(({ body }) => body.data.order?.client_id === 'second').length).toBeGreaterThan(0)
    expect(new Set((await deliveriesOf(run)).map(({ status }) => status))).toEqual(new Set(['DELIVERED']))
  })
})

test('a receiver that never answers holds the clock up for a while, and not for ever', () =>
  withHook(
    [],
    () => null,
    async (run) => {
      await order(run, 'a')
      expect(await run.moveTo(8)).toMatchObject({ stoppedBy: 'TIME' })
      const attempts = (await deliveriesOf(run)).flatMap(({ attempts: of }) => of)
      expect(new Set(attempts.map(({ error }) => error))).toEqual(new Set(['no answer within 0.2 s']))
      expect(run.run.clock.now()).toBe(after(8))
    },
    { patience: { clockMs: 500, post: { connectMs: 60_000, totalMs: 200 } } },
  ))

test('webhooks are withheld, sent twice and overtaken, and the report tells what the bot did then', () => {
  const receiver: { run: UsedRun | null } = { run: null }
  const doubling = async ({ body }: Received): Promise<number> => {
    const isTwin = body.type === 'order.fill' && body.data.order?.client_id === 'twice'
    if (isTwin && receiver.run !== null)
      await order(receiver.run, `again-${String(receiver.run.log.whole().commands.length)}`)
    return 204
  }
  const faults = [
    fault('WITHHOLD_WEBHOOK', { path: '/webhooks/order.fill', clientIdPrefix: 'never' }),
    fault('WITHHOLD_WEBHOOK', { path: '/webhooks/order.fill', clientIdPrefix: 'late' }, { forMs: 2_000 }),
    fault('DUPLICATE_EVENT', { path: '/webhooks/order.fill', clientIdPrefix: 'twice' }),
    fault('REORDER_EVENTS', { path: '/webhooks/order.fill', clientIdPrefix: 'behind' }),
  ]
  return withHook(faults, doubling, async (run, told) => {
    receiver.run = run
    for (const clientId of ['never', 'late', 'behind', 'ahead', 'twice']) await order(run, clientId)
    await run.moveTo(1)
    expect(fillsOf(told).filter((id) => !id?.startsWith('again'))).toEqual(['ahead', 'twice', 'twice'])
    await run.moveTo(1.5)
    expect(fillsOf(told)).toContain('behind')
    expect(fillsOf(told)).not.toContain('late')
    await run.moveTo(8)
    expect(fillsOf(told)).toContain('late')
    expect(fillsOf(told)).not.toContain('never')
    const lost = (await deliveriesOf(run)).find(({ status }) => status !== 'DELIVERED')
    expect(lost).toMatchObject({ event_type: 'order.fill', status: 'PENDING' })
    expect(lost?.attempts[0]?.error).toBe('fault 1 of the run')
    expect((await run.send('POST', `/v1/webhook-deliveries/${lost?.id}/redeliver`)).status).toBe(200)
    const { hits, commands } = run.log.whole()
    expect(hits.map((hit) => [hit.do, hit.path, reactionTo(hit, commands)])).toEqual([
      ['WITHHOLD_WEBHOOK', '/webhooks/order.fill', 'REPEATED'],
      ['WITHHOLD_WEBHOOK', '/webhooks/order.fill', 'REPEATED'],
      ['REORDER_EVENTS', '/webhooks/order.fill', 'REPEATED'],
      ['DUPLICATE_EVENT', '/webhooks/order.fill', 'DOUBLED'],
    ])
  })
})
