/** Rules about orders in the running engine: its worker closes, its database remembers, other accounts count. */
import { pollUntil } from '../support/poll-until.js'
import { startChecker } from '../support/random-accounts/check-evidence.js'
import { accountCalls } from '../support/account-calls.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
  const rules = {
    strict: {
      stop_required: { grace_seconds: 60, max_risk_pct: '2', action: 'CLOSE' },
      flat_by: [{ time: '15:45', tz: 'America/New_York', days: ['FRI'], lead_minutes: 15, severity: 'CLOSE' }],
    },
    unhedged: { hedging: 'REFUSE_USER' },
    struck: {
      max_loss_per_idea: { pct: '1', action: 'CLOSE' },
      strikes: [{ rule: 'max_loss_per_idea', max: 2, window_days: 30, then: 'TERMINATE' }],
    },
    ended: { max_loss_per_idea: { pct: '1', action: 'TERMINATE' } },
    held: { holding_time: { min_seconds: 60, per: 'TRADE' } },
  }
  for (const [id, added] of Object.entries(rules))
    await stage.pool.query(
      `insert into plans (id, version, definition)
       select $1, 1, jsonb_set(definition, '{risk_config}', definition -> 'risk_config' || $2)
         from plans where id = 'standard-100k' and version = 1`,
      [id, JSON.stringify(added)],
    )
})
afterAll(() => stage.close())

const buy = (fields: object = {}) => ({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.5, ...fields })
const stateOf = async (actor: Actor): Promise<readonly (readonly unknown[])[]> => {
  const { rows } = await stage.pool.query<{ reason: string; uncovered: unknown; quantity: string }>(
    `select p.quantity, p.uncovered, o.reason from positions p left join orders o on o.position_id = p.id and o.reason is not null
      where p.account_id = $1`,
    [actor.accountId],
  )
  return rows.map(({ quantity, reason, uncovered }) => [Number(quantity), reason, uncovered])
}

test('a position without a stop is closed after its time, which is kept and announced', async () => {
  const actor = await stage.actor('strict')
  await actor.placed(buy())
  const risk = await actor.api.get<{ deadlines: readonly { grace_ends_at: string; flat_by_at: string }[] }>(
    `/v1/account/${actor.accountId}/risk`,
  )
  expect(risk.body.deadlines).toMatchObject([{ flat_by_at: '2026-03-06T20:45:00.000Z' }])
  expect(risk.body.deadlines[0]?.grace_ends_at).toMatch(/^2026-03-02T12:01:/)
  const [held] = await stateOf(actor)
  expect(held).toMatchObject([0.5, null, { spent: 0 }])
  await stage.step([actor], around(100_000), '2026-03-02T12:00:50Z')
  expect((await stateOf(actor))[0]).toEqual(held)
  await stage.step([actor], around(100_000), '2026-03-02T12:01:05Z')
  expect((await stateOf(actor))[0]?.slice(0, 2)).toEqual([0, 'stop_required'])
})

test('the opposite in another account of the user is refused, and in that of somebody else it is not', async () => {
  const [actor, stranger] = [await stage.actor('unhedged'), await stage.actor('unhedged')]
  const body = { plan_id: 'standard-100k', name: 'second' }
  const second = await actor.api.post<{ id: string }>('/v1/accounts', { body })
  const other = accountCalls({ ...actor, accountId: second.body.id })
  await other.placed(buy())
  const refused = await actor.place(buy({ side: 'SELL', client_id: `refused-${actor.accountId}` }))
  expect(refused.body).toMatchObject({ order: null, violations: [{ rule: 'hedging', severity: 'SOFT' }] })
  const preview = await actor.api.post<{ violations: unknown }>('/v1/order/preview', {
    body: { account_id: actor.accountId, ...buy({ side: 'SELL' }) },
  })
  expect(preview.body.violations).toMatchObject([{ rule: 'hedging' }])
  await actor.placed(buy())
  const { rows } = await stage.pool.query<{ inputs: unknown }>(
    `select inputs from commands where kind = 'place_order' and account_id = any($1) order by created_at`,
    [[actor.accountId]],
  )
  const seen = { held_elsewhere: [{ symbol: 'BTC-USD', direction: 'LONG' }] }
  expect(rows.map(({ inputs }) => inputs)).toEqual([seen, seen])
  await stranger.placed(buy({ side: 'SELL' }))
})

test('an order that waited while another account opened the other way does not fill against that', async () => {
  const actor = await stage.actor('unhedged')
  const { order: waiting } = await actor.placed(buy({ side: 'SELL', kind: 'LIMIT', price: 101_000 }))
  const body = { plan_id: 'standard-100k', name: 'second' }
  const second = await actor.api.post<{ id: string }>('/v1/accounts', { body })
  await accountCalls({ ...actor, accountId: second.body.id }).placed(buy())
  await stage.step([actor], around(101_500), '2026-03-02T12:02:00Z')
  expect(await actor.order(waiting.id)).toMatchObject({ filled_quantity: 0, status: 'REJECTED', reason: 'hedging' })
})

test('what was closed too early is told line by line, and is not in what can be paid', async () => {
  const actor = await stage.actor('held')
  await actor.placed(buy())
  await stage.step([actor], around(103_000))
  await actor.placed(buy({ side: 'SELL', quantity: 0.25 }))
  const path = `/v1/account/${actor.accountId}`
  const lines = await actor.api.get<readonly { id: string; amount: number; position_id: string }[]>(
    `${path}/profit-adjustments`,
  )
  const { rows: sold } = await stage.pool.query<{ net: string }>(
    `select realized_pnl - fee as net from fills where account_id = $1 and side = 'SELL'`,
    [actor.accountId],
  )
  const net = Number(sold[0]?.net)
  expect([sold.length, net > 0]).toEqual([1, true])
  expect(lines.body).toMatchObject([{ rule: 'holding_time', amount: net }])
  const events = await actor.api.get<readonly { type: string }[]>(`${path}/events`)
  expect(events.body.slice(-2)).toMatchObject([
    { type: 'order.fill' },
    { type: 'account.profit_adjusted', data: { profit_adjustment: { id: lines.body[0]?.id } } },
  ])
  const available = await actor.api.get<{ profit_adjustments: number }>(`${path}/payouts/available`)
  expect(available.body.profit_adjustments).toBe(net)
  const { rows } = await stage.pool.query('select id, parts from positions where account_id = $1', [actor.accountId])
  expect(rows).toMatchObject([{ id: lines.body[0]?.position_id, parts: { in_news: '0', recent: '0.25' } }])
  const risk = await actor.api.get<{ deadlines: readonly { profit_counts_from: string }[] }>(`${path}/risk`)
  expect(risk.body.deadlines.map((deadline) => deadline.profit_counts_from)).toEqual([
    expect.stringMatching(/^2026-03-02T/),
  ])
  await stage.step([actor], around(103_000), new Date(Date.parse(stage.now()) + 61_000).toISOString())
  await actor.placed(buy({ side: 'SELL', quantity: 0.25 }))
  const after = await actor.api.get<readonly unknown[]>(`${path}/profit-adjustments`)
  expect(after.body).toHaveLength(1)
})

test('strikes are kept, told with how many it takes, and end the account with evidence of each', async () => {
  const actor = await stage.actor('struck')
  const path = `/v1/account/${actor.accountId}`
  const loseAnIdea = async (): Promise<void> => {
    await stage.step([actor], around(100_000))
    await actor.placed(buy())
    stage.set(around(97_000))
    await pollUntil(
      async () => (await stage.pool.query(CLOSED, [[actor.accountId]])).rowCount,
      (open) => open === 0,
    )
  }
  await loseAnIdea()
  const risk = await actor.api.get<{ strikes: unknown }>(`${path}/risk`)
  expect(risk.body.strikes).toMatchObject([{ rule: 'max_loss_per_idea', met: true, value: 1, needed: 2 }])
  await loseAnIdea()
  const { rows } = await stage.pool.query<{ rule: string }>('select rule from strikes where account_id = $1', [
    actor.accountId,
  ])
  expect(rows).toHaveLength(2)
  const breaches = await actor.api.get<readonly unknown[]>(`${path}/breaches`)
  expect(breaches.body).toMatchObject([
    { rule: 'strikes', severity: 'HARD', action: 'TERMINATED', limit: 2, value: 2, unit: 'strikes' },
  ])
  const events = await actor.api.get<readonly { type: string }[]>(`${path}/events?limit=100`)
  expect(events.body.filter(({ type }) => type === 'account.strike')).toMatchObject([
    { data: { strike: { strikes: 1, needed: 2 } } },
    { data: { strike: { strikes: 2, needed: 2 } } },
  ])
})

test('an idea that ends the account has evidence, and so have the strikes that do', async () => {
  const checker = startChecker()
  const [idea, struck] = [await stage.actor('ended'), await stage.actor('struck')]
  for (const alive of [[idea, struck], [struck]]) {
    await stage.step(alive, around(100_000))
    for (const actor of alive) await actor.placed(buy())
    stage.set(around(97_000))
    await pollUntil(
      async () => (await stage.pool.query(CLOSED, [alive.map(({ accountId }) => accountId)])).rowCount,
      (open) => open === 0,
    )
  }
  for (const { accountId } of [idea, struck]) {
    await pollUntil(
      async () => (await stage.pool.query('select 1 from evidence where account_id = $1', [accountId])).rowCount,
      (found) => found === 1,
    )
    const { body } = await stage.engine.operator.get<{ bundle: Bundle }>(`/operator/v1/evidence/${accountId}?after=0`)
    const bundle = body.bundle
    expect(checker.check([bundle])).toEqual(['all is equal'])
    const lie = (of: (sealed: Bundle['sealed']) => object) => ({
      ...{ ...bundle, hash: null, sealed: { ...bundle.sealed, sequence: null, seals: {}, ...of(bundle.sealed) } },
    })
    expect(checker.check([lie(() => ({}))])).toEqual(['0.json, bundle null: it is not sealed', 'all is equal'])
    const rules = { max_loss_per_idea: { pct: '1.5', action: 'TERMINATE' }, strikes: bundle.sealed.plan.strikes }
    const lies = [lie(({ strikes = [] }) => ({ strikes: strikes.slice(1), plan: { ...bundle.sealed.plan, ...rules } }))]
    expect(checker.check(lies)[0]).toMatch(
      /^0.json, bundle null: breach .*(its limit is recomputed|its strikes are not)/,
    )
  }
  checker.end()
})

const CLOSED = 'select 1 from positions where account_id = any($1) and closed_at is null'

interface Bundle {
  readonly sealed: {
    readonly plan: { readonly strikes?: unknown }
    readonly strikes?: readonly unknown[]
  }
}
