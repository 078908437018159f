/** Journeys of a trader, against the stack of npm start. */
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@ats/local-stack'
import { ATS, startStack, watchProcess, type Stack } from './support/stack.js'

let stack: Stack
let profiles: string

beforeAll(async () => {
  stack = await startStack()
  profiles = join(stack.environment['XDG_CONFIG_HOME'] ?? '', 'ats', 'profiles.json')
  expect((await stack.ats(['login', '--demo'])).code).toBe(0)
})
afterAll(() => stack.close())

interface Demo {
  readonly key: string
  readonly secret: string
  readonly accountId: string
}
interface OrderRow {
  readonly id: string
  readonly symbol: string
  readonly status: string
  readonly quantity: string
}
interface Placed {
  readonly order: OrderRow | null
  readonly violations: readonly { readonly rule: string }[]
  readonly client_id: string
}

test('a profile is readable by its owner alone, and a wider one is named', async () => {
  expect(statSync(profiles).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(profiles, 'utf8'))).toMatchObject({
    current: 'default',
    profiles: { default: { url: stack.engineUrl, walletUrl: stack.walletUrl, user: 'demo' } },
  })
  chmodSync(profiles, 0o644)
  const exposed = await stack.ats(['doctor', '--json'])
  chmodSync(profiles, 0o600)
  expect(exposed.code).toBe(1)
  expect(exposed.error).toContain('chmod 600')
  expect(JSON.parse(exposed.out)).toContainEqual(expect.objectContaining({ check: 'profile', verdict: 'FIX' }))
})

test('an order is placed, listed, shown by the end of its id, changed and cancelled', async () => {
  const placed = await stack.json<Placed>(['order', 'place', 'buy', '0.1', 'ETH-USD', '--limit', '1000', '--yes'])
  const id = placed.order?.id ?? ''
  expect(placed).toMatchObject({ order: { status: 'OPEN', symbol: 'ETH-USD', price: '1000' }, violations: [] })
  expect(await stack.json(['order', 'list', '--symbol', 'eth/usd'])).toMatchObject([{ id }])
  const end = id.slice(-8)
  expect(await stack.json(['order', 'show', end])).toMatchObject({ id, client_id: placed.client_id })
  expect(await stack.json(['order', 'modify', end, '--limit', '1,001.5'])).toMatchObject({
    id,
    price: '1001.5',
    version: 2,
  })
  expect(await stack.json(['order', 'cancel', end])).toMatchObject([{ id, status: 'CANCELLED' }])
  expect(await stack.json(['order', 'list'])).toEqual([])
  expect(await stack.json(['order', 'list', '--client-id', placed.client_id])).toMatchObject([{ id }])
})

test('an entry brings its stop and its target, and the position is protected, closed and remembered', async () => {
  const bracket = ['order', 'place', 'buy', '0.5', 'SOL-USD', '--stop-loss', '1', '--target', '100000', '--yes']
  const placed = await stack.json<Placed & { children: readonly { status: string }[] }>(bracket)
  expect(placed.children.map(({ status }) => status)).toEqual(['OPEN', 'OPEN'])
  const held = await stack.json(['positions', 'list'])
  expect(held).toMatchObject([
    { symbol: 'SOL-USD', stop_loss: { trigger_price: '1' }, take_profit: { trigger_price: '100000' } },
  ])
  const changed = await stack.json(['positions', 'protect', 'sol-usd', '--remove-target', '--stop-loss', '2'])
  expect(changed).toMatchObject({ stop_loss: { trigger_price: '2' }, take_profit: null })
  expect(await stack.json(['positions', 'close', 'SOL-USD', '--yes'])).toMatchObject({ placed: true, position: null })
  expect(await stack.json(['positions', 'list'])).toEqual([])
  expect(await stack.json(['positions', 'history', '--limit', '1'])).toMatchObject([
    { symbol: 'SOL-USD', close_reason: 'USER' },
  ])
})

test('a closed position gets a note, is found by its tag, and is in the file, the groups and the year', async () => {
  await stack.json(['order', 'place', 'buy', '0.2', 'SOL-USD', '--yes'])
  await stack.json(['positions', 'close', 'SOL-USD', '--yes'])
  const [{ id }] = await stack.json<[{ id: string }]>(['positions', 'history', '--limit', '1'])
  const words = ['--tags', 'breakout, late', '--note', 'after the news']
  expect(await stack.json(['journal', 'note', id.slice(-8), ...words])).toMatchObject({
    ...{ position_id: id, tags: ['breakout', 'late'], note: 'after the news' },
  })
  expect(await stack.json(['journal', 'list', '--tag', 'late'])).toMatchObject([{ position: { id } }])
  expect((await stack.ats(['journal', 'list'])).out).toContain('after the news')
  expect((await stack.ats(['journal', 'results', '--by', 'tag'])).out).toMatch(/^breakout +1 /mu)
  const out = join(stack.environment['XDG_CONFIG_HOME'] ?? '', 'journal.csv')
  const { bytes } = await stack.json<{ bytes: number }>(['journal', 'file', 'journal', '--out', out])
  const text = readFileSync(out, 'utf8')
  expect(bytes).toBe(Buffer.byteLength(text))
  expect(text.split('\n').find((line) => line.includes(id))).toContain('after the news')
  const year = new Date().getUTCFullYear()
  const summary = await stack.json<{ symbols: readonly { symbol: string }[] }>(['journal', 'year', String(year)])
  expect(summary).toMatchObject({ year })
  expect(summary.symbols.map(({ symbol }) => symbol)).toContain('SOL-USD')
  expect(await stack.json(['journal', 'note', id, '--remove'])).toMatchObject({ tags: [], note: null })
  expect((await stack.ats(['journal', 'year', '26'])).code).toBe(2)
  expect((await stack.ats(['journal', 'note', id])).code).toBe(2)
})

test('a refusal by a rule is told in words, as JSON, and by exit code 1', async () => {
  const words = ['order', 'place', 'buy', '100', 'BTC-USD', '--yes']
  const [said, json, preview] = await Promise.all([
    stack.ats(words),
    stack.ats([...words, '--json']),
    stack.ats(['order', 'preview', ...words.slice(2, 5), '--json']),
  ])
  for (const { code } of [said, json, preview]) expect(code).toBe(1)
  expect(said.error).toMatch(/symbol_exposure_cap: BTC-USD exposure would reach/)
  expect(said.out).toBe('')
  const { order, violations } = JSON.parse(json.out) as Placed
  expect(order).toBeNull()
  expect(violations.map(({ rule }) => rule)).toContain('symbol_exposure_cap')
  expect(JSON.parse(preview.out)).toMatchObject({ order: null })
})

test('a batch from standard input tells each order apart; without --yes nothing is placed', async () => {
  const orders = [
    { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: '0.01', price: '1000', client_id: 'batch-1' },
    { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '100', client_id: 'batch-2' },
    { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: '0.01', client_id: 'batch-3' },
  ]
  const input = orders.map((order) => JSON.stringify(order)).join('\n')
  const unsure = await stack.ats(['order', 'place', '-'], { input })
  expect(unsure).toMatchObject({ code: 2, out: '' })
  expect(unsure.error).toContain('--yes')
  const { code, out, error } = await stack.ats(['order', 'place', '-', '--yes', '--json'], { input })
  expect(code).toBe(1)
  expect(error).toContain('2 of 3 orders were not placed')
  const results = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: number; body: Placed })
  expect(results).toMatchObject([
    { client_id: 'batch-1', status: 200, body: { order: { status: 'OPEN' } } },
    { client_id: 'batch-2', status: 200, body: { order: null } },
    { client_id: 'batch-3', status: 400, body: { error: 'invalid_payload' } },
  ])
  const again = await stack.ats(['order', 'place', '-', '--yes'], { input })
  expect(again.out).toMatch(/OPEN +BUY 0\.01 BTC-USD limit 1,000/)
  expect(await stack.json(['order', 'cancel-all', '--yes'])).toMatchObject({ cancelled: [{ client_id: 'batch-1' }] })
})

test('what is wrong is said with what would be right, and told apart by the exit code', async () => {
  const cases: readonly (readonly [readonly string[], number, RegExp, Record<string, string>?])[] = [
    [['order', 'place', 'hold', '1', 'BTC-USD', '--yes'], 2, /the side must be buy or sell, not hold/],
    [['order', 'place', 'buy', 'many', 'BTC-USD', '--yes'], 2, /the quantity must be a number above 0, not many/],
    [['order', 'place', 'buy', '0.0000001', 'BTC-USD', '--yes'], 2, /quantity: .*0\.00001/],
    [['order', 'place', 'buy', '1', 'BTCC-USD', '--yes'], 2, /GET \/v1\/tickers/],
    [['prices', 'btc'], 2, /did you mean BTC-USD/],
    [['order', 'place', 'buy', '1', 'BTC-USD'], 2, /add --yes/],
    [['order', 'place', 'buy', '1', 'BTC-USD', '--limit', '0'], 2, /a number above 0/],
    [['order', 'place', 'nowhere.json', '--yes'], 2, /nowhere\.json cannot be read/],
    [['order', 'cancel', 'abcdef12'], 2, /no order found that ends with abcdef12/],
    [['order', 'plcae'], 2, /Did you mean place/],
    [['positions', 'close', 'EUR-USD', '--yes'], 1, /no open position is EUR-USD/],
    [['accounts', 'list'], 3, /ats login/, { ATS_API_KEY: 'svc_ak_wrong', ATS_API_SECRET: 'svc_sk_wrong' }],
    [['accounts', 'list'], 3, /ats login keeps a key/, { XDG_CONFIG_HOME: '/nowhere', ATS_URL: stack.engineUrl }],
    [['accounts', 'list'], 2, /set both/, { ATS_API_KEY: 'svc_ak_half' }],
    [['accounts', 'list'], 2, /ATS_URL must be/, { ATS_URL: 'engine' }],
    [['accounts', 'list', '--profile', 'other'], 2, /there is no profile other/],
  ]
  await Promise.all(
    cases.map(async ([words, code, message, environment]) => {
      const ended = await stack.ats(words, environment === undefined ? {} : { environment })
      expect({ words, code: ended.code, error: ended.error }).toEqual({
        words,
        code,
        error: expect.stringMatching(message) as string,
      })
      expect(ended.out).toBe('')
    }),
  )
  expect(await stack.json(['order', 'list'])).toEqual([])
})

test('a key is created, listed, rotated in the profile, and revoked', async () => {
  const created = await stack.json<{ apiKey: { id: string }; key: string; secret: string }>([
    'keys',
    'create',
    'bot',
    '--scopes',
    'trade,manage-orders',
    '--ip',
    '127.0.0.1',
  ])
  const { id } = created.apiKey
  const credentials = { ATS_API_KEY: created.key, ATS_API_SECRET: created.secret }
  const { engineUrl, walletUrl } = stack
  const login = ['login', '--profile', 'bot', '--url', engineUrl, '--wallet-url', walletUrl]
  expect((await stack.ats(login, { environment: credentials })).code).toBe(0)
  expect(await stack.json(['profile', 'list'])).toMatchObject([
    { name: 'default', current: false },
    { name: 'bot', current: true },
  ])
  const rotated = await stack.ats(['keys', 'rotate', 'bot', '--overlap', '0h', '--yes'])
  expect(rotated).toMatchObject({ code: 0, error: expect.stringContaining('profile bot uses the new key') as string })
  expect((await stack.ats(['accounts', 'list'], { environment: credentials })).code).toBe(3)
  expect((await stack.ats(['accounts', 'list'])).code).toBe(0)
  const keys = await stack.json<{ id: string; label: string }[]>(['keys', 'list'])
  const bot = keys.find(({ label }) => label === 'bot')
  expect(bot).toMatchObject({ id, permissions: ['TRADE', 'MANAGE_ORDERS'], ipWhitelist: ['127.0.0.1'] })
  expect(await stack.json(['keys', 'revoke', id.slice(-8), '--yes'])).toMatchObject({ id, revoked: true })
  expect((await stack.ats(['accounts', 'list'])).code).toBe(3)
  expect((await stack.ats(['logout'])).code).toBe(0)
  expect(await stack.json(['profile', 'list'])).toMatchObject([{ name: 'default', current: true }])
})

test('a triggered event is the real one of a real order, undone afterwards', async () => {
  expect(await stack.json(['trigger', 'order.fill', '--symbol', 'LINK-USD'])).toMatchObject({ triggered: 'order.fill' })
  expect(await stack.json(['trigger', 'order.cancel', '--symbol', 'LINK-USD'])).toMatchObject({
    order: { status: 'CANCELLED' },
  })
  const { out } = await stack.ats(['events', 'list', '--limit', '7', '--json'])
  const events = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; sequence: number })
  expect(events.map(({ type }) => type)).toEqual([
    'order.ack',
    'order.fill',
    'order.ack',
    'order.fill',
    'position.close',
    'order.ack',
    'order.cancel',
  ])
  const fills = await stack.ats([
    'events',
    'list',
    '--after',
    String((events[0]?.sequence ?? 0) - 1),
    '--type',
    'order.fill',
  ])
  expect(fills.out.trim().split('\n')).toHaveLength(2)
  expect(await stack.json(['positions', 'list'])).toEqual([])
  const refused = await stack.ats(['trigger', 'webhook.test'])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.error).toContain('no_webhook')
})

test('a recording moves the market, which then returns to its feed', async () => {
  const file = join(stack.environment['HOME'] ?? '', 'recording.csv')
  writeFileSync(file, 'time,price\n2026-01-02T00:00:00Z,41.5\n2026-01-02T00:00:10Z,43\n2026-01-02T00:00:20Z,42\n')
  const { code, out, error } = await stack.ats(['replay', file, '--symbol', 'AVAX-USD', '--speed', '20', '--json'])
  expect({ code, error }).toMatchObject({ code: 0 })
  expect(error).toContain('back to the feed: AVAX-USD')
  const moves = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { price: string; over_ms: number })
  expect(moves).toMatchObject([
    { price: '41.5', over_ms: 0 },
    { price: '43', over_ms: 500 },
    { price: '42', over_ms: 500 },
  ])
  writeFileSync(file, 'time,price\n2026-01-02,x\n')
  const wrong = await stack.ats(['replay', file, '--symbol', 'AVAX-USD'])
  expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining('line 2') as string })
})

test('the kill switch halts the account until it is lifted, and says who holds it', async () => {
  expect((await stack.ats(['kill-switch', 'on'])).code).toBe(2)
  expect(await stack.json(['kill-switch', 'on', '--yes'])).toMatchObject({ account: { state: 'HALTED' } })
  expect(await stack.json(['kill-switch', 'status'])).toMatchObject({ holds: [{ kind: 'user_kill_switch' }] })
  const refused = await stack.ats(['order', 'place', 'buy', '0.01', 'BTC-USD', '--yes'])
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('account_state') as string })
  expect((await stack.ats(['doctor'])).out).toMatch(/NOTE +account .*HALTED[^]*ats kill-switch off/)
  expect(await stack.json(['kill-switch', 'off', '--yes'])).toMatchObject({ state: 'ACTIVE', holds: [] })
})

test('what is piped has no colours unless they are forced, and --json nothing but JSON', async () => {
  const [piped, forced, json, help] = await Promise.all([
    stack.ats(['risk']),
    stack.ats(['risk'], { environment: { FORCE_COLOR: '1' } }),
    stack.json<{ rules: readonly { rule: string }[] }>(['risk']),
    stack.ats(['--help']),
  ])
  expect(piped.out).not.toContain('\u001B')
  expect(piped.out).toContain('max_drawdown')
  expect(forced.out).toContain('\u001B[')
  expect(json.rules.map(({ rule }) => rule)).toContain('daily_loss_limit')
  expect(help).toMatchObject({ code: 0, error: '' })
})

test('bench measures every kind of request, and leaves no order', async () => {
  const rows = await stack.json<{ request: string; count: number; p99: number }[]>([
    'bench',
    '--count',
    '2',
    '--orders',
  ])
  expect(rows.map(({ request, count }) => [request, count])).toEqual(
    ['price', 'account', 'preview', 'order', 'cancel'].map((request) => [request, 2]),
  )
  expect(rows.every(({ p99 }) => p99 > 0)).toBe(true)
  expect(await stack.json(['order', 'list'])).toEqual([])
})

test('the doctor finds nothing to put right, and says what is where something is', async () => {
  const [well, wrong, away] = await Promise.all([
    stack.ats(['doctor']),
    stack.ats(['doctor'], { environment: { ATS_API_KEY: 'svc_ak_wrong', ATS_API_SECRET: 'svc_sk_wrong' } }),
    stack.ats(['doctor', '--json'], { environment: { ATS_URL: `http://127.0.0.1:${await findFreePort()}` } }),
  ])
  expect(well).toMatchObject({ code: 0, out: expect.stringMatching(/OK +account +.*ACTIVE/) as string })
  expect(well.out).not.toContain('FIX')
  expect(wrong.code).toBe(1)
  expect(wrong.out).toMatch(/FIX +key .*\n +→ .*ats login/)
  expect(away.error.match(/^nothing answers at http:\/\/127\.0\.0\.1:\d+: trying again$/gm)).toHaveLength(1)
  const findings = JSON.parse(away.out) as { check: string; verdict: string }[]
  expect(findings).toContainEqual(expect.objectContaining({ check: 'service', verdict: 'FIX' }))
})

const hasCurl = spawnSync('curl', ['--version']).error === undefined
const withCurl = hasCurl ? test : test.skip

withCurl('the first order of the README, by ats and by curl, as it is written', async () => {
  const readme = readFileSync(join(__dirname, '..', '..', '..', 'README.md'), 'utf8')
  const section = /\n## First order\n([^]*?)\n## /.exec(readme)?.[1] ?? ''
  const blocks = [...section.matchAll(/\n```\n([^]*?)\n```\n/g)].map(([, lines = '']) => lines)
  expect(blocks.map((lines) => lines.split(' ')[0])).toEqual(['npx', 'curl'])
  const { key, secret, accountId } = JSON.parse(readFileSync(join(stack.dataDir, 'demo.json'), 'utf8')) as Demo
  const environment = { ...stack.environment, KEY: key, SECRET: secret, ACCOUNT: accountId }
  for (const lines of blocks) {
    const script = lines
      .replaceAll('http://127.0.0.1:4000', stack.engineUrl)
      .replaceAll('npx ats', `'${process.execPath}' '${ATS}'`)
    const { code, out, error } = await watchProcess('sh', ['-ec', script], environment).ended
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(out.match(/FILLED/g)).toHaveLength(2)
    expect(out).toMatch(/LONG/)
    expect(await stack.json(['positions', 'list'])).toEqual([])
  }
})

test('faults of the key are met until they are ended', async () => {
  const file = join(stack.environment['XDG_CONFIG_HOME'] ?? '', 'faults.json')
  writeFileSync(file, JSON.stringify([{ do: 'DROP_ANSWER_AFTER_COMMIT', when: { path: '/v1/order' } }]))
  expect(await stack.json(['faults', 'on', file, '--last', '5m'])).toMatchObject({ done: [0] })
  // What was placed is found by its client_id, though nobody was told of it.
  const placed = await stack.json<Placed>(['order', 'place', 'buy', '0.1', 'ETH-USD', '--limit', '1000', '--yes'])
  expect(placed.order?.status).toBe('OPEN')
  expect(await stack.json(['faults', 'status'])).toMatchObject({ done: [1], faults_met: [{ reaction: 'REPEATED' }] })
  expect(await stack.json(['faults', 'off'])).toMatchObject({ done: [1] })
  expect((await stack.ats(['faults', 'status'])).out).toBe('no faults\n')
  await stack.json(['order', 'cancel', (placed.order?.id ?? '').slice(-8)])
})

test("the dead-man's switch is armed, renewed while it is held, and disarmed by Ctrl-C", async () => {
  expect(await stack.json(['dead-man', 'status'])).toMatchObject({ armed: false })
  const armed = await stack.json<{ expires_at: string }>([
    'dead-man',
    'on',
    '--timeout',
    '1h',
    '--action',
    'cancel-all',
  ])
  expect(armed).toMatchObject({ timeout_ms: 3_600_000, action: 'CANCEL_ALL' })
  expect(await stack.json(['dead-man', 'off'])).toMatchObject({ armed: false })
  // Renewed every ten seconds, so that it does not run out where the process comes late to it.
  const holding = stack.start(['dead-man', 'on', '--timeout', '30s', '--hold'])
  await holding.until(/Ctrl-C disarms it/, 'error')
  const first = await stack.json<{ expires_at: string }>(['dead-man', 'status'])
  let latest = first
  while (latest.expires_at === first.expires_at) {
    await sleep(250)
    latest = await stack.json(['dead-man', 'status'])
  }
  expect(latest.expires_at > first.expires_at).toBe(true)
  holding.child.kill('SIGINT')
  expect((await holding.ended).code).toBe(0)
  expect(await stack.json(['dead-man', 'status'])).toMatchObject({ armed: false })
  expect((await stack.ats(['dead-man', 'on', '--timeout', '1s'])).code).toBe(2)
})
