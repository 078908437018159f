import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pollUntil } from '../../../services/trading-engine/test/support/poll-until.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { sessionCookie, startStack, type Stack } from './support/stack.js'

interface Credentials {
  readonly key: string
  readonly secret: string
}

describeInBrowser('a key that was made in the dashboard', () => {
  let stack: Stack
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: readonly string[]
  let accountId: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    accountId = await stack.openAccount('anna')
    ;({ page, problems } = await watchedPage(context, /status of (?:403|409)/))
    await page.goto(`${stack.url}/developers`)
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const dialog = () => page.getByRole('dialog')

  async function create(label: string, fill: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await page.getByRole('button', { name: 'Create a key' }).click()
    await dialog().getByLabel('Name').fill(label)
    await fill()
    await dialog().getByRole('button', { name: 'Create a key' }).click()
  }

  /** As the user copies them; then the dialog is closed. */
  async function keep(): Promise<Credentials> {
    const issued = page.getByRole('dialog', { name: 'Your new key' })
    const words = await issued.innerText()
    const [key = ''] = /svc_ak_\w+/.exec(words) ?? []
    const [secret = ''] = /svc_sk_\w+/.exec(words) ?? []
    await issued.getByRole('button', { name: 'I have kept it' }).click()
    await issued.waitFor({ state: 'detached' })
    return { key, secret }
  }

  const allowTrading = () => dialog().getByRole('checkbox', { name: 'Trade' }).check()

  /** An order of a bot that runs elsewhere, by real HTTP. */
  async function trade({ key, secret }: Credentials): Promise<number> {
    const order = { account_id: accountId, symbol: 'BTC-USD', side: 'BUY', quantity: 0.01, kind: 'MARKET' }
    const response = await fetch(`${stack.engine.baseUrl}/v1/order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'x-api-secret': secret },
      body: JSON.stringify(order),
    })
    return response.status
  }

  /** Keys of anna, as a page of the dashboard asks for them, or for one more. */
  async function askForKeys(method: 'GET' | 'POST', body?: object): Promise<Response> {
    const cookie = await sessionCookie({ user: 'anna' })
    const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-dashboard': '1' }
    const url = `${stack.url}/api/wallet/api/api-keys`
    return fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }
  const lastUses = async (): Promise<readonly (string | null)[]> =>
    ((await (await askForKeys('GET')).json()) as { lastUsedAt: string | null }[]).map(({ lastUsedAt }) => lastUsedAt)

  test('trades, from then on says when it was used, and is refused once it is revoked', async () => {
    await create('My bot', allowTrading)
    const credentials = await keep()
    expect(await trade(credentials)).toBe(200)
    await pollUntil(lastUses, ([lastUse]) => typeof lastUse === 'string') // noted a moment later
    await page.reload()
    const card = page.getByRole('region', { name: 'My bot' })
    await card.getByText('from 127.0.0.1').waitFor()
    expect(await card.innerText()).toContain(credentials.key.slice(0, 15))
    const revoke = card.getByRole('button', { name: 'Revoke My bot' })
    await revoke.click()
    await dialog().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await revoke.and(page.locator(':focus')).waitFor()
    await revoke.click()
    await dialog().getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('You have no key yet').waitFor()
    expect(await trade(credentials)).toBe(401)
  })

  test('that only reads trades nothing', async () => {
    await create('Reader')
    expect(await trade(await keep())).toBe(403)
  })

  test('is let in from its addresses alone', async () => {
    await create('At the office', async () => {
      await allowTrading()
      await dialog().getByLabel('IP allowlist').fill('203.0.113.7')
    })
    expect(await trade(await keep())).toBe(403)
    await create('At home', async () => {
      await allowTrading()
      await dialog().getByRole('button', { name: 'Add my IP (127.0.0.1)' }).click()
    })
    expect(await trade(await keep())).toBe(200)
  })

  test('is not the eleventh: the service refuses it, and the page says what to do', async () => {
    const have = await page.getByRole('button', { name: /^Revoke / }).count()
    for (let count = have; count < 10; count += 1) {
      const { status } = await askForKeys('POST', { label: `key ${count}`, permissions: ['READ_ONLY'] })
      expect(status).toBe(201)
    }
    // The page does not know of them yet.
    await create('One too many')
    await dialog().getByRole('alert').waitFor()
    expect(await dialog().getByRole('alert').innerText()).toMatch(/10/)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await page.getByText('10 of 10 keys. Revoke one to make another.').waitFor()
    expect(await page.getByRole('button', { name: 'Create a key' }).isDisabled()).toBe(true)
  })

  test('needs a login of the last ten minutes if it trades, and none if it only reads', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    await stack.logIn(context, { user: 'bela', authTime: seconds - 660 })
    await page.goto(`${stack.url}/developers`)
    await create('Reader')
    await keep()
    await create('Trader', allowTrading)
    const again = dialog().getByRole('link', { name: 'Log in again' })
    await again.waitFor()
    expect(await again.getAttribute('href')).toBe('/login?step_up=1&return_to=%2Fdevelopers')
    await stack.logIn(context, { user: 'bela' })
    await dialog().getByRole('button', { name: 'Create a key' }).click()
    expect((await keep()).secret).toMatch(/^svc_sk_/)
  })
})
