import { generateCredentials, hashCredential } from '@ats/contracts'
import { startFaultProxy, type ApiResponse, type FaultProxy, type IssuedKey, type WalletFault } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { operationsOf, requestFor, RESTING_ORDER, sendTo } from '../support/engine/operations.js'
import { sendRaw, sendUnfinished } from '../support/engine/raw-http.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine
/** The same engine behind a database that can be cut off. */
let shaky: TestEngine
let proxy: FaultProxy
let trader: Trader
const keys: IssuedKey[] = []
const errors: string[] = []
let metrics: string

const newKey = (terms: Parameters<TestEngine['as']>[0] = {}): IssuedKey => {
  const { key } = engine.as(terms)
  keys.push(key)
  return key
}

/** Every kind of traffic, and every kind of failure that can be made to happen. */
beforeAll(async () => {
  engine = await startEngine({ asksOverHttp: true, REQUESTS_PER_MINUTE: 200, listening: { requestTimeoutMs: 1_000 } })
  trader = await engine.trader()
  keys.push(trader.key)
  proxy = await startFaultProxy({ targetPort: Number(new URL(engine.databaseUrl).port) })
  const throughProxy = new URL(engine.databaseUrl)
  throughProxy.port = String(proxy.port)
  // It gives up what hangs as soon as in production.
  const runtime = { timeoutFactor: 1 }
  shaky = await startEngine({
    ...{ ROLE: 'api', databaseUrl: throughProxy.href, sharedWallet: engine.wallet, asksOverHttp: true, runtime },
  })
  await proper()
  await misplaced()
  await refused()
  await walletFailures()
  await databaseFailures()
  await brokenRequests()
  metrics = await (await fetch(`${engine.baseUrl}/metrics`)).text()
})

afterAll(async () => {
  await shaky.close()
  await proxy.close()
  await engine.close()
})

const keep = (answer: ApiResponse): ApiResponse => {
  if (answer.status >= 400) errors.push(JSON.stringify(answer.headers) + answer.text)
  return answer
}

async function proper(): Promise<void> {
  const held = await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const { body } = await trader.place(RESTING_ORDER)
  const subject = {
    accountId: trader.accountId,
    orderId: body.order!.id,
    positionId: String(held.body.order!['position_id']),
  }
  for (const operation of operationsOf(engine.openapi)) {
    if (['/metrics', '/docs'].includes(operation.template)) continue
    keep(await sendTo(trader.api, requestFor(operation, subject)))
  }
}

/** Secrets where they do not belong: in paths, queries, headers and fields. */
async function misplaced(): Promise<void> {
  const { key, secret, headers } = newKey()
  const api = engine.api.with(headers)
  const { accountId } = trader
  for (const hidden of [key, secret]) {
    await Promise.all([
      api.get(`/v1/${hidden}`),
      api.get(`/v1/account/${hidden}`),
      api.get(`/v1/account/${accountId}/orders?client_id=${hidden}${hidden}`),
      api.get(`/v1/account/${accountId}/orders/${hidden}`),
      api.get(`/v1/price?symbol=${hidden}`),
      api.get(`/v1/ticker/metadata?ticker=${hidden}&type=x`),
      api.get(`/v1/trades?symbol=BTC-USD&limit=${hidden}`),
      api.get('/v1/key', {
        headers: { 'x-request-id': `${hidden}-and-more-than-fits`, authorization: `Bearer ${hidden}` },
      }),
      api.get('/v1/nothing', { headers: { 'x-request-id': hidden } }),
      api.get('/v1/key', { headers: { cookie: hidden, 'user-agent': hidden, 'x-forwarded-for': hidden } }),
      api.post('/v1/accounts', { body: { plan_id: hidden } }),
      api.post('/v1/accounts', { body: { plan_id: 'standard-100k', default_venue: hidden, [hidden]: hidden } }),
      api.post('/v1/sandbox/market', { body: { symbol: hidden, price: 1 } }),
      api.post('/v1/order', { body: { account_id: hidden, symbol: hidden, side: hidden, kind: hidden, tif: hidden } }),
      api.post('/v1/order', { rawBody: `{"account_id":"${hidden}` }),
      trader.place({ ...RESTING_ORDER, symbol: hidden }),
      trader.place({ ...RESTING_ORDER, flags: { [hidden]: true } }),
      trader.api.post(`/v1/account/${accountId}/close-position`, { body: { symbol: hidden } }),
      trader.api.post(`/v1/account/${accountId}/orders/cancel-all`, { body: { symbol: hidden } }),
    ]).then((answers) => answers.forEach((answer) => keep(answer as ApiResponse)))
  }
  keep(await engine.api.get('/v1/key', { headers: { 'x-api-key': secret, 'x-api-secret': key } }))
}

async function refused(): Promise<void> {
  const { key: unknown, secret } = generateCredentials()
  keys.push({ ...newKey(), key: unknown, secret })
  const expired = newKey({ expiresAt: '2020-01-01T00:00:00.000Z' })
  const elsewhere = newKey({ ipWhitelist: ['203.0.113.9'] })
  const reader = newKey({ permissions: ['READ_ONLY'] })
  const spent = newKey()
  const revoked = newKey()
  engine.wallet.revoke(revoked)
  const ask = () => engine.api.get('/v1/key', { headers: spent.headers })
  await pollUntil(
    () => Promise.all(Array.from({ length: 50 }, ask)),
    (answers) => answers.some(({ status }) => status === 429),
  )
  const wrongSecret = { ...reader.headers, 'x-api-secret': secret }
  const attempts = [expired, elsewhere, reader, spent, revoked].map(({ headers }) => headers)
  const statuses: number[] = []
  const basic = { authorization: `Basic ${Buffer.from(`${revoked.key}:${revoked.secret}`).toString('base64')}` }
  for (const headers of [...attempts, { 'x-api-key': unknown, 'x-api-secret': secret }, wrongSecret, basic]) {
    statuses.push(keep(await engine.api.post('/v1/order', { headers, body: {} })).status)
  }
  expect(statuses).toEqual([401, 403, 403, 429, 401, 401, 401, 401])
}

async function walletFailures(): Promise<void> {
  const echo = newKey()
  const faults: readonly WalletFault[] = [
    (response) => response.writeHead(500).end(JSON.stringify(echo)),
    (response) => response.writeHead(200).end(JSON.stringify({ ...echo, token: engine.wallet.serviceToken })),
    (response) => response.writeHead(302, { location: `http://${echo.key}:${echo.secret}@127.0.0.1:1/` }).end(),
    (response) => void response.socket!.resetAndDestroy(),
    (response) => void response.socket!.end(`HTTP/1.1 200 ${echo.secret} ${engine.wallet.serviceToken}\r\n\r\n{`),
  ]
  for (const fault of faults) {
    engine.wallet.fail(fault)
    expect(keep(await engine.api.get('/v1/key', { headers: echo.headers })).status).toBe(500)
  }
  engine.wallet.fail(() => undefined)
  expect(keep(await shaky.api.get('/v1/key', { headers: echo.headers })).status).toBe(500)
  engine.wallet.fail(null)
}

async function databaseFailures(): Promise<void> {
  const api = shaky.api.with(newKey({ userId: trader.userId }).headers)
  const send = () =>
    Promise.all([
      api.get('/v1/accounts'),
      api.post('/v1/order', { body: { account_id: trader.accountId, ...RESTING_ORDER, client_id: 'lost' } }),
      api.post('/v1/accounts', { body: { plan_id: 'instant-25k', client_id: 'lost-too' } }),
    ])
  for (const mode of ['refuse', 'reset', 'hang'] as const) {
    await proxy.mode(mode)
    for (const answer of await send()) expect(keep(answer).status).toBe(500)
    await proxy.mode('forward')
  }
  await engine.pool.query('alter table fills rename to hidden')
  const fill = { account_id: trader.accountId, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 }
  expect(keep(await trader.api.post('/v1/order', { body: fill })).status).toBe(500)
  await engine.pool.query('alter table hidden rename to fills')
}

async function brokenRequests(): Promise<void> {
  const { key, secret, headers } = newKey()
  const credentials = `x-api-key: ${key}\r\nx-api-secret: ${secret}\r\n`
  const answers = [
    await sendRaw(engine.baseUrl, `GET /v1/key HTTP/1.1\r\n${credentials}x-bad header\r\n\r\n`),
    await sendRaw(engine.baseUrl, `GET /v1/key HTTP/1.1\r\n${credentials}x-much: ${'x'.repeat(20_000)}\r\n\r\n`),
    await sendRaw(engine.baseUrl, `${secret} /v1/key HTTP/1.1\r\n${credentials}\r\n`),
    await sendRaw(engine.baseUrl, `GET /v1/${secret}/%zz HTTP/1.1\r\nhost: localhost\r\n${credentials}\r\n`),
    await sendUnfinished(engine.baseUrl, 'POST', '/v1/order', headers),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 431, 400, 404, 408])
  for (const { text } of answers) errors.push(text)
}

const hashesOf = (text: string) => {
  const digest = hashCredential(text)
  return [digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')]
}

/** Everything that must appear nowhere: all issued secrets, in every form in which they could leak. */
const hidden = () => {
  const whole = [...keys.flatMap(({ key, secret }) => [key, secret]), engine.wallet.serviceToken]
  const parts = keys.flatMap(({ key, secret }) => [key.slice('svc_ak_'.length), secret.slice('svc_sk_'.length)])
  return [...whole, ...parts, ...whole.flatMap(hashesOf), new URL(engine.databaseUrl).href]
}
const found = (text: string) => hidden().filter((each) => text.toLowerCase().includes(each.toLowerCase()))

test('there was something to look through', () => {
  const levels = engine.logs.entries().map(({ level }) => level)
  expect(levels.filter((level) => level === 20).length).toBeGreaterThan(200)
  expect(levels.filter((level) => level === 50).length).toBeGreaterThan(5)
  expect(shaky.logs.entries().filter(({ level }) => level === 50).length).toBeGreaterThan(5)
  expect(errors.length).toBeGreaterThan(40)
  expect(hidden().length).toBeGreaterThan(60)
  expect(metrics).toContain('http_request_duration_seconds_count')
})

test('no line of the logs holds a key, a secret, a token or a digest of one', () => {
  expect(found(engine.logs.text())).toEqual([])
  expect(found(shaky.logs.text())).toEqual([])
})

test('nor do the figures', () => {
  expect(found(metrics)).toEqual([])
  expect(metrics).not.toContain(trader.accountId)
  expect(metrics).not.toContain(trader.userId)
})

test('nor does an error, its headers or its body, even where the caller put it into the request', () => {
  for (const body of errors) expect([body, found(body)]).toEqual([body, []])
})

test('no error tells what it is made of: no stack, no path, no statement, no address of another service', () => {
  for (const body of errors) {
    expect(body).not.toMatch(
      /\bat [\w.<>]+ \(|node_modules|\.[jt]s:\d|select |insert |relation "|ECONN|axios|postgres/i,
    )
    expect(body).not.toContain(new URL(engine.wallet.url).host)
  }
})

test('each line of the logs is one JSON object, whatever was sent', async () => {
  const nasty = ['\u2028', '\u001b[31m', '"}', '\\n', '%0d%0a', '日本']
  for (const each of nasty) {
    await engine.api.get(`/v1/price?symbol=${encodeURIComponent(each)}`)
    await engine.api.post(`/v1/${encodeURIComponent(each)}`, { body: { [each]: each } })
  }
  const lines = engine.logs
    .text()
    .split('\n')
    .filter((line) => line !== '')
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ service: 'trading-engine', time: expect.any(String) as string })
  expect(lines.length).toBe(engine.logs.entries().length)
})

test('the database holds none of them either', async () => {
  const { rows: tables } = await engine.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  let count = 0
  for (const { name } of tables) {
    const { rows } = await engine.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    count += rows.length
    expect([name, found(rows.map(({ row }) => row).join('\n'))]).toEqual([name, []])
  }
  expect(count).toBeGreaterThan(10)
})
