/** Webhooks over real TLS: what arrives, how it is signed, what is logged, and who gets nothing. */
import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { ReceivedWebhook, WebhookReaction } from '@ats/test-kit'
import { REDELIVERED_PER_HOUR } from '../../src/commands/webhook-deliveries.js'
import { type Trader } from '../support/engine/engine.js'
import {
  eventOf,
  FILLED,
  startHookedEngine,
  type EventBody,
  type HookedEngine,
} from '../support/engine/hooked-engine.js'
import { pollUntil } from '../support/poll-until.js'

let hooked: HookedEngine

beforeAll(async () => {
  hooked = await startHookedEngine()
})
afterAll(() => hooked.close())
beforeEach(() => hooked.receiver.react(take))

const take: WebhookReaction = (_received, response) => void response.writeHead(204).end()
const answer =
  (status: number, text = '', headers: Record<string, string> = {}): WebhookReaction =>
  (_received, response) =>
    void response.writeHead(status, headers).end(text)

const arrivedFor = (accountId: string | null): readonly ReceivedWebhook[] =>
  hooked.receiver.received.filter((webhook) => eventOf(webhook).account_id === accountId)

/** Not one that an earlier test has left on its way. */
const isFor = ({ accountId }: Trader, received: ReceivedWebhook): boolean => eventOf(received).account_id === accountId

const arrived = (accountId: string, count: number): Promise<readonly ReceivedWebhook[]> =>
  pollUntil(
    () => Promise.resolve(arrivedFor(accountId)),
    (webhooks) => webhooks.length >= count,
  )

interface Delivery {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly sequence: number
  readonly key_id: string
  readonly status: string
  readonly url: string
  readonly next_attempt_at: string | null
  readonly created_at: string
  readonly attempts: readonly {
    readonly number: number
    readonly status: number | null
    readonly answer: string | null
    readonly error: string | null
    /** By the clock of the engine. */
    readonly started_at: string
    readonly duration_ms: number
  }[]
}

const deliveriesOf = async ({ api }: Pick<Trader, 'api'>, query = ''): Promise<readonly Delivery[]> =>
  (await api.get<Delivery[]>(`/v1/webhook-deliveries${query}`)).body

const settled = (trader: Trader, count: number): Promise<readonly Delivery[]> =>
  pollUntil(
    () => deliveriesOf(trader),
    (deliveries) => deliveries.length === count && deliveries.every(({ status }) => status !== 'PENDING'),
  )

const headersOf = ({ headers }: ReceivedWebhook) => headers as Record<string, string>

test('an order that fills is told twice, signed, in the bytes that the account shows', async () => {
  const trader = await hooked.trader()
  const { body: placed } = await trader.place(FILLED)
  const webhooks = await arrived(trader.accountId, 2)
  const events = webhooks.map(eventOf).toSorted((a, b) => a.sequence - b.sequence)
  expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['order.ack', 1],
    ['order.fill', 2],
  ])
  expect(events[1]?.data).toEqual({ order: placed.order, trade: placed.trades[0] })
  const listed = await trader.api.get<EventBody[]>(`/v1/account/${trader.accountId}/events`)
  const bodies = webhooks.toSorted((a, b) => eventOf(a).sequence - eventOf(b).sequence).map(({ body }) => body)
  expect(listed.text).toBe(`[${bodies.join(',')}]`)
  const [secret = ''] = trader.key.webhookSecrets
  for (const webhook of webhooks) {
    expect(new Webhook(secret).verify(webhook.body, headersOf(webhook))).toEqual(eventOf(webhook))
    expect(webhook.headers['webhook-id']).toBe(eventOf(webhook).id)
    expect(webhook.headers['content-type']).toBe('application/json')
    expect(() => new Webhook(secret).verify(`${webhook.body} `, headersOf(webhook))).toThrow()
  }
  const log = await settled(trader, 2)
  expect(log.map(({ status, attempts }) => [status, attempts.length, attempts[0]?.status])).toEqual([
    ['DELIVERED', 1, 204],
    ['DELIVERED', 1, 204],
  ])
})

test('events are listed by their sequence, a page at a time', async () => {
  const trader = await hooked.trader()
  for (let count = 0; count < 3; count += 1) await trader.place(FILLED)
  const path = `/v1/account/${trader.accountId}/events`
  const page = await trader.api.get<EventBody[]>(`${path}?after=1&limit=3`)
  expect(page.body.map(({ sequence }) => sequence)).toEqual([2, 3, 4])
  expect(page.headers['x-has-more']).toBe('true')
  const rest = await trader.api.get<EventBody[]>(`${path}?after=4&limit=501`)
  expect(rest.body.map(({ sequence }) => sequence)).toEqual([5, 6])
  expect(rest.headers).toMatchObject({ 'x-has-more': 'false', 'x-limit-applied': '500' })
  expect((await trader.api.get(`${path}?after=-1`)).status).toBe(400)
  expect((await trader.api.get<EventBody[]>(`${path}?after=99999999999999999999`)).body).toEqual([])
  expect((await hooked.engine.as().api.get(path)).status).toBe(404)
})

test('every key of the owner gets each event once, and nobody else does', async () => {
  const trader = await hooked.trader('/first')
  const { url } = hooked.receiver
  hooked.engine.as({ userId: trader.userId, webhookUrl: `${url}/second` })
  hooked.engine.as({ webhookUrl: `${url}/other` })
  await trader.place(FILLED)
  const webhooks = await arrived(trader.accountId, 4)
  expect(webhooks.map(({ path }) => path).sort()).toEqual(['/first', '/first', '/second', '/second'])
  expect(await settled(trader, 4)).toHaveLength(4)
  expect(arrivedFor(trader.accountId)).toHaveLength(4)
  expect(hooked.receiver.received.filter(({ path }) => path === '/other')).toEqual([])
})

test('an owner without a URL is told nothing; a key made later gets what comes after it', async () => {
  const trader = await hooked.engine.trader()
  await trader.place(FILLED)
  await pollUntil(
    async () =>
      (await hooked.engine.pool.query('select from webhook_cursors where account_id = $1', [trader.accountId]))
        .rowCount,
    (rows) => rows === 1,
  )
  hooked.engine.as({ userId: trader.userId, webhookUrl: `${hooked.receiver.url}/late` })
  await trader.place(FILLED)
  const webhooks = await arrived(trader.accountId, 2)
  expect(webhooks.map((webhook) => eventOf(webhook).sequence).sort()).toEqual([3, 4])
  expect(await settled(trader, 2)).toHaveLength(2)
})

test('a key made right after an event that found nobody, and right before one, misses nothing', async () => {
  const trader = await hooked.engine.trader()
  await trader.place(FILLED)
  hooked.engine.as({ userId: trader.userId, webhookUrl: `${hooked.receiver.url}/soon` })
  await trader.place(FILLED)
  const sequences = () => arrivedFor(trader.accountId).map((webhook) => eventOf(webhook).sequence)
  await pollUntil(
    () => Promise.resolve(sequences()),
    (arrivedSoFar) => arrivedSoFar.includes(3) && arrivedSoFar.includes(4),
  )
})

test('what fails is attempted again with the same id and bytes, and a new signature', async () => {
  const trader = await hooked.trader()
  let count = 0
  hooked.receiver.react((received, response) => {
    if (!isFor(trader, received)) return take(received, response)
    count += 1
    const reactions = [answer(500, 'no'), answer(302, '', { location: 'http://169.254.169.254/' }), take]
    ;(reactions[count - 1] ?? take)(received, response)
  })
  await trader.place({ ...FILLED, kind: 'LIMIT', price: 100 })
  const [delivery] = await settled(trader, 1)
  expect(delivery?.attempts.map(({ number, status, answer: text }) => [number, status, text])).toEqual([
    [1, 500, 'no'],
    [2, 302, ''],
    [3, 204, ''],
  ])
  const webhooks = arrivedFor(trader.accountId)
  expect(webhooks).toHaveLength(3)
  expect(new Set(webhooks.map(({ body }) => body)).size).toBe(1)
  expect(new Set(webhooks.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  for (const webhook of webhooks)
    new Webhook(trader.key.webhookSecrets[0] ?? '').verify(webhook.body, headersOf(webhook))
})

test('whatever a receiver answers is kept to the letter, but for NUL', async () => {
  const trader = await hooked.trader()
  const text = `"quotes", \\ {braces} NULL null \u0001\u007f\r\n\t €😀`
  let count = 0
  hooked.receiver.react((received, response) => {
    if (!isFor(trader, received)) return take(received, response)
    count += 1
    return (count === 1 ? answer(500, `${text}\0`) : take)(received, response)
  })
  await trader.place({ ...FILLED, kind: 'LIMIT', price: 100 })
  const [delivery] = await settled(trader, 1)
  expect(delivery?.attempts.map(({ answer: kept }) => kept)).toEqual([text, ''])
})

test('while a secret is replaced both sign, the newest first', async () => {
  const trader = await hooked.trader()
  const [old = ''] = trader.key.webhookSecrets
  const { webhookSecrets } = hooked.engine.wallet.issue({ webhookUrl: 'https://localhost/' })
  const [fresh = ''] = webhookSecrets
  hooked.engine.wallet.changeWebhook(trader.key, { secrets: [fresh, old] })
  await trader.place(FILLED)
  for (const webhook of await arrived(trader.accountId, 2)) {
    expect(webhook.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    for (const secret of [old, fresh]) new Webhook(secret).verify(webhook.body, headersOf(webhook))
  }
})

test('after the tenth attempt it is dead, until it is asked for', async () => {
  const slow = await startHookedEngine({ WEBHOOK_SCHEDULE_DIVISOR: 100_000 })
  try {
    slow.receiver.react(answer(503, 'x'.repeat(5_000), { 'retry-after': '0' }))
    const trader = await slow.trader()
    await trader.place({ ...FILLED, kind: 'LIMIT', price: 100 })
    const [dead] = await settled(trader, 1)
    expect(dead).toMatchObject({ status: 'DEAD', next_attempt_at: null })
    expect(dead?.attempts).toHaveLength(10)
    expect(dead?.attempts[0]?.answer).toBe('x'.repeat(1_024))
    slow.receiver.react(take)
    const again = await trader.api.post<Delivery>(`/v1/webhook-deliveries/${dead?.id}/redeliver`)
    expect(again.body).toMatchObject({ id: dead?.id, status: 'PENDING' })
    const [delivered] = await settled(trader, 1)
    expect(delivered).toMatchObject({ status: 'DELIVERED' })
    expect(delivered?.attempts).toHaveLength(11)
  } finally {
    await slow.close()
  }
})

test('Retry-After is waited for', async () => {
  const trader = await hooked.trader()
  let isFirst = true
  hooked.receiver.react((received, response) => {
    if (!isFirst || !isFor(trader, received)) return take(received, response)
    isFirst = false
    answer(429, '', { 'retry-after': '2' })(received, response)
  })
  await trader.place({ ...FILLED, kind: 'LIMIT', price: 100 })
  const [delivery] = await settled(trader, 1)
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([429, 204])
  const [first = NaN, second = NaN] = delivery!.attempts.map(({ started_at: at }) => Date.parse(at))
  expect(second - first).toBeGreaterThanOrEqual(2_000)
})

test('410 ends it for that URL; another URL, or a requested delivery that is accepted, starts again', async () => {
  const trader = await hooked.trader('/gone')
  hooked.receiver.react((received, response) => (received.path === '/gone' ? answer(410) : take)(received, response))
  await trader.place(FILLED)
  expect((await settled(trader, 2)).map(({ status }) => status)).toEqual(['DISABLED', 'DISABLED'])
  hooked.engine.wallet.changeWebhook(trader.key, { url: `${hooked.receiver.url}/here` })
  const relayed = await pollUntil(
    async () => {
      await trader.place({ ...FILLED, kind: 'LIMIT', price: 100 })
      return deliveriesOf(trader, '?status=DELIVERED')
    },
    (deliveries) => deliveries.length > 0,
  )
  expect(relayed.every(({ url }) => url.endsWith('/here'))).toBe(true)
  const [disabled] = await deliveriesOf(trader, '?status=DISABLED')
  await trader.api.post(`/v1/webhook-deliveries/${disabled?.id}/redeliver`)
  await pollUntil(
    // A quick machine has placed more orders by then than a page holds.
    () => deliveriesOf(trader, '?limit=500'),
    (deliveries) => deliveries.find(({ id }) => id === disabled?.id)?.status === 'DELIVERED',
  )
})

test('a revoked key gets nothing more, not even what already waits', async () => {
  const trader = await hooked.trader()
  const { key, api } = hooked.engine.as({ userId: trader.userId, webhookUrl: `${hooked.receiver.url}/revoked` })
  hooked.receiver.react((received, response) => (received.path === '/revoked' ? answer(500) : take)(received, response))
  await trader.place({ ...FILLED, kind: 'LIMIT', price: 100 })
  const attempts = () => hooked.receiver.received.filter(({ path }) => path === '/revoked').length
  await pollUntil(
    () => Promise.resolve(attempts()),
    (count) => count > 0,
  )
  hooked.engine.wallet.revoke(key)
  const before = attempts()
  const disabled = await pollUntil(
    () => deliveriesOf(trader, '?status=DISABLED'),
    (deliveries) => deliveries.length === 1,
  )
  expect(disabled[0]).toMatchObject({ key_id: key.record.keyId })
  // One may have been under way when the key went.
  expect(attempts() - before).toBeLessThanOrEqual(1)
  expect((await api.get('/v1/webhook-deliveries')).status).toBe(401)
})

test('while the wallet does not answer nothing is sent and nothing is lost', async () => {
  const trader = await hooked.trader()
  await trader.api.get('/v1/key')
  hooked.receiver.react(answer(500))
  await trader.place(FILLED)
  await arrived(trader.accountId, 2)
  hooked.engine.wallet.fail((response) => response.writeHead(503).end())
  const before = arrivedFor(trader.accountId).length
  hooked.receiver.react(take)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(arrivedFor(trader.accountId).length - before).toBeLessThanOrEqual(2)
  hooked.engine.wallet.fail(null)
  expect((await settled(trader, 2)).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED'])
})

describe('a test event', () => {
  test('goes to the URL of the key that asks', async () => {
    const trader = await hooked.trader('/test')
    const sent = await trader.api.post<Delivery>('/v1/webhook-test-event')
    expect(sent.body).toMatchObject({ event_type: 'webhook.test', sequence: 0, status: 'PENDING', attempts: [] })
    const [delivered] = await settled(trader, 1)
    expect(delivered).toMatchObject({ id: sent.body.id, status: 'DELIVERED' })
    const webhook = hooked.receiver.received.find(({ headers }) => headers['webhook-id'] === sent.body.event_id)
    expect(eventOf(webhook!)).toMatchObject({ type: 'webhook.test', account_id: null, data: {} })
    new Webhook(trader.key.webhookSecrets[0] ?? '').verify(webhook!.body, headersOf(webhook!))
  })
})

describe('deliveries', () => {
  test('are the own ones, by status and time, a page at a time', async () => {
    const trader = await hooked.trader()
    for (let count = 0; count < 3; count += 1) await trader.place(FILLED)
    const all = await settled(trader, 6)
    expect(new Set(all.map(({ created_at: at }) => at)).size).toBe(6)
    const first = await trader.api.get<Delivery[]>('/v1/webhook-deliveries?limit=4')
    expect(first.headers['x-has-more']).toBe('true')
    const to = encodeURIComponent(String(first.headers['x-next-to']))
    const second = await deliveriesOf(trader, `?limit=4&to=${to}`)
    expect([...first.body, ...second]).toEqual(all)
    expect(await deliveriesOf(trader, '?status=DEAD')).toEqual([])
    expect(await deliveriesOf(hooked.engine.as())).toEqual([])
    const other = hooked.engine.as()
    expect((await other.api.post(`/v1/webhook-deliveries/${all[0]?.id}/redeliver`)).status).toBe(404)
  })

  test('show their latest 20 attempts, the oldest of them first', async () => {
    const trader = await hooked.trader()
    await trader.place(FILLED)
    const all = await settled(trader, 2)
    await hooked.engine.pool.query(
      `insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status)
        select id, n, now(), 1, 500 from unnest($1::uuid[]) id, generate_series(2, 30) n`,
      [all.map(({ id }) => id)],
    )
    const numbers = Array.from({ length: 20 }, (_, index) => 11 + index)
    for (const { attempts } of await deliveriesOf(trader)) expect(attempts.map(({ number }) => number)).toEqual(numbers)
  })

  test('of a span are attempted again on request', async () => {
    const trader = await hooked.trader()
    await trader.place(FILLED)
    const [second, first] = await settled(trader, 2)
    const redeliver = (body: object) => trader.api.post('/v1/webhook-deliveries/redeliver', { body })
    const span = { from: first!.created_at, to: first!.created_at }
    expect((await redeliver({ ...span, status: 'DEAD' })).body).toEqual({ redelivered: 0, next_from: null })
    expect((await redeliver(span)).body).toEqual({ redelivered: 1, next_from: null })
    await arrived(trader.accountId, 3)
    const again = await settled(trader, 2)
    expect(again.map(({ id, attempts }) => [id, attempts.length])).toEqual([
      [second?.id, 1],
      [first?.id, 2],
    ])
    expect((await redeliver({ from: span.to, to: '2020-01-01' })).status).toBe(400)
    expect((await redeliver({ from: span.to })).status).toBe(400)
  })

  test('are attempted again by the filter they are listed by', async () => {
    const trader = await hooked.trader()
    const sibling = hooked.engine.as({ userId: trader.userId, webhookUrl: `${hooked.receiver.url}/sibling` })
    const stranger = await hooked.trader('/stranger')
    await trader.place(FILLED)
    await stranger.place(FILLED)
    await settled(trader, 4)
    await settled(stranger, 2)
    const filter = { key_id: sibling.key.record.keyId, event_type: 'order.fill' }
    const [fill, ...others] = await deliveriesOf(trader, `?${new URLSearchParams(filter).toString()}`)
    expect([fill?.event_type, fill?.key_id, others]).toEqual([filter.event_type, filter.key_id, []])
    expect(await deliveriesOf(trader, `?key_id=${stranger.key.record.keyId}`)).toEqual([])

    const all = { from: '2020-01-01', to: '2099-01-01' }
    const redeliver = (body: object) => trader.api.post('/v1/webhook-deliveries/redeliver', { body })
    const theirs = { ...all, key_id: stranger.key.record.keyId }
    expect((await redeliver(theirs)).body).toEqual({ redelivered: 0, next_from: null })
    expect((await redeliver({ ...all, ...filter })).body).toEqual({ redelivered: 1, next_from: null })
    const again = await settled(trader, 4)
    expect(again.filter(({ attempts }) => attempts.length > 1).map(({ id }) => id)).toEqual([fill?.id])
    for (const wrong of [{ event_type: 'order.fills' }, { key_id: 'mine' }, { url: 'https://a.example' }])
      expect((await redeliver({ ...all, ...wrong })).status).toBe(400)
  })

  test('are attempted again so many times an hour, for all keys of a user together', async () => {
    const trader = await hooked.trader()
    await trader.place(FILLED)
    const [second, first] = await settled(trader, 2)
    const { pool, ...engine } = hooked.engine
    const other = engine.as({ userId: trader.userId })
    const spend = (count: number, minutesAgo: number) =>
      pool.query(
        `insert into webhook_redeliveries values ($1, now() - make_interval(mins => $3), $2) on conflict (user_id)
          do update set count = excluded.count, started_at = excluded.started_at`,
        [trader.userId, count, minutesAgo],
      )
    const again = (id = first!.id) => trader.api.post(`/v1/webhook-deliveries/${id}/redeliver`)
    const span = { from: first!.created_at, to: second!.created_at, status: 'DELIVERED' }
    await spend(REDELIVERED_PER_HOUR - 2, 30)
    expect((await again(randomUUID())).status).toBe(404)
    expect((await again()).status).toBe(200)
    await settled(trader, 2)
    const part = await other.api.post<{ next_from: string }>('/v1/webhook-deliveries/redeliver', { body: span })
    expect(part.body).toEqual({ redelivered: 1, next_from: expect.any(String) as string })
    expect(part.body.next_from > first!.created_at).toBe(true)
    for (const refused of [await again(), await other.api.post('/v1/webhook-deliveries/redeliver', { body: span })]) {
      expect([refused.status, refused.body['error']]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(31 * 60)
    }
    // Minutes, not to the second: the database has a clock of its own.
    await spend(REDELIVERED_PER_HOUR, 61)
    expect((await again()).status).toBe(200)
  })
})

describe('endpoints of the firm', () => {
  interface Endpoint {
    readonly id: string
    readonly url: string
    readonly secret?: string
  }
  const operator = () => hooked.engine.operator
  const add = async (path: string) => {
    const body = { url: `${hooked.receiver.url}${path}`, description: 'the shop' }
    return operator().post<Endpoint>('/operator/v1/webhook-endpoints', { body })
  }
  const remove = ({ id }: Endpoint) => operator().request('DELETE', `/operator/v1/webhook-endpoints/${id}`)
  const ofFirm = async (query: string) =>
    (await operator().get<Delivery[]>(`/operator/v1/webhook-deliveries?${query}`)).body
  const sentTo = (path: string): readonly ReceivedWebhook[] =>
    hooked.receiver.received.filter((one) => one.path === path)

  test('get the events of all accounts, signed, and show nothing of it to their traders', async () => {
    const before = await hooked.engine.trader()
    await before.place(FILLED)
    const { body: endpoint, status } = await add('/firm')
    expect([status, endpoint]).toEqual([
      201,
      expect.objectContaining({ secret: expect.stringMatching(/^whsec_/) as string }),
    ])
    const [quiet, hookedTrader] = [await hooked.engine.trader(), await hooked.trader('/own')]
    await quiet.place(FILLED)
    await hookedTrader.place(FILLED)
    const received = await pollUntil(
      () => Promise.resolve(sentTo('/firm')),
      (webhooks) =>
        [quiet, hookedTrader].every(({ accountId }) =>
          [1, 2].every((sequence) =>
            webhooks.some((one) => eventOf(one).account_id === accountId && eventOf(one).sequence === sequence),
          ),
        ),
    )
    for (const one of received) {
      const verified = new Webhook(endpoint.secret ?? '').verify(one.body, headersOf(one))
      expect(verified).toMatchObject({ account_id: expect.any(String) as string })
    }
    const [first] = received.filter((one) => isFor(quiet, one))
    const { text } = await quiet.api.get(`/v1/account/${quiet.accountId}/events`)
    expect(text).toContain(first?.body)
    expect(await deliveriesOf(quiet)).toEqual([])
    expect((await deliveriesOf(hookedTrader)).map(({ url }) => url)).not.toContain(endpoint.url)
    const delivered = await ofFirm(`endpoint_id=${endpoint.id}&status=DELIVERED&limit=2`)
    expect(delivered.map(({ key_id, url }) => [key_id, url])).toEqual(Array(2).fill([endpoint.id, endpoint.url]))
    await remove(endpoint)
  })

  test('are listed without their secret, tried, and get nothing once they are removed', async () => {
    const { body: endpoint } = await add('/tried')
    const { body: again } = await add('/tried')
    expect(again).toMatchObject({ error: 'conflict', reason: 'endpoint_exists' })
    const listed = await operator().get<Endpoint[]>('/operator/v1/webhook-endpoints')
    expect(listed.text).not.toContain('whsec_')
    expect(listed.body.map(({ url }) => url)).toEqual([endpoint.url])
    await operator().post(`/operator/v1/webhook-endpoints/${endpoint.id}/test`)
    await pollUntil(
      () => Promise.resolve(sentTo('/tried')),
      ([one]) => one !== undefined && eventOf(one).type === 'webhook.test',
    )
    hooked.receiver.react(answer(500))
    await operator().post(`/operator/v1/webhook-endpoints/${endpoint.id}/test`)
    await pollUntil(
      () => ofFirm('status=PENDING&event_type=webhook.test'),
      ([one]) => (one?.attempts.length ?? 0) > 0,
    )
    expect(await remove(endpoint)).toMatchObject({ status: 200, body: { url: endpoint.url } })
    expect((await ofFirm(`event_type=webhook.test&endpoint_id=${endpoint.id}`)).map(({ status }) => status)).toEqual([
      'DISABLED',
      'DELIVERED',
    ])
    const { body: audit } = await operator().get<{ action: string }[]>(`/operator/v1/audit?subject=${endpoint.id}`)
    expect(audit.map(({ action }) => action)).toEqual([
      ...['remove_webhook_endpoint', 'test_webhook_endpoint', 'test_webhook_endpoint', 'add_webhook_endpoint'],
    ])
    expect(JSON.stringify(audit)).not.toContain('whsec_')
  })

  test('name a host that may be reached, and are ten at most', async () => {
    const problem = await operator().post('/operator/v1/webhook-endpoints', { body: { url: 'http://example.com' } })
    expect([problem.status, problem.text]).toEqual([400, expect.stringContaining('must start with https://') as string])
    const statuses: number[] = []
    const added: Endpoint[] = []
    for (let index = 0; index < 11; index += 1) {
      const { status, body } = await add(`/many/${index}`)
      statuses.push(status)
      if (status === 201) added.push(body)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(201), 409])
    for (const endpoint of added) await remove(endpoint)
  })
})
