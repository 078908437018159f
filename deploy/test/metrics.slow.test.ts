/** Runs both services with Redis: the metrics they export are exactly those that docs, alerts and dashboards use. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeWithRedis, type ServiceName } from '@ats/test-kit'
import { readExpressions, selectedBy, type Expression } from './support/expressions.js'
import { readMetrics, type MetricsPage } from './support/metrics-page.js'
import { REPOSITORY } from './support/repository.js'
import { untilAnswered } from '../../services/trading-engine/test/support/engine/until-answered.js'
import { startServices, type RunningServices, type Trader } from './support/running-services.js'

const SERVICES: readonly ServiceName[] = ['trading-engine', 'wallet']

/** Set by who asks for the metrics, or by every metric of ours. */
const OF_ALL: ReadonlySet<string> = new Set(['namespace', 'pod', 'job', 'service', 'le', 'quantile'])

/** Whether a metric comes from Node or from the scrape itself, and not from a service. */
const isOfOthers = (name: string): boolean => /^(process_|nodejs_|up$)/.test(name)

interface Row {
  readonly metric: string
  readonly of: readonly string[]
  readonly labels: readonly string[]
  readonly meaning: string
  readonly alerts: readonly string[]
  readonly dashboards: readonly string[]
}

/** Others are programs whose metrics are collected beside those of the services. */
const isService = (name: string): name is ServiceName => SERVICES.some((service) => service === name)

const listOf = (cell: string): readonly string[] =>
  cell
    .split(',')
    .map((entry) => entry.trim().replaceAll('`', ''))
    .filter((entry) => entry !== '')

async function readTable(): Promise<readonly Row[]> {
  const page = await readFile(join(REPOSITORY, 'docs', 'OBSERVABILITY.md'), 'utf8')
  return [...page.matchAll(/^\| `([a-z_]+)` +\|(.*)\|$/gm)].map(([, metric = '', rest = '']) => {
    const [of = '', labels = '', meaning = '', alerts = '', dashboards = ''] = rest
      .split('|')
      .map((cell) => cell.trim())
    const lists = { of: listOf(of), labels: listOf(labels), alerts: listOf(alerts), dashboards: listOf(dashboards) }
    return { metric, meaning: meaning.replaceAll('`', ''), ...lists }
  })
}

describeWithRedis('metrics', (redisUrl) => {
  let services: RunningServices
  let trader: Trader
  let expressions: readonly Expression[]
  let table: readonly Row[]
  let pages: Readonly<Record<ServiceName, MetricsPage>>

  const engine = () => readMetrics(services.engineInternalUrl)

  const place = (order: object) =>
    trader.send('POST', '/v1/order', { account_id: trader.accountId, symbol: 'BTC-USD', side: 'BUY', ...order })

  const statusOf = async (order: object): Promise<number> => (await untilAnswered(() => place(order))).status

  const market = (quantity: number, clientId = randomUUID()) => ({ kind: 'MARKET', quantity, client_id: clientId })

  beforeAll(async () => {
    services = await startServices({ redisUrl })
    trader = await services.trader()
    ;[expressions, table] = await Promise.all([readExpressions(), readTable()])
    expect(await statusOf(market(0.01))).toBe(200)
    pages = { 'trading-engine': await engine(), wallet: await readMetrics(services.walletInternalUrl) }
  })

  afterAll(() => services.stop())

  it('are there for every alert and panel, with the labels that they choose by', () => {
    for (const expression of expressions) {
      const selected = selectedBy(expression)
      expect(selected).not.toEqual([])
      for (const { metric, labels } of selected) {
        const found = SERVICES.flatMap((service) => pages[service].get(metric) ?? [])
        const isOfAnother = table.some((row) => row.metric === metric && !row.of.some(isService))
        if (metric === 'up') continue
        if (!isOfAnother) expect([expression.of, metric, found.length > 0]).toEqual([expression.of, metric, true])
        const documented = new Set(table.find((row) => row.metric === metric)?.labels ?? [])
        const unknown = labels.filter((label) => !OF_ALL.has(label) && !documented.has(label))
        expect([expression.of, metric, unknown]).toEqual([expression.of, metric, []])
      }
    }
  })

  it('are all in the docs, and no others', () => {
    for (const service of SERVICES) {
      const own = [...pages[service].keys()].filter((name) => !isOfOthers(name)).sort()
      const documented = table.filter(({ of }) => of.includes(service)).map(({ metric }) => metric)
      expect([service, documented.sort()]).toEqual([service, own])
    }
  })

  it('mean in the docs what they say of themselves, with the labels that they have', () => {
    for (const { metric, of, labels, meaning } of table) {
      for (const service of of.filter(isService)) {
        const { help, labels: present } = pages[service].get(metric)!
        expect([metric, meaning]).toEqual([metric, help])
        const seen = [...present].filter((label) => !OF_ALL.has(label))
        expect([metric, seen.filter((label) => !labels.includes(label))]).toEqual([metric, []])
        if (seen.length > 0) expect([metric, new Set(seen)]).toEqual([metric, new Set(labels)])
      }
    }
  })

  it('name in the docs the alerts and the dashboards that ask for them', () => {
    const usersOf = (metric: string, kind: Expression['kind']) => [
      ...new Set(
        expressions
          .filter(
            (expression) => expression.kind === kind && selectedBy(expression).some((one) => one.metric === metric),
          )
          .map(({ of }) => of),
      ),
    ]
    for (const { metric, alerts, dashboards } of table) {
      expect([metric, alerts]).toEqual([metric, usersOf(metric, 'alert')])
      expect([metric, dashboards]).toEqual([metric, usersOf(metric, 'dashboard')])
    }
  })

  it('keep to the names of Prometheus: counters are totals, and units are base units', () => {
    for (const service of SERVICES) {
      for (const { name, type } of pages[service].values()) {
        if (isOfOthers(name)) continue
        expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
        expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|kilobytes|percent)(_|$)/)
      }
    }
  })

  it('have no label that names one of many: a user, an account, a key, an order or an address', async () => {
    const text = await (await fetch(`${services.engineInternalUrl}/metrics`)).text()
    expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}|svc_|trader-/)
  })

  it('count each order by what came of it', async () => {
    let before: MetricsPage
    let after: MetricsPage
    const more = (metric: string, labels: Readonly<Record<string, string>>) =>
      after.get(metric)!.sum(labels) - before.get(metric)!.sum(labels)
    const isKeyHeld = () => more('key_cache_lookups_total', {}) === more('key_cache_lookups_total', { result: 'hit' })
    // Again where the key was looked up while no lease of it stood, or Redis was too slow.
    do {
      before = await engine()
      const clientId = randomUUID()
      await statusOf(market(0.01, clientId))
      await statusOf(market(0.01, clientId))
      await statusOf(market(1_000_000))
      expect(await statusOf({ kind: 'MARKET', quantity: 0.01, symbol: 'NO-SUCH', client_id: randomUUID() })).toBe(400)
      after = await engine()
    } while (!isKeyHeld())
    const ofOrders = (outcome: string) => more('commands_total', { command: 'place_order', outcome })
    expect({ accepted: ofOrders('accepted'), refused: ofOrders('refused'), rejected: ofOrders('rejected') }).toEqual({
      accepted: 1,
      refused: 1,
      rejected: 1,
    })
    expect(ofOrders('replayed')).toBeGreaterThanOrEqual(1)
    expect(more('risk_refusals_total', { rule: 'insufficient_margin' })).toBe(1)
    expect(more('risk_refusals_total', { rule: 'reduce_only' })).toBe(0)
    expect(more('account_events_total', { type: 'order.fill' })).toBe(1)
    expect(more('key_cache_lookups_total', { result: 'hit' })).toBeGreaterThanOrEqual(3)
    expect(more('account_context_lookups_total', { result: 'hit' })).toBeGreaterThanOrEqual(3)
  })

  it('count a breach by its rule, and what was done about it', async () => {
    const { body } = await untilAnswered(() => trader.send('GET', '/v1/price?symbol=ETH-USD'))
    const price = Number(body['mark_price'])
    expect(await statusOf({ ...market(20), symbol: 'ETH-USD' })).toBe(200)
    const fall = { symbol: 'ETH-USD', price: price * 0.2 }
    expect((await untilAnswered(() => trader.send('POST', '/v1/sandbox/market', fall))).status).toBe(200)
    const breaches = async () => (await engine()).get('risk_breaches_total')!.sum({ action: 'TERMINATED' })
    const deadline = Date.now() + 120_000
    while ((await breaches()) === 0 && Date.now() < deadline) await sleep(50)
    expect(await breaches()).toBe(1)
  })

  it('see the writer, the pools and the market at work', async () => {
    const page = await engine()
    const value = (metric: string, labels = {}) => page.get(metric)!.sum(labels)
    expect(value('postgres_pool_connections_max', { pool: 'writer' })).toBe(4)
    expect(value('postgres_pool_connections', { pool: 'writer' })).toBeGreaterThan(0)
    expect(value('market_shards_held')).toBe(64)
    expect(value('account_context_entries')).toBeGreaterThan(0)
    expect(value('feed_listings', { state: 'fresh' })).toBeGreaterThan(10)
    expect(value('feed_listings', { state: 'stale' })).toBe(0)
    // None is stale; that its unit is the second is what the bound says.
    expect(value('feed_tick_age_seconds')).toBeLessThan(60)
    for (const histogram of ['writer_batch_writes', 'writer_commit_duration_seconds', 'market_loop_lag_seconds'])
      expect([histogram, value(histogram) > 0]).toEqual([histogram, true])
  })
})
