import { describeWithRedis, startOwnRedis, type OwnRedis } from '@ats/test-kit'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pollUntil } from '../../../services/trading-engine/test/support/poll-until.js'
import { createBrowser } from './support/browser.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { CLIENT, startProvider, type TestProvider } from './support/provider.js'
import { sessionCookie, startStack, type Stack } from './support/stack.js'

describeInBrowser('a login by a provider', () => {
  let stack: Stack
  let provider: TestProvider
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let accountId: string
  /** The provider, at 127.0.0.1, is another site for the browser: as it always is. */
  let origin = ''

  beforeAll(async () => {
    stack = await startStack({
      async settingsOf(url) {
        origin = url.replace('127.0.0.1', 'localhost')
        provider = await startProvider([`${origin}/login/callback`])
        const client = { OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret }
        return { LOGIN: 'oidc', PUBLIC_ORIGIN: origin, OIDC_ISSUER: provider.issuer, ...client }
      },
    })
    browser = await launchChromium()
    accountId = await stack.openAccount('anna', 'standard-100k', 'Account of anna')
  })
  beforeEach(async () => {
    await provider.next({ user: 'anna', groups: [], acr: 'pwd', isDenied: false })
    context = await newContext(browser)
    ;({ page } = await watchedPage(context))
  })
  afterEach(() => context.close())
  afterAll(async () => {
    await browser.close()
    await provider.close()
    await stack.close()
  })

  test('leads back to the address that was asked for', async () => {
    await page.goto(`${origin}/accounts/${accountId}?tab=ledger`)
    await page.getByRole('heading', { name: 'Account of anna' }).waitFor()
    expect(page.url()).toBe(`${origin}/accounts/${accountId}?tab=ledger`)
    expect(await page.getByRole('tab', { name: 'Ledger' }).getAttribute('aria-selected')).toBe('true')
    const [session] = await context.cookies(origin)
    expect(session).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Strict' })
    expect(await page.evaluate<string>('document.cookie')).toBe('')
  })

  test('is over after the logout, which asks the next user who they are, and for every copy of the cookie', async () => {
    await page.goto(`${origin}/accounts`)
    await page.getByRole('heading', { name: 'Account of anna' }).waitFor()
    const stolen = await context.cookies(origin)
    await provider.next({ isDenied: true })
    await page.getByRole('button', { name: 'User and display' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByText('The login was cancelled.').waitFor()
    expect(await context.cookies(origin)).toEqual([])
    await context.clearCookies()
    await context.addCookies(stolen)
    const { status } = await page.request.get(`${origin}/session`).then((response) => ({ status: response.status() }))
    expect(status).toBe(401)
  })

  test('that the user denies says so, and can be tried again', async () => {
    await provider.next({ isDenied: true })
    await page.goto(`${origin}/accounts`)
    await page.getByText('The login was cancelled.').waitFor()
    await provider.next({ isDenied: false })
    await page.getByRole('link', { name: 'To the first page' }).click()
    await page.getByRole('heading', { name: 'Account of anna' }).waitFor()
  })

  test('whose own cookie is gone when the answer comes makes no session, and can be tried again', async () => {
    // Of a login that this browser has not begun, or no longer knows: the cookie that it left is gone.
    const answer = await createBrowser().follow(`${origin}/login`, `${origin}/login/callback`)
    await page.goto(answer)
    await page.getByText('The login took too long, or was begun in another tab.').waitFor()
    expect(await context.cookies(origin)).toEqual([])
    await page.getByRole('link', { name: 'To the first page' }).click()
    await page.getByRole('heading', { name: 'Account of anna' }).waitFor()
  })
})

describeInBrowser('the demo', () => {
  let stack: Stack
  let browser: Browser

  beforeAll(async () => {
    stack = await startStack({ wallet: { USER_ID_TRUST: 'plain' } })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })

  test('signs in the one who opens its address here, as a trader and an operator', async () => {
    const { page, problems } = await watchedPage(await newContext(browser))
    await page.goto(stack.url)
    await page.getByText('You have no account yet').waitFor()
    await page.getByText('Demo', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'All accounts' }).waitFor()
    expect(problems).toEqual([])
  })

  test('signs in nobody by a name that another site made point here', async () => {
    const rebound = await launchChromium(['--host-resolver-rules=MAP evil.example 127.0.0.1'])
    try {
      const { page } = await watchedPage(await newContext(rebound))
      const response = await page.goto(stack.url.replace('127.0.0.1', 'evil.example'))
      expect(response?.status()).toBe(421)
      expect(await page.content()).toContain('misdirected')
      expect(await page.context().cookies()).toEqual([])
    } finally {
      await rebound.close()
    }
  })

  test('lets no page of such a name make a key, though the wallet believes any user here', async () => {
    // As browsers were before they asked whether a page may reach this machine.
    const trusting = '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests'
    const rebound = await launchChromium(['--host-resolver-rules=MAP evil.example 127.0.0.1', trusting])
    const make = async () => {
      const headers = { 'content-type': 'application/json', 'x-user-id': 'demo' }
      const body = JSON.stringify({ label: 'theirs', permissions: ['TRADE'] })
      return (await fetch('/api/api-keys', { method: 'POST', headers, body })).status
    }
    try {
      const { page } = await watchedPage(await newContext(rebound))
      for (const [host, status] of [
        ['evil.example', 421],
        ['localhost', 201],
      ] as const) {
        const address = `${stack.wallet.url.replace('127.0.0.1', host)}/theirs`
        // The page itself came from elsewhere, before its name was made to point here.
        await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Theirs</p>' }))
        await page.goto(address)
        expect([host, await page.evaluate(make)]).toEqual([host, status])
      }
    } finally {
      await rebound.close()
    }
  })
})

describeWithRedis('two gateways with one Redis', () => {
  let stack: Stack
  let redis: OwnRedis

  beforeAll(async () => {
    redis = await startOwnRedis()
    stack = await startStack({ gateways: 2, settings: { REDIS_URL: redis.url } })
    for (const { internalUrl } of stack.gateways)
      await pollUntil(
        async () => (await fetch(`${internalUrl}/metrics`)).text(),
        (metrics) => /^redis_up(?:\{[^}]*\})? 1$/m.test(metrics),
      )
  })
  afterAll(async () => {
    await stack.close()
    await redis.stop()
  })

  const send = (place: number, cookie: string, method: 'GET' | 'POST', path: string): Promise<Response> =>
    fetch(`${stack.gateways[place]?.url ?? ''}${path}`, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-dashboard': '1' },
    })
  /** The statuses with which both answer. */
  const statuses = async (cookie: string): Promise<readonly number[]> => {
    const answers = [0, 1].map((place) => send(place, cookie, 'GET', '/api/engine/v1/accounts'))
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  test('a logout by way of one ends the session at both, and a stream that is open there', async () => {
    const cookie = await sessionCookie({ user: 'anna' })
    const other = await sessionCookie({ user: 'anna' })
    expect(await statuses(cookie)).toEqual([200, 200])
    const stream = await send(1, cookie, 'GET', '/api/engine/v1/accounts/stream')
    expect(stream.status).toBe(200)
    expect((await send(0, cookie, 'POST', '/logout')).status).toBe(200)
    expect(await statuses(cookie)).toEqual([401, 401])
    expect(await statuses(other)).toEqual([200, 200])
    await stack.gateways[1]?.dashboard.recheckStreams()
    // Ends: it would be read for ever otherwise.
    await stream.text().catch(() => undefined)
  })

  test('while Redis is gone pages go on, and a logout holds where it happened; after that everywhere', async () => {
    const [cookie, leaving] = await Promise.all([1, 2].map(() => sessionCookie({ user: 'anna' })))
    await redis.kill()
    expect(await statuses(cookie ?? '')).toEqual([200, 200])
    expect((await send(0, leaving ?? '', 'POST', '/logout')).status).toBe(200)
    expect(await statuses(leaving ?? '')).toEqual([401, 200])
    expect(stack.gateways[0]?.logs.text()).toContain('a logout could not be stored')
    await redis.restart()
    // Gateways find out by themselves that it is back, and tell it then.
    while ((await statuses(leaving ?? ''))[1] !== 401);
    expect(await statuses(cookie ?? '')).toEqual([200, 200])
  })
})
