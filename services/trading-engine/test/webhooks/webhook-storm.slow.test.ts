/** Many events and many receivers, half of which fail: every event arrives, and no receiver waits for another. */
import type { ReceivedWebhook, WebhookReaction } from '@ats/test-kit'
import type { Trader } from '../support/engine/engine.js'
import { eventOf, fillOnce, startHookedEngine, type HookedEngine } from '../support/engine/hooked-engine.js'
import { pollUntil } from '../support/poll-until.js'

const IS_WHOLE = process.env['SUITE'] === 'whole'
const RECEIVERS = 20
const EVENTS_AN_ORDER = 2
/** A tenth of 2,000 events unless the whole suite is asked for. */
const ORDERS_EACH = (IS_WHOLE ? 2_000 : 200) / EVENTS_AN_ORDER / RECEIVERS

const take: WebhookReaction = (_received, response) => void response.writeHead(200).end('thanks')

async function startTraders(hooked: HookedEngine): Promise<readonly Trader[]> {
  const traders: Trader[] = []
  for (let nth = 0; nth < RECEIVERS; nth += 1) traders.push(await hooked.trader(`/${nth}`))
  return traders
}

async function trade(traders: readonly Trader[], orders: number): Promise<void> {
  for (let nth = 0; nth < orders; nth += 1) await Promise.all(traders.map(fillOnce))
}

describe('three attempts in ten fail', () => {
  const PATIENCE = { connectMs: 1_000, totalMs: 1_000 }
  const FAILED_SHARE = 0.3
  /** Failures of one event at most: after a sixth attempt the next would come a minute later. */
  const FAILURES_MAX = 5
  let hooked: HookedEngine
  const taken: ReceivedWebhook[] = []
  let failed = 0
  const failures = new Map<unknown, number>()

  const FAILURES: readonly WebhookReaction[] = [
    ({ socket }) => socket.destroy(),
    (_received, response) => void response.writeHead(500).end('out of order'),
    (_received, response) => void setTimeout(() => response.writeHead(500).end(), 200),
    ({ socket }) => void setTimeout(() => socket.destroy(), 20),
    // Taken, but too late for the sender to know.
    (_received, response) => void setTimeout(() => response.writeHead(200).end(), PATIENCE.totalMs + 200),
  ]

  beforeAll(async () => {
    hooked = await startHookedEngine({ runtime: { webhookSpans: PATIENCE } })
    hooked.receiver.react((received, response) => {
      const failure = FAILURES[Math.floor(Math.random() * FAILURES.length)]
      const id = received.headers['webhook-id']
      const before = failures.get(id) ?? 0
      if (Math.random() < FAILED_SHARE && failure !== undefined && before < FAILURES_MAX) {
        failures.set(id, before + 1)
        failed += 1
        failure(received, response)
        return
      }
      taken.push(received)
      take(received, response)
    })
  })
  afterAll(() => hooked.close())

  test('every event arrives, under one id and in the same bytes, and no sequence has a gap', async () => {
    const traders = await startTraders(hooked)
    await trade(traders, ORDERS_EACH)
    const each = ORDERS_EACH * EVENTS_AN_ORDER
    await pollUntil(
      async () => {
        const { rows } = await hooked.engine.pool.query<{ status: string; count: number }>(
          'select status, count(*)::int as count from webhook_deliveries group by status',
        )
        return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
      },
      ({ DELIVERED = 0, ...others }) => DELIVERED === each * RECEIVERS && Object.keys(others).length === 0,
      240_000,
    )
    const sequencesOf = ({ accountId }: Trader) => [
      ...new Set(taken.map(eventOf).flatMap((event) => (event.account_id === accountId ? event.sequence : []))),
    ]
    const complete = Array.from({ length: each }, (_, index) => index + 1)
    for (const trader of traders) expect(sequencesOf(trader).sort((a, b) => a - b)).toEqual(complete)
    const bodies = new Map<unknown, string>()
    for (const { headers, body } of hooked.receiver.received) {
      const id = headers['webhook-id']
      expect(eventOf({ body }).id).toBe(id)
      expect(bodies.get(id) ?? body).toBe(body)
      bodies.set(id, body)
    }
    expect(bodies.size).toBe(each * RECEIVERS)
    expect(failed / hooked.receiver.received.length).toBeGreaterThan(FAILED_SHARE / 2)
  }, 300_000)
})

describe('one receiver is dead', () => {
  const ORDERS = { ofTheDead: 10, ofEachOther: 3 }
  let hooked: HookedEngine

  beforeAll(async () => {
    // An attempt at the dead one does not end before the test has.
    hooked = await startHookedEngine({ runtime: { webhookSpans: { connectMs: 600_000, totalMs: 600_000 } } })
    hooked.receiver.react((received, response) => {
      if (received.path !== '/0') take(received, response)
    })
  })
  afterAll(() => hooked.close())

  test('the others have their events before the first attempt at it has ended', async () => {
    const [dead, ...healthy] = await startTraders(hooked)
    await trade([dead!], ORDERS.ofTheDead)
    const atDead = () => Promise.resolve(hooked.receiver.received.filter(({ path }) => path === '/0').length)
    await pollUntil(atDead, (tried) => tried > 0)
    await trade(healthy, ORDERS.ofEachOther)
    await pollUntil(
      async () => hooked.receiver.received.length - (await atDead()),
      (count) => count === healthy.length * ORDERS.ofEachOther * EVENTS_AN_ORDER,
    )
    const { rows } = await hooked.engine.pool.query(
      'select from webhook_attempts where delivery_id in (select id from webhook_deliveries where account_id = $1)',
      [dead!.accountId],
    )
    expect(rows).toEqual([])
    // It is tried, but not with all events concurrently.
    expect(await atDead()).toBeLessThan(ORDERS.ofTheDead * EVENTS_AN_ORDER)
  })
})
