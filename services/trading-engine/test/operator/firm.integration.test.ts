/** The firm at a glance: all accounts together, by how near they are to their floor and by what they hold. */
import { API_VERSION } from '@ats/contracts'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'
import { pollUntil } from '../support/poll-until.js'

interface RankedRow {
  readonly id: string
  readonly state: string
  readonly equity: number
  readonly floor: { readonly rule: string; readonly equity: number; readonly headroom: number; headroom_pct: number }
}
interface Totals {
  readonly positions: number
  readonly long_notional: number
  readonly short_notional: number
  readonly net_notional: number
  readonly gross_notional: number
}
interface ExposureBody {
  readonly total: Totals
  readonly by_venue: readonly (Totals & { readonly venue: string })[]
  readonly by_symbol: readonly (Totals & { readonly symbol: string; readonly venue: string })[]
}
interface OverviewBody {
  readonly as_of: string
  readonly accounts: { readonly total: number; readonly by_state: Record<string, number> }
  readonly nearest_to_floor: readonly RankedRow[]
  readonly exposure: Totals
  readonly breaches_today: { readonly since: string; readonly by_severity: Record<string, number> }
  readonly feed: { readonly tick_age_seconds: number | null; readonly prices: Record<string, number> }
  readonly workers: { readonly shards: number; readonly shards_watched: number }
  readonly webhooks: { readonly pending: number; readonly due_since: string | null }
}

interface HealthBody extends Pick<OverviewBody, 'workers' | 'webhooks'> {
  readonly ready: boolean
  readonly replicas: number
  readonly feeds: readonly (OverviewBody['feed'] & { readonly venue: string })[]
}

let stage: Stage
/** A replica that trades nothing itself. */
let second: TestEngine
let long: Actor
let short: Actor
let flat: Actor
let closed: Actor

beforeAll(async () => {
  stage = await startStage('2026-03-04T10:00:00Z', { ...around(50_000), ...around(2_000, 'ETH-USD') })
  second = await startEngine({
    ...{ databaseUrl: stage.databaseUrl, sharedWallet: stage.engine.wallet, ROLE: 'api' },
    runtime: stage.script,
  })
  ;[long, short, flat, closed] = [await stage.actor(), await stage.actor(), await stage.actor(), await stage.actor()]
  await long.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 2 })
  await short.placed({ symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 0.5 })
  await short.placed({ symbol: 'ETH-USD', side: 'BUY', kind: 'MARKET', quantity: 1, platform_id: 'OSTIUM' })
  await stage.engine.operator.post(`/operator/v1/accounts/${closed.accountId}/close`, { body: { reason: 'left' } })
})
afterAll(async () => {
  await second.close()
  await stage.close()
})

const ranked = async (query = '', by = second) =>
  by.operator.get<RankedRow[]>(`/operator/v1/accounts?sort=headroom${query}`)
const overview = async (by = second) => (await by.operator.get<OverviewBody>('/operator/v1/overview')).body
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

test('accounts by headroom: equity and floor are those of the account’s own risk, the ended are not among them', async () => {
  await stage.step([long, short], around(49_000))
  const { body } = await pollUntil(ranked, ({ body: rows }) => rows[0]?.id === long.accountId)
  expect(idsOf(body)).toEqual([long.accountId, flat.accountId, short.accountId])
  for (const actor of [long, short, flat]) {
    const { floor, equity } = (await actor.api.get<RankedRow>(`/v1/account/${actor.accountId}/risk`)).body
    const row = body.find(({ id }) => id === actor.accountId)!
    expect(row.equity).toBe(equity)
    expect(row.floor).toMatchObject(floor)
  }
  // 5 % of 100,000 may be lost in a day: so much of it is left.
  expect(body[1]).toMatchObject({
    equity: 100_000,
    floor: { rule: 'daily_loss_limit', headroom: 5_000, headroom_pct: 100 },
  })
  expect(body[0]!.floor.headroom_pct).toBeCloseTo(body[0]!.floor.headroom / 50, 9)
})

test('the order follows the market, on a replica too; pages and filters go through it', async () => {
  await stage.step([long, short], around(53_000))
  const order = [short.accountId, flat.accountId, long.accountId]
  for (const by of [stage.engine, second])
    await pollUntil(
      () => ranked('', by),
      ({ body }) => idsOf(body).join() === order.join(),
    )
  const first = await ranked('&limit=2')
  expect([idsOf(first.body), first.headers['x-has-more']]).toEqual([order.slice(0, 2), 'true'])
  const rest = await ranked('&limit=2&offset=2')
  expect([idsOf(rest.body), rest.headers['x-has-more']]).toEqual([order.slice(2), 'false'])
  expect(idsOf((await ranked(`&user_id=${flat.userId}`)).body)).toEqual([flat.accountId])
  expect(idsOf((await ranked('&plan_id=none')).body)).toEqual([])
  expect((await ranked('&limit=1000')).headers['x-limit-applied']).toBe('500')
  expect((await ranked('&offset=x')).status).toBe(400)
  expect((await second.operator.get('/operator/v1/accounts?sort=size')).status).toBe(400)
})

test('exposure adds up by symbol and venue, to the last digit', async () => {
  await stage.step([long, short], { ...around(51_000), ...around(2_100, 'ETH-USD') })
  const mark = async ({ accountId, api }: Actor, symbol: string) =>
    (await api.get<{ symbol: string; notional: number }[]>(`/v1/account/${accountId}/positions`)).body.find(
      (position) => position.symbol === symbol,
    )!.notional
  const [a, b, c] = [await mark(long, 'BTC-USD'), await mark(short, 'BTC-USD'), await mark(short, 'ETH-USD')]
  const { body } = await pollUntil(
    () => second.operator.get<ExposureBody>('/operator/v1/exposure'),
    ({ body: { by_symbol: rows } }) => rows[0]?.long_notional === a,
  )
  expect(body.by_symbol).toMatchObject([
    { symbol: 'BTC-USD', venue: 'GMX', positions: 2, long_quantity: 2, short_quantity: 0.5 },
    { symbol: 'ETH-USD', venue: 'OSTIUM', positions: 1, long_quantity: 1, short_quantity: 0 },
  ])
  expect(body.by_symbol[0]).toMatchObject({ long_notional: a, short_notional: b, net_notional: a - b })
  expect(body.by_venue).toMatchObject([
    { venue: 'GMX', gross_notional: a + b },
    { venue: 'OSTIUM', long_notional: c, short_notional: 0 },
  ])
  expect(body.total).toMatchObject({ positions: 3, net_notional: a - b + c, gross_notional: a + b + c })
})

test('the overview: states, the nearest, breaches of the day, feed, workers and webhooks', async () => {
  const before = await pollUntil(overview, ({ workers }) => workers.shards_watched === 64)
  expect(before.accounts).toEqual({
    total: 4,
    by_state: { ACTIVE: 3, REDUCE_ONLY: 0, HALTED: 0, PASSED: 0, TERMINATED: 0, CLOSED: 1 },
  })
  expect(before.exposure).toMatchObject({ positions: 3 })
  expect(before.breaches_today).toMatchObject({ since: '2026-03-04T00:00:00.000Z', by_severity: { HARD: 0 } })
  expect(before.workers).toEqual({ shards: 64, shards_watched: 64 })
  expect(before).toMatchObject({ unpaid_payouts: { count: 0, amount: 0 } })
  expect(before.webhooks).toEqual({ pending: 0, due_since: null })
  expect(before.feed.prices['fresh']).toBeGreaterThan(0)
  // 2 BTC lose more than 5,000: a hard breach.
  await stage.step([long, short], around(47_000))
  const after = await pollUntil(overview, ({ breaches_today: { by_severity: counts } }) => counts['HARD'] === 1)
  expect(after.nearest_to_floor.map(({ id }) => id)).toEqual(expect.not.arrayContaining([long.accountId]))
  const ended = await pollUntil(overview, ({ accounts }) => accounts.by_state['TERMINATED'] === 1)
  expect(ended.accounts).toMatchObject({ total: 4, by_state: { ACTIVE: 2, CLOSED: 1 } })
})

test('who polls the overview and holds what has not changed gets 304, though its moment has', async () => {
  const at = async (etag: string) =>
    second.operator.get<OverviewBody>('/operator/v1/overview', { headers: { 'if-none-match': etag } })
  const first = await pollUntil(
    () => at('"none"'),
    ({ body }) => body.nearest_to_floor.length === 2,
  )
  const { as_of: asOf } = first.body
  await stage.step([short], around(47_000))
  const later = await pollUntil(
    () => at('"none"'),
    ({ body }) => body.as_of !== asOf,
  )
  expect(later.headers['etag']).toBe(first.headers['etag'])
  expect((await at(String(first.headers['etag']))).status).toBe(304)
  await stage.step([short], around(46_000))
  await pollUntil(
    () => at(String(first.headers['etag'])),
    ({ status }) => status === 200,
  )
})

test('health: ready, the age of each feed, shards, queues, webhooks, replicas, and what it works with', async () => {
  const read = async (by: TestEngine) => (await by.operator.get<HealthBody>('/operator/v1/health')).body
  const known = await pollUntil(
    () => read(second),
    ({ replicas, workers }) => replicas === 2 && workers.shards_watched === 64,
  )
  expect(known).toMatchObject({
    ...{ version: API_VERSION, ready: true, checks: { database: 'ok', clock: 'ok', lifecycle: 'ok' } },
    ...{ workers: { shards: 64 }, queues: { commands: 0, writes: 0 }, webhooks: { pending: 0, due_since: null } },
    ...{ wallet: 'up', redis: 'none' },
  })
  expect(known.feeds.map(({ venue }) => venue)).toEqual(['GMX', 'OSTIUM'])
  // The script of this stage quotes two symbols, each at the venues that list it.
  const quoted = known.feeds.map(({ prices }) => prices['fresh']! + prices['stale']!)
  expect(quoted.every((count) => count > 0)).toBe(true)
})
