import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

interface Order {
  readonly id: string
  readonly status: string
  readonly symbol: string
}

describeInBrowser('an order by hand', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]
  let accountId: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    accountId = await stack.openAccount('anna')
    await stack.moveMarket('BTC-USD', 100_000)
    // The console of Chromium tells of refusals (422), and of the answer that is lost.
    ;({ page, problems } = await watchedPage(context, /status of 422|ERR_FAILED/))
    await page.goto(`${stack.url}/market/GMX/BTC-USD`)
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const preview = () => page.getByRole('region', { name: 'Order preview' })
  const quantity = () => page.getByLabel('Quantity (BTC)')
  const orders = async (): Promise<readonly Order[]> =>
    (await stack.user('anna').get<readonly Order[]>(`/v1/account/${accountId}/orders?status=all`)).body

  test('is previewed while it is typed: its fill, costs, margin and what each rule leaves', async () => {
    await quantity().fill('0.5')
    await preview().getByText('LONG 0.5').waitFor()
    await preview().getByText('Remaining after this order').click()
    const words = await preview().innerText()
    for (const name of ['Fills at', 'Fees', 'Liquidation price after', 'Margin used after', 'Max drawdown'])
      expect(words).toContain(name)
    expect(words).toMatch(/Fills at\s+(?:99|100),\d{3}/)
  })

  test('that a rule refuses says so before it is sent, and again when it was', async () => {
    await quantity().fill('5.5')
    const before = preview().getByRole('row', { name: /Max exposure per symbol/ })
    await before.waitFor()
    expect(await before.innerText()).toMatch(/\$500,000\.00\s+\$5[45]\d,\d{3}\.\d{2}/)
    await page.getByRole('button', { name: 'Buy 5.5 BTC' }).click()
    await confirmHeavy(page)
    const refused = page.getByRole('form', { name: 'Order' }).getByRole('row', { name: /Max exposure per symbol/ })
    await expectCount(refused, 2)
    expect(await refused.last().innerText()).toMatch(/\$500,000\.00\s+\$5[45]\d,\d{3}\.\d{2}/)
    expect((await orders()).filter(({ status }) => status !== 'REJECTED')).toEqual([])
  })

  test('fills, shows its position, and is closed from the same page', async () => {
    await quantity().fill('0.25')
    await preview().getByText('LONG 0.25').waitFor()
    await page.getByRole('button', { name: 'Buy 0.25 BTC' }).click()
    await page.getByText(/^Bought 0\.25 BTC-USD at 100,/).waitFor()
    const position = page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /BTC-USD/ })
    await position.waitFor()
    await position.getByRole('button', { name: 'Close BTC-USD' }).click()
    await pressedThrice(page.getByRole('dialog').getByRole('button', { name: 'Close position' }))
    await page.getByText('No open positions').waitFor()
    expect((await orders()).map(({ status }) => status)).toEqual(['FILLED', 'FILLED'])
  })

  test('is placed once however fast its button is pressed', async () => {
    const before = (await orders()).length
    await quantity().fill('0.01')
    await preview().getByText('LONG 0.01').waitFor()
    await pressedThrice(page.getByRole('button', { name: 'Buy 0.01 BTC' }))
    await page
      .getByRole('table', { name: 'Positions' })
      .getByRole('row', { name: /BTC-USD/ })
      .waitFor()
    expect(await orders()).toHaveLength(before + 1)
  })

  test('that takes much of what is left asks first, even when it is sent before its preview is there', async () => {
    const before = (await orders()).length
    await quantity().fill('4')
    await quantity().press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Buy 4 BTC uses more than a quarter of what remains of:').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await orders()).toHaveLength(before)
  })

  test('that nobody answered is asked for again as the same order', async () => {
    const before = (await orders()).length
    await quantity().fill('0.02')
    await preview().getByText('LONG 0.03').waitFor()
    let isCut = false
    await page.route(/\/v1\/order\?/, async (route) => {
      if (isCut) return route.continue()
      isCut = true
      await route.fetch() // it arrives, and the answer is lost
      return route.abort('failed')
    })
    await page.getByRole('button', { name: 'Buy 0.02 BTC' }).click()
    await page.getByText('It is not known whether the order was placed').waitFor()
    expect(await orders()).toHaveLength(before + 1)
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByText(/^Bought 0\.02 BTC-USD at 100,/).waitFor()
    expect(await orders()).toHaveLength(before + 1)
  })
})

describeInBrowser('an account on its way through the rules', () => {
  let stack: Stack
  let browser: Browser
  let context: BrowserContext
  let account: Page
  let sandbox: Page
  const problems: (readonly string[])[] = []
  let accountId: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    accountId = await stack.openAccount('anna')
    await stack.moveMarket('BTC-USD', 100_000)
    await filledOrder(stack, accountId)
    const watched = [await watchedPage(context), await watchedPage(context)]
    problems.push(...watched.map((each) => each.problems))
    ;[account, sandbox] = watched.map((each) => each.page) as [Page, Page]
    await account.goto(`${stack.url}/accounts/${accountId}`)
    await sandbox.goto(`${stack.url}/sandbox?symbol=BTC-USD`)
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems.flat()).toEqual([]))

  async function move(price: string): Promise<void> {
    await sandbox.getByLabel('Move to').fill(price)
    await sandbox.getByRole('button', { name: 'Move', exact: true }).click()
    await sandbox
      .getByText(`BTC-USD goes to ${Number(price).toLocaleString('en-US')}`)
      .first()
      .waitFor()
  }
  const daily = () => account.getByRole('meter', { name: 'Daily loss limit' })
  const level = (wanted: string) => account.locator(`[data-level="${wanted}"]`, { has: daily() })

  test('its gauge fills as the market falls, and a warning is kept', async () => {
    await level('ok').waitFor()
    await move('95800')
    await level('warn').waitFor()
    expect(await daily().getAttribute('aria-valuetext')).toMatch(
      /^\$4,\d{3}\.\d{2} of \$5,000\.00 used, \$\d{3}\.\d{2} remaining$/,
    )
    await account.getByRole('tab', { name: 'Breaches' }).click()
    const warning = account.getByRole('row', { name: /Daily loss.*Warning/ })
    await warning.waitFor()
    expect(await account.getByText('Active', { exact: true }).count()).toBe(1)
  })

  test('its end is told on the page that was open, with the rule', async () => {
    await move('94500')
    await account.getByText('Terminated', { exact: true }).waitFor()
    await account.getByText('Reason: Daily loss').waitFor()
    const broken = account.getByRole('row', { name: /Daily loss.*Hard breach.*Account ended/ })
    await broken.waitFor()
    expect(await broken.innerText()).toMatch(/\$95,000\.00|\$5,000\.00/)
  })

  test('the page of its breach names its limit and value, and what was closed and filled then', async () => {
    await account
      .getByRole('row', { name: /Hard breach/ })
      .getByRole('link', { name: 'Evidence' })
      .click()
    await account.getByRole('heading', { name: /breach: Daily loss/i }).waitFor()
    const main = account.getByRole('main')
    await main
      .getByRole('table', { name: 'Positions closed around the breach' })
      .getByRole('row', { name: /BTC-USD.*Closed by a rule/ })
      .waitFor()
    expect(await main.innerText()).toMatch(/Value at the breach\s+\$94,\d{3}/)
  })

  test('it is among the ended ones, and its market takes no order for it', async () => {
    await account.goto(`${stack.url}/accounts`)
    await account.getByRole('heading', { name: 'Ended accounts (1)' }).waitFor()
    await account.goto(`${stack.url}/market/GMX/BTC-USD`)
    await account.getByText('Open an account to trade here.').waitFor()
  })
})

/** As an impatient hand on a page that is slow: three clicks before anything else happens. */
const pressedThrice = (button: Locator): Promise<void> =>
  button.evaluate((element) => [1, 2, 3].forEach(() => (element as unknown as { click(): void }).click()))

async function filledOrder(stack: Stack, accountId: string): Promise<void> {
  const order = { account_id: accountId, symbol: 'BTC-USD', kind: 'MARKET', side: 'BUY', quantity: 1 }
  const { body, text } = await stack.user('anna').post<{ order: Order | null }>('/v1/order', order)
  if (body.order?.status !== 'FILLED') throw new Error(`no fill: ${text}`)
}

/** Orders that use much of what is left are asked about first. */
async function confirmHeavy(page: Page): Promise<void> {
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Place order' })
  await confirm.or(page.getByRole('alert')).first().waitFor()
  if (await confirm.isVisible()) await confirm.click()
}

async function expectCount(locator: Locator, count: number): Promise<void> {
  await locator.nth(count - 1).waitFor()
  expect(await locator.count()).toBe(count)
}
