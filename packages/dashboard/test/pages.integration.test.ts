import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDashboardConfig } from '../src/config.js'
import { SESSION_SECRET, startGateway, type Gateway } from './support/gateway.js'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_ORIGIN: 'https://trade.example' })
})
afterAll(() => gateway.close())

const HOST = { host: 'trade.example' }
const read = (path: string, headers = {}) => gateway.send('GET', path, { ...HOST, ...headers })

test.each(['/', '/accounts/a-1/breaches/2', '/market/GMX/BTC-USD', '/firm/audit?x=1', '/no/such.page'])(
  '%s is the page of the app, with a nonce of its own',
  async (path) => {
    const [first, second] = [await read(path), await read(path)]
    expect(first.status).toBe(200)
    expect(first.headers).toMatchObject({
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-frame-options': 'DENY' },
      ...{ 'cross-origin-opener-policy': 'same-origin', 'referrer-policy': 'no-referrer' },
      ...{ 'x-content-type-options': 'nosniff', 'strict-transport-security': 'max-age=31536000' },
    })
    const [, nonce = ''] = /style-src 'self' 'nonce-([\w+/=]{24})'/.exec(policyOf(first)) ?? []
    expect(first.text).toBe(`<html><meta nonce="${nonce}"><style nonce="${nonce}"></style>`)
    expect(policyOf(second)).not.toBe(policyOf(first))
  },
)

const policyOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['content-security-policy'])

test('the policy lets scripts come from here alone', async () => {
  expect(policyOf(await read('/')).replace(/'nonce-[^']+'/, 'NONCE')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' NONCE; connect-src 'self'; img-src 'self' data:; " +
      "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
})

test('files may be kept for ever, and come compressed where that is accepted', async () => {
  const plain = await read('/assets/app-1.js')
  expect(plain).toMatchObject({ status: 200, text: 'script()' })
  expect(plain.headers).toMatchObject({
    ...{ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' },
    ...{ 'content-type': 'text/javascript', 'x-content-type-options': 'nosniff' },
  })
  const compressed = await read('/assets/app-1.js', { 'accept-encoding': 'gzip, br' })
  expect(compressed).toMatchObject({ status: 200, text: 'compressed', headers: { 'content-encoding': 'br' } })
  expect(await read('/assets/app-1.js', { range: 'bytes=0-2' })).toMatchObject({ status: 200, text: 'script()' })
})

test.each([
  '/assets/../index.html',
  '/assets/../../../../etc/passwd',
  '/assets/%2e%2e/index.html',
  '/assets/..%2findex.html',
  '/assets/%2e%2e%2f.vite%2fmanifest.json',
  '/assets/',
  '/assets/missing.js',
  '/assets/%ff',
])('%s is no file', async (path) => {
  const { status, text } = await read(path)
  expect(status).toBe(404)
  expect(text).not.toMatch(/root:|nonce|manifest/)
})

test.each(['/.vite/manifest.json', '/index.html', '/package.json'])('%s is the page of the app, too', async (path) => {
  expect((await read(path)).text).toMatch(/^<html><meta nonce/)
})

test('while the pages are not built, each says what to run', async () => {
  const bare = await startGateway({ WEB_ROOT: '/nonexistent' })
  try {
    const { status, text } = await bare.send('GET', '/')
    expect(status).toBe(503)
    expect(text).toContain('npm run build')
    expect(await bare.send('GET', '/assets/app-1.js')).toMatchObject({ status: 404 })
  } finally {
    await bare.close()
  }
})

test('pages are limited by address', async () => {
  const limited = await startGateway({ PUBLIC_REQUESTS_PER_MINUTE: '2' })
  try {
    const statuses = []
    for (const path of ['/', '/assets/app-1.js', '/']) statuses.push((await limited.send('GET', path)).status)
    expect(statuses).toEqual([200, 200, 429])
  } finally {
    await limited.close()
  }
})

test('on https the cookie is bound to this host', async () => {
  const cookie = await gateway.cookieFor({})
  expect(cookie).toMatch(/^__Host-session=/)
  expect(await read('/session', { cookie })).toMatchObject({ status: 200 })
  expect(await read('/session', { cookie: cookie.replace('__Host-', '') })).toMatchObject({ status: 401 })
  const { headers } = await gateway.send('POST', '/logout', {
    ...HOST,
    ...{ cookie, 'sec-fetch-site': 'same-origin', 'x-dashboard': '1' },
  })
  expect(headers['set-cookie']).toEqual(['__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure'])
})

test('no other name is its host, not even that of this machine', async () => {
  for (const host of ['evil.example', `127.0.0.1:${gateway.port}`, 'trade.example:8443', 'trade.example.evil.example'])
    for (const path of ['/', '/session', '/assets/app-1.js'])
      expect(await gateway.send('GET', path, { host })).toMatchObject({ status: 421 })
  expect(await gateway.send('GET', '/', { host: 'TRADE.example' })).toMatchObject({ status: 200 })
})

test('with the provider of the example, a login is a page that says what to set', async () => {
  const oidc = { LOGIN: 'oidc', OIDC_CLIENT_ID: 'dashboard', OIDC_CLIENT_SECRET: 'secret' }
  const fresh = await startGateway({
    ...oidc,
    PUBLIC_ORIGIN: 'https://trade.example',
    OIDC_ISSUER: 'http://login.example',
  })
  try {
    const { status, text, headers } = await fresh.send('GET', '/login', HOST)
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '5', 'text/html; charset=utf-8'])
    expect(text).toContain('Nobody can log in yet: OIDC_ISSUER')
    const failures = fresh.logs.entries().filter(({ dependency }) => dependency === 'oidc')
    expect(failures.map(({ msg, route }) => [msg, route])).toEqual([['a dependency failed', '/login']])
  } finally {
    await fresh.close()
  }
})

test('health and metrics are for the internal network', async () => {
  const { hostname, port } = new URL(gateway.internalUrl)
  const metrics = await (await fetch(`http://${hostname}:${port}/metrics`)).text()
  expect(metrics).toContain('dashboard_streams_open')
  expect(metrics).not.toContain(SESSION_SECRET)
  expect((await fetch(`http://${hostname}:${port}/readyz`)).status).toBe(200)
  expect((await read('/metrics')).text).toMatch(/^<html>/)
})

test('docs/OBSERVABILITY.md names every metric of its own', async () => {
  const page = readFileSync(join(__dirname, '../../../docs/OBSERVABILITY.md'), 'utf8')
  const metrics = await (await fetch(`${gateway.internalUrl}/metrics`)).text()
  const names = [...metrics.matchAll(/^# HELP (\w+) /gm)].map(([, name]) => name)
  expect(names).toEqual(expect.arrayContaining(['http_request_duration_seconds', 'dashboard_streams_open']))
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('docs/RUNNING.md names every setting', () => {
  const page = readFileSync(join(__dirname, '../../../docs/RUNNING.md'), 'utf8')
  const [, section = ''] = /## The dashboard by itself\n([^]*?)\n## /.exec(page) ?? []
  const settings = Object.keys(
    loadDashboardConfig({ LOGIN: 'demo', GATEWAY_HMAC_SECRET: SESSION_SECRET, SESSION_SECRETS: SESSION_SECRET }),
  )
  const known = [...settings].filter((name) => !['NODE_ENV', 'WEB_ROOT'].includes(name))
  expect(known.length).toBeGreaterThan(30)
  expect(known.filter((name) => !section.includes(`\`${name}\``))).toEqual([])
})
