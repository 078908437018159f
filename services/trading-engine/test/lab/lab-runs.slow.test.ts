/** The laboratory as its callers see it: runs in processes of their own, their API below /lab, and their ends. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listen } from '@ats/service-kit/http'
import {
  apiClient,
  captureLogs,
  createTestDatabase,
  createTestPool,
  startFakeWallet,
  type ApiClient,
} from '@ats/test-kit'
import { createLogger } from '@ats/service-kit/process'
import { composeLab, type Lab } from '../../src/compose/lab/compose-lab.js'
import { loadLabConfig } from '../../src/lab-config.js'
import type { Account } from '../../src/core/model/account/account.js'
import type { Program } from '../../src/core/model/program/program.js'
import { decimal, usd } from '../../src/core/values/decimal.js'
import type { WrittenReport } from '../../src/lab/run/written-report.js'
import { insertProgram } from '../../src/store/operator/programs.js'
import { insertPlan } from '../../src/store/operator/plans.js'
import { ACCOUNT_COLUMNS, OPENING_COLUMNS } from '../../src/store/tables/accounts.js'
import { insertRow } from '../../src/store/write/insert-account.js'
import { GATEWAY_SECRET, signedHeaders } from '../support/engine/signed-user.js'
import { TEMPLATES } from '../support/lab/a-run.js'
import { aPlan } from '../support/plans/plans.js'
import { aTrader } from '../support/trader.js'

const SERVICE = join(__dirname, '../..')
const phase = (id: string, planId: string) => ({ id, label: id, planId, planVersion: 1 })
const PLAN = aPlan({ initialBalance: '50000' })
const FUNDED = { ...aPlan(), id: 'funded' }
const PROGRAM: Program = {
  ...{ id: 'two-step', version: 1, name: 'Two steps', currency: 'USD', isResetAllowed: false },
  phases: [
    { ...phase('one', PLAN.id), kind: 'EVALUATION', promotion: 'REVIEW', requiresKyc: true, requiresContract: true },
    { ...phase('two', FUNDED.id), kind: 'FUNDED', promotion: null, requiresKyc: false, requiresContract: false },
  ],
}
const STARTS = '2026-03-02T09:00:00.000Z'
const second = (count: number): string => new Date(Date.parse(STARTS) + 1_000 * count).toISOString()
const ticks = (prices: readonly number[], symbol = 'BTC-USD') => ({
  model: 'TICKS',
  series: [{ symbol, points: prices.map((price, at) => [second(at), price]) }],
})

interface Started {
  readonly run_id: string
  readonly base_url: string
  readonly account_id: string
  readonly challenge_id: string | null
  readonly key: string
  readonly secret: string
  readonly status: string
  readonly ended_reason: string | null
  readonly events_hash: string
}

interface Result {
  readonly run_id: string
  readonly at: string | null
  readonly accounts:
    | readonly {
        readonly account: { readonly id: string }
        readonly orders: readonly object[]
        readonly equity: { readonly points: readonly { readonly floors: { readonly max_drawdown: number | null } }[] }
      }[]
    | null
}

interface Stage {
  readonly baseUrl: string
  /** A client of the listener for signed users. */
  readonly gateway: ApiClient
  readonly lab: Lab
  readonly as: (userId?: string) => ApiClient
  /** An account of the plan with a loss. */
  readonly openAccount: (userId: string) => Promise<Account>
  readonly close: () => Promise<void>
}

async function startLab(script = join(SERVICE, 'dist/lab-run.js'), settings: NodeJS.ProcessEnv = {}): Promise<Stage> {
  if (!existsSync(script)) throw new Error(`${script} is not built`)
  const database = await createTestDatabase('trading-engine')
  const pool = createTestPool(database.url)
  for (const plan of [PLAN, FUNDED]) await insertPlan({ query: (query) => pool.query(query) }, plan)
  await insertProgram(pool, PROGRAM)
  await pool.end()
  const wallet = await startFakeWallet()
  const logs = captureLogs()
  const config = loadLabConfig({
    ...{ DATABASE_URL: database.url, WALLET_URL: wallet.url, WALLET_SERVICE_TOKEN: wallet.serviceToken },
    ...{ LAB_FOLDER: TEMPLATES, NODE_ENV: 'test', LAB_RUNS_PER_USER: '2', ...settings },
    GATEWAY_HMAC_SECRETS: GATEWAY_SECRET,
  })
  const logger = createLogger({ service: 'lab', level: 'info', destination: logs.destination })
  const migrations = join(SERVICE, 'migrations')
  const lab = composeLab(config, { logger, isStopping: () => false, script, migrations })
  const server = await listen(lab.app, { host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${server.port}`
  if (lab.gateway === null) throw new Error('it has no listener for signed users')
  const gateway = await listen(lab.gateway, { host: '127.0.0.1', port: 0 })
  return {
    ...{ baseUrl, lab },
    gateway: apiClient({ baseUrl: `http://127.0.0.1:${gateway.port}`, openapi: lab.openapi }),
    as: (userId) =>
      apiClient({ baseUrl, openapi: lab.openapi }).with(wallet.issue(userId === undefined ? {} : { userId }).headers),
    async openAccount(userId) {
      const account = { ...aTrader({ plan: PLAN }).account, id: randomUUID(), userId, balance: usd(decimal('41234.5')) }
      const accounts = createTestPool(database.url)
      await insertRow(accounts, 'accounts', [...OPENING_COLUMNS, ...ACCOUNT_COLUMNS], account)
      await accounts.end()
      return account
    },
    async close() {
      await Promise.all([server.close(0), gateway.close(0)])
      await lab.close()
      await wallet.close()
      await database.drop()
    },
  }
}

const start = async (api: ApiClient, fields: object = {}): Promise<Started> => {
  const { status, body, text } = await api.post<Started>('/v1/lab/runs', {
    body: { plan_id: PLAN.id, tape: ticks([60_000, 60_100, 59_000, 61_000]), ...fields },
  })
  if (status !== 201) throw new Error(text)
  return body
}

describe('a run', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startLab()
  })
  afterAll(() => stage.close())

  const inside = async (run: Started, method: string, path: string, body?: object) => {
    const response = await fetch(`${stage.baseUrl}${run.base_url}${path}`, {
      method,
      headers: { 'X-API-Key': run.key, 'X-API-Secret': run.secret, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, never>,
    }
  }
  const order = (run: Started, fields: object = {}) =>
    inside(run, 'POST', '/v1/order', {
      ...{ account_id: run.account_id, symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', tif: 'GTC' },
      ...{ quantity: 0.1, price: 59_500, ...fields },
    })

  test('a bot trades in it by its base URL and key, and moves its clock by the same key', async () => {
    const api = stage.as()
    const run = await start(api, { start: { balance: 70_000 }, name: 'first', campaign_id: 'c-1' })
    expect(run).toMatchObject({ status: 'READY', name: 'first', campaign_id: 'c-1', now: STARTS, pace: 'LOCKSTEP' })
    const placed = await order(run)
    expect(placed).toMatchObject({ status: 200, body: { order: { status: 'OPEN' } } })
    expect(placed.headers.get('x-lab-time')).toBe(STARTS)

    const path = `/v1/lab/runs/${run.run_id}/advance`
    const own = api.with({ 'x-api-key': run.key, 'x-api-secret': run.secret })
    const stepped = await own.post(path, { body: { until: 'NEXT_TICK' } })
    expect(stepped).toMatchObject({ status: 200, body: { now: second(1), ticks: 1, stopped_by: 'TICKS', events: [] } })
    const filled = await api.post<{ events: { type: string }[] }>(path, { body: { until: 'FILL' } })
    expect(filled).toMatchObject({ body: { now: second(2), stopped_by: 'EVENT', status: 'READY' } })
    expect(filled.body.events.map(({ type }) => type)).toContain('order.fill')
    expect(await api.post(path, { body: { until: 'END' } })).toMatchObject({ body: { stopped_by: 'END' } })

    const summary = await inside(run, 'GET', `/v1/account/${run.account_id}/summary`)
    expect(summary.body).toMatchObject({ balance: expect.any(Number) as number })
    expect(Number(summary.body['equity'])).toBeGreaterThan(70_100)
    expect(await api.get(`/v1/lab/runs/${run.run_id}`)).toMatchObject({ body: { ticks: 3, status: 'READY' } })
    expect(await api.delete(`/v1/lab/runs/${run.run_id}`)).toMatchObject({
      body: { status: 'ENDED', ended_reason: 'DELETED', events: 2 },
    })
    expect(await order(run)).toMatchObject({ status: 404 })
    expect(await api.post(path, { body: { by_ms: 1 } })).toMatchObject({ status: 409, body: { reason: 'run_ended' } })
  })

  test('its key opens nothing else, and nobody else sees it', async () => {
    const [api, other] = [stage.as(), stage.as()]
    const run = await start(api)
    const stolen = other.with({ 'x-api-key': run.key, 'x-api-secret': run.secret })
    expect(await stolen.get('/v1/lab/runs')).toMatchObject({ status: 401 })
    expect(await stolen.delete(`/v1/lab/runs/${run.run_id}`)).toMatchObject({ status: 401 })
    for (const answer of [
      await other.get(`/v1/lab/runs/${run.run_id}`),
      await other.post(`/v1/lab/runs/${run.run_id}/advance`, { body: { until: 'END' } }),
      await other.delete(`/v1/lab/runs/${run.run_id}`),
    ])
      expect(answer).toMatchObject({ status: 404 })
    expect(await inside({ ...run, secret: `svc_sk_${'0'.repeat(48)}` }, 'GET', '/v1/accounts')).toMatchObject({
      status: 401,
    })
    expect(await other.get('/v1/lab/runs')).toMatchObject({ body: [] })
    await api.delete(`/v1/lab/runs/${run.run_id}`)
  })

  test('the same recipe and the same commands give the same hash, in processes apart', async () => {
    const api = stage.as()
    const tape = {
      model: 'SYNTHETIC',
      seed: 5,
      symbols: ['BTC-USD', 'eth/usd'],
      step_ms: 60_000,
      from: '2026-03-02',
      to: '2026-03-04',
    }
    const play = async (seed: number): Promise<readonly unknown[]> => {
      const run = await start(api, { tape: { ...tape, seed } })
      const path = `/v1/lab/runs/${run.run_id}`
      for (const [symbol, side] of [
        ['BTC-USD', 'BUY'],
        ['ETH-USD', 'SELL'],
        ['BTC-USD', 'SELL'],
      ]) {
        const placed = await order(run, { symbol, side, kind: 'MARKET', tif: 'IOC', price: undefined })
        expect(placed).toMatchObject({ status: 200, body: { violations: [] } })
        await api.post(`${path}/advance`, { body: { until: 'NEXT_BAR', interval: '1h' } })
      }
      await api.post(`${path}/advance`, { body: { until: 'END' } })
      const { body } = await api.get<Started & { events: number; tape_id: string }>(`${path}/report`)
      await api.delete(path)
      expect(body.events).toBeGreaterThan(5)
      return [body.events_hash, body.tape_id]
    }
    const [first, again, other] = [await play(5), await play(5), await play(6)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  test('so many times real it plays by itself, and its report says what was asked for and what it was told', async () => {
    const api = stage.as()
    const rules = {
      trading_day: { reset_time: '17:00', reset_tz: 'America/New_York' },
      max_drawdown: { mode: 'STATIC', pct: '10' },
      exposure: {
        ...{ max_symbol_notional: 1_000_000, max_total_notional: 1_000_000, max_leverage: 20 },
        ...{ max_open_orders: 50, max_positions: 10 },
      },
    }
    const run = await start(api, {
      ...{ plan_id: undefined, risk_config: rules, start: { balance: '50000' }, pace: 2_000, seed: 3 },
      ...{ tape: { id: 'flash-crash' }, from: '2026-03-04T00:30:00Z', to: '2026-03-04T01:10:00Z', name: 'own rules' },
      news: [{ id: 'n', title: 'N', at: '2026-03-04T00:45:00Z', impact: 'LOW', currencies: ['USD'] }],
    })
    expect(run).toMatchObject({ starts_at: '2026-03-04T00:30:00.000Z', plan_id: 'own-rules', pace: 2_000 })
    const path = `/v1/lab/runs/${run.run_id}`
    for (let round = 0; ; round += 1) {
      const side = round % 2 === 0 ? 'BUY' : 'SELL'
      const fields = { symbol: 'ETH-USD', kind: 'MARKET', tif: 'IOC', price: undefined, quantity: 1 }
      const [, { status }] = await Promise.all([
        order(run, { ...fields, side }),
        order(run, { ...fields, side: 'BUY' }),
      ])
      expect(status).toBe(200)
      if ((await api.get<Started>(path)).body.status === 'READY') break
    }
    const { body: report } = await api.get<WrittenReport>(`${path}/report?include=log`)
    expect(report.commands.length).toBeGreaterThan(1)
    expect(report.trace).toHaveLength(report.events)
    await api.delete(path)

    // What was asked for can be asked for again.
    const again = await api.post<Started>('/v1/lab/runs', { body: report.recipe?.request })
    expect(again).toMatchObject({ status: 201, body: { tape_id: report.tape_id } })
    await api.delete(`/v1/lab/runs/${again.body.run_id}`)
  })

  test('it starts from an account of its caller, and of nobody else', async () => {
    const userId = randomUUID()
    const account = await stage.openAccount(userId)
    const rules = { plan_id: undefined, start: { copy_of: account.id } }
    const body = { ...rules, tape: ticks([60_000, 61_000]) }
    expect(await stage.as().post('/v1/lab/runs', { body })).toMatchObject({ status: 404, body: { error: 'not_found' } })
    const api = stage.as(userId)
    const run = await start(api, rules)
    expect(run).toMatchObject({ account_id: account.id, plan_id: PLAN.id, challenge_id: null, status: 'READY' })
    const summary = await inside(run, 'GET', `/v1/account/${account.id}/summary`)
    expect(summary).toMatchObject({ status: 200, body: { balance: 41_234.5, trading_day: '2026-03-02' } })
    const path = `/v1/lab/runs/${run.run_id}`
    const { body: report } = await api.get<WrittenReport>(`${path}/report?include=log`)
    expect(report.recipe).toMatchObject({
      request: { start: { copy_of: account.id } },
      copied: { account: { balance: { $integer: '41234500000000000000000' } } },
    })
    await api.delete(path)
  })

  test('a challenge begins with its first phase, without anybody who would have to agree', async () => {
    const api = stage.as()
    const run = await start(api, { plan_id: undefined, program_id: 'two-step', start: { balance: 70_000 } })
    expect(run).toMatchObject({ program_id: 'two-step', program_version: 1, plan_id: PLAN.id })
    const { body } = await inside(run, 'GET', `/v1/challenges/${run.challenge_id}`)
    expect(body).toMatchObject({ status: 'IN_PROGRESS', account_id: run.account_id })
    expect((await inside(run, 'GET', `/v1/account/${run.account_id}`)).body).toMatchObject({ balance: 70_000 })
    await api.delete(`/v1/lab/runs/${run.run_id}`)
  })

  test('the tapes that can be had are listed', async () => {
    const { body } = await stage.as().get<{ name: string; id: string }[]>('/v1/lab/tapes')
    expect(body).toHaveLength(11)
    expect(body[0]).toMatchObject({ name: 'gap', about: expect.stringContaining('BTC-USD') as string })
  })

  test('of MAX pace it plays to its end by itself', async () => {
    const api = stage.as()
    const run = await start(api, { pace: 'MAX', tape: ticks(Array.from({ length: 500 }, (_, row) => 60_000 + row)) })
    for (let now = ''; now !== second(499).replace('.000Z', '.250Z');) {
      const { body } = await api.get<{ now: string }>(`/v1/lab/runs/${run.run_id}`)
      now = body.now
    }
    await api.delete(`/v1/lab/runs/${run.run_id}`)
  })

  test.each([
    ['an unknown plan', { plan_id: 'none' }, 404],
    ['a version that there is not', { plan_version: 9 }, 404],
    ['an unknown program', { plan_id: undefined, program_id: 'none' }, 404],
    ['two kinds of rules', { program_id: 'two-step' }, 400],
    ['rules without a balance', { plan_id: undefined, risk_config: {} }, 400],
    ['an unknown tape', { tape: { id: 'moon' } }, 400],
    ['a part that ends before it begins', { from: second(2), to: second(1) }, 400],
    ['a part without a price', { from: '2030-01-01', to: '2030-01-02' }, 409],
    ['a pace that is none', { pace: 'FAST' }, 400],
    ['a pace that stands still', { pace: 0 }, 400],
    ['an unknown symbol', { tape: ticks([1], 'NOPE-USD') }, 400],
    [
      'a tape that is too long',
      { tape: { model: 'SYNTHETIC', symbols: ['BTC-USD'], from: '2020-01-01', to: '2026-01-01' } },
      400,
    ],
    [
      'a tape that goes back in time',
      {
        tape: {
          model: 'TICKS',
          series: [
            {
              symbol: 'BTC-USD',
              points: [
                [second(9), 1],
                [second(1), 1],
              ],
            },
          ],
        },
      },
      409,
    ],
  ])('%s is refused', async (_what, fields, status) => {
    const api = stage.as()
    const before = stage.lab.runs.underWay().length
    const body = { plan_id: PLAN.id, tape: ticks([60_000]), ...fields }
    expect(await api.post('/v1/lab/runs', { body })).toMatchObject({ status })
    expect(stage.lab.runs.underWay().length).toBe(before)
  })

  test('what its accounts have come to is kept when it ends, met by no fault of the run', async () => {
    const api = stage.as()
    const run = await start(api, { faults: [{ do: '500', when: { chance: 1, method: 'GET' } }] })
    const path = `/v1/lab/runs/${run.run_id}`
    await order(run)
    await api.post(`${path}/advance`, { body: { until: 'FILL' } })
    const { body: under } = await api.get<Result>(`${path}/result`)
    expect(under).toMatchObject({ run_id: run.run_id, at: second(2), accounts: [{ account: { id: run.account_id } }] })
    expect(under.accounts?.[0]).toMatchObject({
      orders: [{ status: 'FILLED', symbol: 'BTC-USD' }],
      breaches: [],
      objectives: { account_id: run.account_id },
    })
    expect(under.accounts?.[0]?.equity.points.at(-1)?.floors.max_drawdown).toEqual(expect.any(Number))

    await api.post(`${path}/advance`, { body: { until: 'END' } })
    await api.delete(path)
    const { body: kept } = await api.get<Result>(`${path}/result`)
    expect(kept.at).toBe(second(3).replace('.000Z', '.250Z'))
    expect(kept.accounts?.[0]?.orders).toHaveLength(1)
    expect(await stage.as().get(`${path}/result`)).toMatchObject({ status: 404 })
  })

  test('of a run that could not begin there is nothing', async () => {
    const api = stage.as()
    const span = { from: '2030-01-01', to: '2030-01-02' }
    await api.post('/v1/lab/runs', { body: { plan_id: PLAN.id, tape: ticks([60_000]), ...span } })
    const { body: runs } = await api.get<Started[]>('/v1/lab/runs')
    const failed = runs.find(({ ended_reason }) => ended_reason === 'FAILED')
    const { status, body } = await api.get<Result>(`/v1/lab/runs/${failed?.run_id}/result`)
    expect({ status, body }).toEqual({ status: 200, body: { run_id: failed?.run_id, at: null, accounts: null } })
  })

  test('a user whom the gateway has signed has runs of their own, and a signature for the engine opens none', async () => {
    const asUser = (userId: string, method: string, path: string, body?: object, service = 'lab') => {
      const rawBody = body === undefined ? '' : JSON.stringify(body)
      const headers = signedHeaders({ service, method, path, userId, body: rawBody })
      return stage.gateway.request<Started>(method, path, { headers, ...(body && { rawBody }) })
    }
    const wanted = { plan_id: PLAN.id, tape: ticks([60_000, 60_100]) }
    const { status, body: run } = await asUser('ann', 'POST', '/v1/lab/runs', wanted)
    expect({ status, run: run.status }).toEqual({ status: 201, run: 'READY' })
    const path = `/v1/lab/runs/${run.run_id}`
    expect(await asUser('bob', 'GET', path)).toMatchObject({ status: 404 })
    expect(await asUser('ann', 'GET', path, undefined, 'trading-engine')).toMatchObject({ status: 401 })
    expect(await stage.gateway.request('GET', `/lab/${run.run_id}/v1/accounts`, {})).toMatchObject({ status: 404 })
    expect(await asUser('ann', 'POST', `${path}/advance`, { until: 'END' })).toMatchObject({ status: 200 })
    expect(await asUser('ann', 'DELETE', path)).toMatchObject({ status: 200, body: { status: 'ENDED' } })
  })

  test('one more than a user may have is refused, and there is room again once one has ended', async () => {
    const api = stage.as()
    const [first] = [await start(api), await start(api)]
    const body = { plan_id: PLAN.id, tape: ticks([60_000]) }
    expect(await api.post('/v1/lab/runs', { body })).toMatchObject({ status: 409, body: { reason: 'run_limit' } })
    await api.delete(`/v1/lab/runs/${first.run_id}`)
    await start(api)
  })
})
