import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { sessionCookie, startStack, type Stack } from './support/stack.js'

const WEBHOOK = 'https://hooks.example.com/T0KEN-of-the-receiver'

describeInBrowser('what is being filled in when its user has to log in again', () => {
  let stack: Stack
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: readonly string[]

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  beforeEach(async () => {
    context = await newContext(browser)
    const authTime = Math.floor(Date.now() / 1000) - 660
    await stack.logIn(context, { user: 'anna', authTime, roles: ['trader', 'operator'] })
    ;({ page, problems } = await watchedPage(context, /status of (?:401|403)/))
    await page.addInitScript(
      `addEventListener('pagehide', () => localStorage.setItem('left', JSON.stringify({ ...sessionStorage })))`,
    )
  })
  afterEach(async () => {
    expect(problems).toEqual([])
    await context.close()
  })

  /** Stands in for the provider: the next login is one of this user, and leads back. */
  const answerLogin = (user: string) =>
    page.route(/\/login\?/, async (route) => {
      const back = new URL(route.request().url()).searchParams.get('return_to') ?? ''
      const cookie = await sessionCookie({ user, roles: ['trader', 'operator'] })
      await route.fulfill({ status: 302, headers: { location: back, 'set-cookie': `${cookie}; Path=/; HttpOnly` } })
    })
  /** The content of the tab's storage when it was left for the login. */
  const stored = () => page.evaluate<string>(`localStorage.getItem('left')`)
  const dialog = () => page.getByRole('dialog')
  const again = () => dialog().getByRole('link', { name: 'Log in again' })

  async function createKey(): Promise<void> {
    const cookie = await sessionCookie({ user: 'anna', roles: ['trader'] })
    const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-dashboard': '1' }
    const body = JSON.stringify({ label: 'Old name', permissions: ['READ_ONLY'] })
    const { status } = await fetch(`${stack.url}/api/wallet/api/api-keys`, { method: 'POST', headers, body })
    expect(status).toBe(201)
  }

  async function askForKey(): Promise<void> {
    await page.goto(`${stack.url}/developers`)
    await page.getByRole('button', { name: 'Create a key' }).click()
    await dialog().getByLabel('Name').fill('My bot')
    await dialog().getByRole('checkbox', { name: 'Trade' }).check()
    await dialog().getByLabel('Webhook URL').fill(WEBHOOK)
    await dialog().getByRole('button', { name: 'Create a key' }).click()
    await again().waitFor()
  }

  test('a new key is as it was but for the URL of its webhook, which is stored nowhere', async () => {
    await answerLogin('anna')
    await askForKey()
    await again().click()
    await dialog().getByText('You have logged in again').waitFor()
    expect(new URL(page.url()).pathname).toBe('/developers')
    expect(await dialog().getByLabel('Name').inputValue()).toBe('My bot')
    expect(await dialog().getByRole('checkbox', { name: 'Trade' }).isChecked()).toBe(true)
    expect(await dialog().getByLabel('Webhook URL').inputValue()).toBe('')
    expect(await stored()).toContain('My bot')
    expect(await stored()).not.toContain('T0KEN')
    await dialog().getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
  })

  test('the name of a key that is being changed is as it was when the session has ended in between', async () => {
    await answerLogin('anna')
    await createKey()
    await page.goto(`${stack.url}/developers`)
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await dialog().getByLabel('Name').fill('New name')
    await context.clearCookies()
    await stack.logIn(context, { user: 'anna', sid: 'ended', seenAt: 0 })
    const isBack = page.waitForEvent('load')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await isBack
    await dialog().getByLabel('Name').waitFor()
    expect(await dialog().getByLabel('Name').inputValue()).toBe('New name')
  })

  test('of a webhook URL that is being changed the site is kept, and nothing that may be secret', async () => {
    await answerLogin('anna')
    await createKey()
    await page.goto(`${stack.url}/developers/webhooks`)
    await page.getByRole('button', { name: /^Set/ }).first().click()
    await dialog().getByRole('textbox').fill(WEBHOOK)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await again().click()
    await dialog().getByText('You have logged in again').waitFor()
    expect(await dialog().getByRole('textbox').inputValue()).toBe('https://hooks.example.com/')
    expect(await stored()).not.toContain('T0KEN')
  })

  test('it is not for another user of the tab', async () => {
    await answerLogin('bela')
    await askForKey()
    await again().click()
    await page.getByRole('button', { name: 'Create a key' }).waitFor()
    expect(await dialog().count()).toBe(0)
    expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('My bot')
  })

  test('capital is moved once the operator has logged in again, with the same reference', async () => {
    const accountId = await stack.openAccount('anna')
    await answerLogin('anna')
    await page.goto(`${stack.url}/firm/accounts/${accountId}?tab=ledger`)
    await page.getByRole('button', { name: 'Capital' }).click()
    await dialog().getByLabel('Amount').fill('250')
    await dialog().getByLabel('Reason').fill('a bonus')
    const reference = await dialog().getByLabel('Reference').inputValue()
    await dialog().getByRole('button', { name: 'Add it' }).click()
    await again().click()
    await page.getByRole('dialog', { name: 'Move capital' }).waitFor()
    expect(await dialog().getByLabel('Reference').inputValue()).toBe(reference)
    expect(new URL(page.url()).search).toBe('?tab=ledger')
    await dialog().getByRole('button', { name: 'Add it' }).click()
    await page.getByText('The capital was moved.').waitFor()
    const { rows } = await stack.engine.pool.query<{ amount: string }>(
      `select amount::text from transfers where account_id = $1 and house = 'capital' order by created_at desc limit 1`,
      [accountId],
    )
    expect(Number(rows[0]?.amount)).toBe(250)
  })

  test('a grant is given once the operator has logged in again, to the user who was typed', async () => {
    await answerLogin('anna')
    await page.goto(`${stack.url}/firm/grants`)
    await page.getByRole('button', { name: 'Grant a plan' }).click()
    await dialog().getByLabel('User').fill('carla')
    await dialog().getByRole('button', { name: 'Grant it' }).click()
    await again().click()
    await dialog().getByLabel('User').waitFor()
    expect(await dialog().getByLabel('User').inputValue()).toBe('carla')
    await dialog().getByRole('button', { name: 'Grant it' }).click()
    await dialog().waitFor({ state: 'detached' })
    const { rows } = await stack.engine.pool.query(`select 1 from grants where user_id = 'carla'`)
    expect(rows).toHaveLength(1)
  })

  test('an order is as it was when the session has ended in between', async () => {
    await stack.openAccount('anna', 'two-step-100k')
    await answerLogin('anna')
    await page.goto(`${stack.url}/market/GMX/BTC-USD`)
    await page.getByLabel('Quantity (BTC)').fill('0.12')
    await page.getByText('Margin used after').waitFor()
    await context.clearCookies()
    await stack.logIn(context, { user: 'anna', sid: 'ended', seenAt: 0 })
    const isBack = page.waitForEvent('load')
    await page.getByLabel('Stop loss at').fill('50000')
    await isBack
    await page.getByRole('button', { name: 'Buy 0.12 BTC' }).waitFor()
    expect(await page.getByLabel('Stop loss at').inputValue()).toBe('50000')
    expect(await stored()).toContain('50000')
  })
})
