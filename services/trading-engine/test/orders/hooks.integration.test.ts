/**
 * Alerts by hooks over HTTP: one order for each alert, however often and wherever it comes, and nothing beyond caps.
 */
import type { HookRecord } from '@ats/contracts'
import type { ApiClient, IssuedHook } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'

interface Decided {
  readonly outcome: string
  readonly order_id: string | null
  readonly violations: readonly string[]
  readonly is_repeated: boolean
  readonly told_by: string
}
interface Delivery {
  readonly outcome: string
  readonly status: number
  readonly order_id: string | null
  readonly message: string | null
  readonly body: string
  readonly ip: string
}
interface Refused {
  readonly error: string
  readonly message: string
  readonly issues: readonly { readonly code: string }[]
}

let engine: TestEngine
let beside: TestEngine
const startBeside = () => startEngine({ ROLE: 'api', databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
beforeAll(async () => {
  engine = await startEngine({ asksOverHttp: true, TRUSTED_PROXIES: ['127.0.0.0/8', '::1/128'] })
  beside = await startBeside()
  await engine.moveMarket('BTC-USD', 100_000)
})
afterAll(async () => {
  await beside.close()
  await engine.close()
})

interface Hooked {
  readonly trader: Trader
  readonly hook: IssuedHook
  readonly send: (body: string | object, headers?: Record<string, string>, api?: ApiClient) => ReturnType<typeof sendTo>
}

async function hooked(terms: Partial<HookRecord> = {}): Promise<Hooked> {
  const trader = await engine.trader()
  const hook = engine.wallet.issueHook({ userId: trader.userId, accountId: trader.accountId, ...terms })
  return { trader, hook, send: (body, headers, api) => sendTo(hook.token, body, headers, api) }
}

const sendTo = (token: string, body: string | object, headers: Record<string, string> = {}, api = engine.api) =>
  api.post<Decided & Refused>(`/v1/hooks/${token}`, {
    rawBody: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
      ...headers,
    },
  })

const ordersOf = async ({ api, accountId }: Trader) =>
  (
    await api.get<{ id: string; origin: string; key_id: string; client_id: null; side: string; quantity: number }[]>(
      `/v1/account/${accountId}/orders?status=all`,
    )
  ).body
const deliveriesOf = async ({ api }: Trader, { record }: IssuedHook) =>
  (await api.get<Delivery[]>(`/v1/hooks/${record.hookId}/deliveries`)).body
const positionOf = async ({ api, accountId }: Trader) =>
  (await api.get<{ side: string; quantity: number }[]>(`/v1/account/${accountId}/positions`)).body.map(
    ({ side, quantity }) => `${side} ${quantity}`,
  )

const BUY = { action: 'buy', symbol: 'BTCUSD', quantity: '0.1', timenow: '2026-11-28T12:00:00Z' }

test('an alert of a strategy is an order of the hook, which its user finds in the log', async () => {
  const { trader, hook, send } = await hooked({
    template: {
      position: '{{strategy.position_size}}',
      symbol: '{{ticker}}',
      alert_id: '{{strategy.order.id}} {{timenow}}',
    },
  })
  const alert = (size: string, timenow: string) => ({
    ...{ strategy: { position_size: size, order: { id: 'Long' } }, ticker: 'BTCUSDT.P', timenow, close: '99999.5' },
  })
  const { status, body } = await send(alert('0.25', '1'))
  expect(status).toBe(200)
  expect(body).toMatchObject({ outcome: 'PLACED', is_repeated: false, told_by: 'ALERT_ID', violations: [] })
  expect(await ordersOf(trader)).toMatchObject([
    { id: body.order_id, side: 'BUY', quantity: 0.25, origin: 'HOOK', key_id: hook.record.hookId, client_id: null },
  ])
  expect((await send(alert('-0.1', '2'))).body.outcome).toBe('PLACED')
  expect(await positionOf(trader)).toEqual(['SELL 0.1'])
  expect((await send(alert('-0.1', '3'))).body).toMatchObject({ outcome: 'NOTHING_TO_DO', order_id: null })
  const log = await deliveriesOf(trader, hook)
  expect(log.map(({ outcome }) => outcome)).toEqual(['NOTHING_TO_DO', 'PLACED', 'PLACED'])
  expect(log[2]).toMatchObject({ status: 200, order_id: body.order_id, message: null, ip: '127.0.0.1' })
  expect(log[2]?.body).toContain('"position_size":"0.25"')
  expect(await deliveriesOf(await engine.trader(), hook)).toEqual([])
})

test('a dry run says what an alert would do, places nothing and uses up no id; its log says TEST', async () => {
  const { trader, hook, send } = await hooked({ maxQuantity: '1' })
  const dry = (body: object) =>
    engine.api.post<Decided & Refused>(`/v1/hooks/${hook.token}?dry_run=true`, { body: { ...body } })
  expect((await dry({ ...BUY, alert_id: 'a' })).body).toMatchObject({ outcome: 'PLACED', order_id: null })
  expect(await dry({ ...BUY, quantity: 2 })).toMatchObject({ status: 422, body: { error: 'invalid_alert' } })
  expect((await dry({ action: 'flat', symbol: 'BTCUSD' })).body).toMatchObject({ outcome: 'NOTHING_TO_DO' })
  expect(await ordersOf(trader)).toEqual([])
  expect((await send({ ...BUY, alert_id: 'a' })).body).toMatchObject({ outcome: 'PLACED', is_repeated: false })
  expect((await deliveriesOf(trader, hook)).map(({ outcome }) => outcome)).toEqual([
    ...['PLACED', 'TEST', 'INVALID', 'TEST'],
  ])
})

test('what a rule refuses is 200, and stays refused when it is repeated', async () => {
  const { send, hook, trader } = await hooked({ maxQuantity: '1000000' })
  const huge = { ...BUY, quantity: 500_000 }
  const { status, body } = await send(huge)
  expect([status, body.outcome, body.order_id]).toEqual([200, 'REFUSED', null])
  expect(body.violations.length).toBeGreaterThan(0)
  expect((await send(huge)).body).toEqual({ ...body, is_repeated: true })
  expect((await deliveriesOf(trader, hook)).map(({ outcome }) => outcome)).toEqual(['REPEATED', 'REFUSED'])
})

test('the same alert, sent to two engines concurrently and again after a restart, is one order', async () => {
  const { trader, hook, send } = await hooked()
  const forms = [
    { ...BUY, alert_id: 'a-1' },
    { ...BUY, timenow: '2026-11-28T12:00:01Z' },
    { action: 'buy', symbol: 'BTCUSD', quantity: 0.1 },
  ]
  const sendFour = () =>
    Promise.all(forms.flatMap((form) => [engine, engine, beside, beside].map(({ api }) => send(form, {}, api))))
  const first = await sendFour()
  await beside.close()
  beside = await startBeside()
  const second = await sendFour()
  for (const [place, told] of ['ALERT_ID', 'BYTES', 'BYTES_60S'].entries()) {
    const answers = [...first.slice(place * 4, place * 4 + 4), ...second.slice(place * 4, place * 4 + 4)]
    expect(answers.map(({ status, body }) => [status, body.outcome, body.told_by])).toEqual(
      answers.map(() => [200, 'PLACED', told]),
    )
    expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1)
    expect(answers.filter(({ body }) => !body.is_repeated)).toHaveLength(1)
  }
  expect(await ordersOf(trader)).toHaveLength(3)
  expect(await positionOf(trader)).toEqual(['BUY 0.3'])
  const log = await deliveriesOf(trader, hook)
  expect(log.filter(({ outcome }) => outcome === 'PLACED')).toHaveLength(3)
  expect(log.filter(({ outcome }) => outcome === 'REPEATED')).toHaveLength(21)
})

interface Exit {
  readonly kind: string
  readonly trigger_price: number
  readonly quantity: number
  readonly parent_order_id: string
}

const exitsOf = async ({ api, accountId }: Trader) =>
  (await api.get<Exit[]>(`/v1/account/${accountId}/orders`)).body.map(
    ({ kind, trigger_price: at, quantity, parent_order_id: parent }) => ({ kind, at, quantity, parent }),
  )

test('an entry brings its stop and its target once, however often and wherever it comes; an exit ends them', async () => {
  const { trader, hook, send } = await hooked({
    template: {
      ...{ position: '{{size}}', symbol: '{{ticker}}', alert_id: '{{id}}' },
      stop_loss: { trigger_price: '{{levels.stop}}' },
      take_profit: { offset_pct: '5' },
    },
  })
  const entry = { size: '0.2', ticker: 'BTCUSD', levels: { stop: 95_000 }, id: 'entry-1' }
  const answers = await Promise.all([engine, engine, beside, beside].map(({ api }) => send(entry, {}, api)))
  const { body } = answers[0]!
  expect(answers.map((answer) => [answer.status, answer.body.outcome, answer.body.order_id])).toEqual(
    answers.map(() => [200, 'PLACED', body.order_id]),
  )
  expect(answers.filter((answer) => !answer.body.is_repeated)).toHaveLength(1)
  const exits = await exitsOf(trader)
  expect(exits).toHaveLength(2)
  expect(exits).toEqual(
    expect.arrayContaining([
      { kind: 'STOP', at: 95_000, quantity: 0.2, parent: body.order_id },
      { kind: 'TAKE_PROFIT', at: expect.closeTo(105_000, -3) as number, quantity: 0.2, parent: body.order_id },
    ]),
  )
  // Another stop in the same alert is not looked at: its id says which alert it is.
  expect((await send({ ...entry, levels: { stop: 90_000 } })).body).toMatchObject({
    ...{ order_id: body.order_id, is_repeated: true },
  })
  expect(await exitsOf(trader)).toEqual(exits)
  expect(await send({ ...entry, levels: {}, id: 'entry-2', size: '0.3' })).toMatchObject({
    ...{ status: 422, body: { issues: [{ code: 'stop_loss.one' }] } },
  })
  expect((await send({ ...entry, levels: { stop: 200_000 }, id: 'entry-3', size: '0.3' })).body).toMatchObject({
    ...{ outcome: 'REFUSED', violations: ['trigger_would_fire'] },
  })
  expect(await exitsOf(trader)).toEqual(exits)
  expect((await send({ ticker: 'BTCUSD', size: '0', id: 'exit-1' })).body.outcome).toBe('PLACED')
  expect(await exitsOf(trader)).toEqual([])
  expect(await positionOf(trader)).toEqual([])
  expect((await deliveriesOf(trader, hook)).map(({ outcome }) => outcome).slice(0, 4)).toEqual([
    ...['PLACED', 'REFUSED', 'INVALID', 'REPEATED'],
  ])
})

test('without an id or a time, the same bytes are one alert for 60 s of the database, then another', async () => {
  const { trader, hook, send } = await hooked()
  const body = 'sell BTCUSD 0.1'
  const first = await send(body)
  expect(first.body).toMatchObject({ outcome: 'PLACED', told_by: 'BYTES_60S', is_repeated: false })
  expect((await send(body)).body).toEqual({ ...first.body, is_repeated: true })
  const age = (seconds: number) =>
    engine.pool.query(`update hook_alerts set first_seen_at = first_seen_at - $2 * interval '1 s' where hook_id = $1`, [
      hook.record.hookId,
      seconds,
    ])
  await age(50)
  expect((await send(body)).body.order_id).toBe(first.body.order_id)
  await age(10)
  const [one, other] = await Promise.all([send(body), send(body)])
  expect(one.body.order_id).toBe(other.body.order_id)
  expect(one.body.order_id).not.toBe(first.body.order_id)
  expect(await ordersOf(trader)).toHaveLength(2)
})

test('a window that was opened by one that was not decided is still its: the repetition places the order', async () => {
  const { trader, hook, send } = await hooked({ accountId: '01a20917-f9a1-7f37-84f0-467c471c9698' })
  const body = 'buy BTCUSD 0.1'
  expect((await send(body)).status).toBe(404)
  engine.wallet.changeHook(hook, { accountId: trader.accountId })
  expect((await send(body)).body).toMatchObject({ outcome: 'PLACED', is_repeated: false })
  expect((await deliveriesOf(trader, hook)).map(({ outcome }) => outcome)).toEqual(['PLACED', 'NOT_FOUND'])
})

test('a hook on the account of another user opens nothing', async () => {
  const owner = await engine.trader()
  const { send } = await hooked({ accountId: owner.accountId })
  expect(await send(BUY)).toMatchObject({ status: 404, body: { error: 'not_found' } })
  expect(await ordersOf(owner)).toEqual([])
})

test('an address that is not allowed is 403, a body that is none 422, and the log says why', async () => {
  const { trader, hook, send } = await hooked({
    ipWhitelist: ['52.89.214.238'],
    actions: ['flat'],
    symbols: ['ETH-USD'],
  })
  const fromThere = { 'x-forwarded-for': '52.89.214.238' }
  expect(await send(BUY)).toMatchObject({ status: 403, body: { error: 'IP not whitelisted for this API key' } })
  const capped = await send(BUY, fromThere)
  expect([capped.status, capped.body.error, capped.body.issues.map(({ code }) => code)]).toEqual([
    ...[422, 'invalid_alert'],
    ['action.cap', 'symbol.cap'],
  ])
  const wrong = await send('{"action": NaN}', fromThere)
  expect([wrong.status, wrong.body.issues.map(({ code }) => code)]).toEqual([422, ['body.json']])
  const form = await send('action=flat', { ...fromThere, 'content-type': 'application/x-www-form-urlencoded' })
  expect([form.status, form.body.issues.map(({ code }) => code)]).toEqual([422, ['body.content_type']])
  expect((await send('x'.repeat(17_000), fromThere)).status).toBe(413)
  expect((await send('', fromThere)).status).toBe(422)
  const log = await deliveriesOf(trader, hook)
  expect(log.map(({ outcome, status }) => `${outcome} ${status}`)).toEqual([
    ...['INVALID 422', 'INVALID 422', 'INVALID 422', 'INVALID 422', 'WRONG_ADDRESS 403'],
  ])
  expect(log.at(-1)?.ip).toBe('127.0.0.1')
  expect(await ordersOf(trader)).toEqual([])
})

test('orders in a minute are at most those of the hook, also when they come together; closing is never held up', async () => {
  const { trader, hook, send } = await hooked({ maxOrdersPerMinute: 3 })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => send({ ...BUY, alert_id: `n-${index}` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  const limited = answers.find(({ status }) => status === 429)
  expect(limited?.body.error).toBe('rate_limited')
  expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(0)
  expect(await positionOf(trader)).toEqual(['BUY 0.3'])
  expect((await send('flat BTCUSD')).body.outcome).toBe('PLACED')
  expect(await positionOf(trader)).toEqual([])
  const again = answers.find(({ status }) => status === 200)
  const index = answers.indexOf(again!)
  expect((await send({ ...BUY, alert_id: `n-${index}` })).body).toMatchObject({ is_repeated: true, outcome: 'PLACED' })
  await engine.pool.query(`update hook_deliveries set received_at = received_at - interval '61 s' where hook_id = $1`, [
    hook.record.hookId,
  ])
  expect((await send({ ...BUY, alert_id: 'later' })).status).toBe(200)
})

test('a wrong token is 404, asked about once, counts against its address, and is in no log', async () => {
  const { hook, send } = await hooked()
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const wrong = `svc_hk_${'0'.repeat(64)}`
  const before = engine.wallet.requested()
  for (let count = 0; count < 5; count += 1)
    expect(await sendTo(wrong, BUY, from('192.0.2.7'))).toMatchObject({ status: 404, body: { error: 'not_found' } })
  expect(engine.wallet.requested()).toBe(before + 1)
  for (const token of ['x', `${hook.token}0`, hook.token.toUpperCase(), `${hook.token}%00`, 'deliveries'])
    expect((await sendTo(token, BUY, from('192.0.2.7'))).status).toBe(404)
  expect(engine.wallet.requested()).toBe(before + 1)
  expect((await send(BUY, from('192.0.2.7'))).status).toBe(200)

  engine.wallet.fail((response) => response.destroy())
  try {
    const unknown = `svc_hk_${'1'.repeat(64)}`
    expect(await sendTo(unknown, BUY, from('192.0.2.8'))).toMatchObject({
      status: 500,
      body: { error: 'engine_error' },
    })
  } finally {
    engine.wallet.fail(null)
  }
  engine.wallet.revokeHook(hook)
  expect((await send({ ...BUY, alert_id: 'after' })).status).toBe(404)
  const logged = engine.logs.text()
  expect(logged).not.toContain(hook.token)
  expect(logged).not.toContain(hook.token.slice(15))
})

test('the log of a hook keeps its newest thousand, and the last two minutes whatever they are', async () => {
  const { hook, send } = await hooked()
  const { hookId, userId, accountId } = hook.record
  await engine.pool.query(
    `insert into hook_deliveries (id, hook_id, user_id, account_id, received_at, ip, outcome, status, body)
     select gen_random_uuid(), $1, $2, $3, clock_timestamp() - n * interval '1 s', '::1', 'REPEATED', 200, ''
       from generate_series(1, 1210) n`,
    [hookId, userId, accountId],
  )
  for (let count = 0; count < 3; count += 1) await send('?')
  const { rows } = await engine.pool.query<{ count: number; newest: number }>(
    `select count(*)::int, count(*) filter (where received_at > clock_timestamp() - interval '100 s')::int as newest
       from hook_deliveries where hook_id = $1`,
    [hookId],
  )
  expect(rows[0]?.count).toBeLessThan(1_200)
  expect(rows[0]?.count).toBeGreaterThan(1_000)
  expect(rows[0]?.newest).toBeGreaterThan(90)
})
