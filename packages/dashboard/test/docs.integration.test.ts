/** The documentation below /docs: pages by their names, with the headers of pages, and no other files. */
import { startGateway, type Gateway } from './support/gateway.js'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.close())

const read = (path: string, headers = {}) => gateway.send('GET', path, headers)

test.each([
  ['/docs/', 'Documentation'],
  ['/docs/running', 'Running it'],
  ['/docs/running?from=search', 'Running it'],
])('%s is a page', async (path, title) => {
  const { status, text, headers } = await read(path)
  expect({ status, text }).toEqual({ status: 200, text: `<title>${title}</title>` })
  expect(headers).toMatchObject({
    ...{ 'content-type': 'text/html;charset=utf-8', 'cache-control': 'public, no-cache' },
    ...{ 'cross-origin-opener-policy': 'same-origin', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' },
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
      "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  })
})

test('a page comes compressed where that is accepted, and not again while it is the same', async () => {
  const compressed = await read('/docs/running', { 'accept-encoding': 'br' })
  expect(compressed).toMatchObject({ status: 200, text: 'compressed page', headers: { 'content-encoding': 'br' } })
  const { headers } = await read('/docs/running')
  expect(await read('/docs/running', { 'if-none-match': headers.etag })).toMatchObject({ status: 304, text: '' })
})

test('files that are named after their content may be kept for ever', async () => {
  const { status, headers } = await read('/docs/assets/app.1a2b.js')
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each(['/docs', '/docs?x=1'])('%s leads to the first page', async (path) => {
  expect(await read(path)).toMatchObject({ status: 308, text: '', headers: { location: '/docs/' } })
})

test.each([
  '/docs/no-such-page',
  '/docs/assets/',
  '/docs/../index.html',
  '/docs/%2e%2e/index.html',
  '/docs/..%2findex.html',
  '/docs/%2e%2e%2f.vite%2fmanifest.json',
  '/docs/../../../../etc/passwd',
  '/docs/%ff',
])('%s is no page', async (path) => {
  const { status, text, headers } = await read(path)
  expect(status).toBe(404)
  expect(text).not.toMatch(/root:|nonce|manifest/)
  expect(headers['cache-control']).toBe('no-store')
})

test('an address that only begins alike is the page of the app', async () => {
  expect((await read('/docsearch')).text).toMatch(/^<html><meta nonce/)
})

test.each(['test', 'production'])('while it is not built, it says what to run (NODE_ENV=%s)', async (environment) => {
  const inProduction = {
    ...{ NODE_ENV: 'production', LOGIN: 'oidc', AUDIENCE: 'operators' },
    ...{ OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'dashboard', OIDC_CLIENT_SECRET: 'b7f3c1d09e5a4862' },
  }
  const bare = await startGateway({
    PUBLIC_ORIGIN: 'https://trade.example',
    ...(environment === 'production' ? inProduction : {}),
    DOCS_ROOT: '/nonexistent',
  })
  try {
    const { status, text } = await bare.send('GET', '/docs/', { host: 'trade.example' })
    expect(status).toBe(503)
    expect(text).toContain('npm run docs:build')
  } finally {
    await bare.close()
  }
})
