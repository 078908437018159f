import { findFreePort } from '@ats/local-stack'
import { PAGE, SESSION_SECRET, startGateway, type Gateway } from '../../../packages/dashboard/test/support/gateway.js'
import { createSealer } from '../../../packages/dashboard/src/session/sealer.js'
import { describeInstalled } from '../support/installed.js'
import { createBrowser, type Browser } from './support/browser.js'
import { CLIENT, startProvider, type TestProvider } from './support/provider.js'

describeInstalled('a login by an OpenID provider', () => {
  let provider: TestProvider
  let traders: Gateway
  let operators: Gateway
  const codes: string[] = []

  beforeAll(async () => {
    const [tradersPort, operatorsPort] = [await findFreePort(), await findFreePort()]
    const origins = [tradersPort, operatorsPort].map((port) => `http://127.0.0.1:${port}`)
    provider = await startProvider(origins.map((origin) => `${origin}/login/callback`))
    const oidc = {
      ...{ LOGIN: 'oidc', OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
      LOGINS_PER_MINUTE: '1000',
    }
    const settings = (port: number) => ({ ...oidc, PORT: String(port), PUBLIC_ORIGIN: `http://127.0.0.1:${port}` })
    traders = await startGateway({ ...settings(tradersPort), AUDIENCE: 'traders', OIDC_LOGOUT: 'provider' })
    operators = await startGateway({ ...settings(operatorsPort), AUDIENCE: 'operators', OIDC_ACR_VALUES: 'mfa' })
  })
  afterAll(async () => {
    await Promise.all([traders, operators, provider].map((each) => each.close()))
  })
  beforeEach(() => {
    catchUp()
    return provider.next({ user: 'anna', groups: [], acr: 'pwd', isDenied: false })
  })

  /** The clocks of the gateways stand still; that of the provider does not, and they are to agree to a minute. */
  function catchUp(): void {
    for (const { clock } of [traders, operators]) clock.offset += Math.ceil((Date.now() - clock.now().getTime()) / 1000)
  }

  /** Goes to the login and back; resolves with the address that the provider has sent the browser to. */
  async function comeBack(browser: Browser, gateway: Gateway, query = ''): Promise<string> {
    const back = await browser.follow(`${gateway.url}/login${query}`, `${gateway.url}/login/callback`)
    codes.push(new URL(back).searchParams.get('code') ?? 'no code')
    return back
  }

  async function logIn(gateway: Gateway, query = ''): Promise<Browser> {
    const browser = createBrowser()
    const { status, headers } = await browser.get(await comeBack(browser, gateway, query))
    expect([status, headers.location]).toEqual([302, expect.stringMatching(/^\//)])
    return browser
  }

  const sessionOf = async (browser: Browser, gateway: Gateway) => {
    const { status, text } = await browser.get(`${gateway.url}/session`)
    return { status, ...(JSON.parse(text) as Record<string, unknown>) }
  }

  const cookieOf = (browser: Browser, gateway: Gateway): string =>
    `session=${browser.cookies.get(`${gateway.url} session`) ?? ''}`

  test('leads to where it began, with a session of the user whom the provider knows', async () => {
    const browser = createBrowser()
    const back = await comeBack(browser, traders, '?return_to=/accounts/a-1%3Ftab=orders')
    const { headers } = await browser.get(back)
    expect(headers.location).toBe('/accounts/a-1?tab=orders')
    expect(headers['set-cookie']).toEqual([
      'login=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      expect.stringMatching(/^session=[^;]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(await sessionOf(browser, traders)).toMatchObject({
      status: 200,
      user: 'anna',
      roles: ['trader'],
      login: 'oidc',
    })
    await traders.send('GET', '/api/engine/v1/accounts', { cookie: cookieOf(browser, traders) })
    expect(traders.engine.received.at(-1)?.headers['x-user-id']).toBe('anna')
  })

  test('keeps no token: the cookie holds these and nothing else', async () => {
    const browser = await logIn(traders)
    const sealed = cookieOf(browser, traders).slice('session='.length)
    const content = await createSealer([SESSION_SECRET], 'session').open(sealed)
    expect(Object.keys(content as object).sort()).toEqual([
      'authTime',
      'createdAt',
      'endedBy',
      'login',
      'roles',
      'seenAt',
      'sid',
      'user',
    ])
  })

  test('asks with PKCE, state and nonce, and leads elsewhere than to the provider for nobody', async () => {
    const { headers } = await createBrowser().get(`${traders.url}/login?return_to=https://evil.example`)
    const { origin, searchParams } = new URL(headers.location ?? '')
    expect(origin).toBe(provider.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: `${traders.url}/login/callback` },
      ...{
        state: expect.stringMatching(/^[\w-]{43}$/) as string,
        nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      },
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    const browser = createBrowser()
    const back = await comeBack(browser, traders, '?return_to=//evil.example')
    expect((await browser.get(back)).headers.location).toBe('/')
  })

  describe('makes no session', () => {
    const refused = async (browser: Browser, url: string, words: RegExp): Promise<void> => {
      const { status, text, headers } = await browser.get(url)
      expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
      expect(text).toMatch(words)
      expect(headers['set-cookie']?.filter((cookie) => cookie.startsWith('session='))).toEqual([])
      expect(await sessionOf(browser, traders)).toMatchObject({ status: 401 })
    }

    test('in a browser that did not begin it: somebody else sends their own answer', async () => {
      const back = await comeBack(createBrowser(), traders)
      const { status, headers } = await createBrowser().get(back)
      expect(status).toBe(403)
      expect(headers['set-cookie']).toEqual(['login=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    })

    test('with the answer to another login of the same browser', async () => {
      const browser = createBrowser()
      const first = await comeBack(browser, traders)
      await comeBack(browser, traders)
      await refused(browser, first, /log in again/)
    })

    test.each(['state', 'code', 'iss'])('with another %s', async (name) => {
      const browser = createBrowser()
      const back = new URL(await comeBack(browser, traders))
      back.searchParams.set(name, name === 'iss' ? 'http://evil.example' : 'x'.repeat(43))
      await refused(browser, back.href, /log in again/)
    })

    test('with an answer that was used', async () => {
      const browser = createBrowser()
      const back = await comeBack(browser, traders)
      const login = browser.cookies.get(`${traders.url} login`) ?? ''
      expect((await browser.get(back)).status).toBe(302)
      const { pathname, search } = new URL(back)
      const again = await traders.send('GET', pathname + search, { cookie: `login=${login}` })
      expect(again.status).toBe(403)
    })

    test('for a user who says no', async () => {
      await provider.next({ isDenied: true })
      const browser = createBrowser()
      await refused(browser, await comeBack(browser, traders), /was cancelled/)
    })

    test('for one who takes longer than ten minutes', async () => {
      const browser = createBrowser()
      const back = await comeBack(browser, traders)
      traders.clock.offset += 600
      try {
        await refused(browser, back, /took too long/)
      } finally {
        catchUp()
      }
    })

    test('with a session in place of the cookie of the login', async () => {
      const [browser, other] = [createBrowser(), await logIn(traders)]
      const { pathname, search } = new URL(await comeBack(browser, traders))
      const cookie = cookieOf(other, traders).replace(/^session/, 'login')
      expect(await traders.send('GET', pathname + search, { cookie })).toMatchObject({ status: 403 })
    })
  })

  test('an operator needs the role and the second factor', async () => {
    const attempt = async (user: Parameters<TestProvider['next']>[0]) => {
      await provider.next(user)
      const browser = createBrowser()
      const { status, text } = await browser.get(await comeBack(browser, operators))
      return { browser, status, text }
    }
    expect(await attempt({ user: 'olga' })).toMatchObject({
      status: 403,
      text: expect.stringContaining('stronger') as string,
    })
    expect(await attempt({ acr: 'mfa' })).toMatchObject({
      status: 403,
      text: expect.stringContaining('no operator') as string,
    })
    const { browser, status } = await attempt({ groups: ['operator'] })
    expect(status).toBe(302)
    expect(await sessionOf(browser, operators)).toMatchObject({ user: 'olga', roles: ['trader', 'operator'] })
    const cookie = cookieOf(browser, operators)
    await operators.send('POST', '/api/operator/v1/accounts/a/close', { cookie, ...PAGE }, '{"reason":"x"}')
    expect(operators.operator.received.at(-1)?.headers['x-operator']).toBe('olga')
  })

  test('a step-up makes the user show who they are, and ends the session before it', async () => {
    const browser = await logIn(traders)
    const before = cookieOf(browser, traders)
    const createKey = (cookie: string) =>
      traders.send('POST', '/api/wallet/api/api-keys', { cookie, ...PAGE }, '{"label":"bot","permissions":["TRADE"]}')
    traders.clock.offset += 660
    try {
      const { status, text } = await createKey(before)
      const { login_url: loginUrl } = JSON.parse(text) as { login_url: string }
      expect([status, loginUrl]).toEqual([403, '/login?step_up=1'])
      const { searchParams } = new URL((await browser.get(traders.url + loginUrl)).headers.location ?? '')
      expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '600'])
    } finally {
      catchUp()
    }
    const back = await comeBack(browser, traders, '?step_up=1&return_to=/developers')
    expect((await browser.get(back)).headers.location).toBe('/developers')
    expect(await createKey(cookieOf(browser, traders))).toMatchObject({ status: 200 })
    expect(await createKey(before)).toMatchObject({ status: 401 })
  })

  describe('a logout', () => {
    /** Says yes on the page of the provider that asks whether to log out; resolves with where that leads. */
    async function logOutAt(browser: Browser, address: string): Promise<string> {
      const { text: page } = await browser.get(address)
      const [, action = '', xsrf = ''] = /action="([^"]+)".*?name="xsrf" value="([^"]+)"/.exec(page) ?? []
      const { status, headers } = await browser.post(action, { xsrf, logout: 'yes' })
      expect(status).toBe(303)
      return headers.location ?? ''
    }

    test('goes on to that of the provider, and comes back to where somebody else can log in', async () => {
      const browser = await logIn(traders)
      await provider.next({ user: 'bela' })
      await browser.get(await comeBack(browser, traders))
      // The provider knows anna, and does not ask.
      expect(await sessionOf(browser, traders)).toMatchObject({ user: 'anna' })
      const ended = await traders.send('POST', '/logout', { cookie: cookieOf(browser, traders), ...PAGE })
      const { location } = JSON.parse(ended.text) as { location: string }
      expect(new URL(location).origin).toBe(provider.issuer)
      expect(await logOutAt(browser, location)).toBe(`${traders.url}/`)
      await browser.get(await comeBack(browser, traders))
      expect(await sessionOf(browser, traders)).toMatchObject({ status: 200, user: 'bela' })
    })

    test('stays here where that is the setting: the login asks who it is', async () => {
      await provider.next({ user: 'olga', acr: 'mfa', groups: ['operator'] })
      const cookie = cookieOf(await logIn(operators), operators)
      const { status, text } = await operators.send('POST', '/logout', { cookie, ...PAGE })
      expect([status, JSON.parse(text)]).toEqual([200, { location: '/login?step_up=1' }])
    })

    test('at the provider ends the session here, with its streams, and no other of the same user', async () => {
      const [browser, other] = [await logIn(traders), await logIn(traders)]
      catchUp()
      await logOutAt(browser, `${provider.issuer}/session/end?client_id=${CLIENT.id}`)
      expect(await sessionOf(browser, traders)).toMatchObject({ status: 401 })
      expect(await sessionOf(other, traders)).toMatchObject({ status: 200, user: 'anna' })
    })

    test.each<[string, (browser: Browser) => string]>([
      ['nothing', () => ''],
      ['what is no token', () => 'a.b.c'],
      ['the session cookie', (browser) => browser.cookies.get(`${traders.url} session`) ?? ''],
      ['a token that nobody has signed', () => `${encoded({ alg: 'none' })}.${encoded({ sub: 'anna' })}.`],
    ])('cannot be told by %s', async (_what, make) => {
      const browser = await logIn(traders)
      const form = new URLSearchParams({ logout_token: make(browser) }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      expect(await traders.send('POST', '/logout/backchannel', type, form)).toMatchObject({ status: 400 })
      expect(await sessionOf(browser, traders)).toMatchObject({ status: 200 })
    })

    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  })

  test('a provider that does not answer is trouble of ours, and pages are served without it', async () => {
    const port = String(await findFreePort())
    const lonely = await startGateway({
      ...{ LOGIN: 'oidc', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x', PORT: port },
      ...{ OIDC_ISSUER: `http://127.0.0.1:${await findFreePort()}`, PUBLIC_ORIGIN: `http://127.0.0.1:${port}` },
    })
    try {
      const { status, headers, text } = await lonely.send('GET', '/login')
      expect([status, headers['retry-after']]).toEqual([503, '5'])
      expect(text).toContain('The login provider does not answer.')
      expect(await lonely.send('GET', '/')).toMatchObject({ status: 200 })
    } finally {
      await lonely.close()
    }
  })

  test('logs hold neither codes nor the secret of the client', () => {
    const text = traders.logs.text() + operators.logs.text()
    expect(text).toContain('a login failed')
    expect(text).not.toContain(CLIENT.secret)
    expect(codes.length).toBeGreaterThan(10)
    for (const code of codes) expect(text).not.toContain(code)
  })
})
