import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

describeInBrowser('while the engine does not respond', () => {
  let stack: Stack
  let browser: Browser
  let account: Page
  let market: Page
  let overview: Page
  let shownEquity = ''
  const problems: (readonly string[])[] = []

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    const accountId = await stack.openAccount('anna', 'standard-100k', 'My account')
    await stack.moveMarket('BTC-USD', 100_000)
    const order = { account_id: accountId, symbol: 'BTC-USD', kind: 'MARKET', side: 'BUY', quantity: 0.5 }
    await stack.user('anna').post('/v1/order', order)
    const open = async (path: string): Promise<Page> => {
      const watched = await watchedPage(context, /Failed to load resource/)
      problems.push(watched.problems)
      await watched.page.goto(stack.url + path)
      return watched.page
    }
    account = await open(`/accounts/${accountId}`)
    overview = await open('/accounts')
    market = await open('/market/GMX/BTC-USD')
    for (const page of [account, overview, market]) await page.getByText('Live', { exact: true }).waitFor()
    await market.getByLabel('Quantity (BTC)').fill('0.1')
    await market.getByText('LONG 0.6').waitFor()
    await account
      .getByRole('row', { name: /BTC-USD/ })
      .first()
      .waitFor()
    shownEquity = await equityOf(overview).innerText()
    await stack.network.mode('refuse')
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems.flat()).toEqual([]))

  const equityOf = (page: Page) => page.getByText(/^\$99,9\d\d\.\d\d$/).first()

  test('every page says that it is disconnected, and when it tries again', async () => {
    for (const page of [account, overview, market]) {
      await page.getByText('Disconnected', { exact: true }).waitFor()
      await page.getByText(/^tried again in/).waitFor()
    }
  })

  test('the last figures stay, greyed, with their time, and never become a zero', async () => {
    for (const page of [account, overview]) {
      await page
        .getByText(/as of \d\d?:\d\d/)
        .first()
        .waitFor()
      expect(await equityOf(page).innerText()).toBe(shownEquity)
      expect(await page.getByText('$0.00', { exact: true }).count()).toBe(0)
    }
    await account
      .getByRole('row', { name: /BTC-USD.*0\.5/ })
      .first()
      .waitFor()
  })

  test('the ticket takes no order that opens, and keeps what was typed', async () => {
    const place = market.getByRole('button', { name: 'Buy 0.1 BTC' })
    await market.locator('button[type=submit]:disabled').waitFor()
    expect(await place.isDisabled()).toBe(true)
    expect(await market.getByLabel('Quantity (BTC)').inputValue()).toBe('0.1')
  })

  test('everything goes on by itself once it responds again', async () => {
    await stack.network.mode('forward')
    for (const page of [account, overview, market]) {
      await page.getByText('Live', { exact: true }).waitFor()
      await page
        .getByText(/as of \d\d?:\d\d/)
        .first()
        .waitFor({ state: 'detached' })
    }
    await market.getByRole('button', { name: 'Buy 0.1 BTC' }).click()
    await market.getByText(/^Bought 0\.1 BTC-USD at/).waitFor()
    await account
      .getByRole('row', { name: /BTC-USD.*0\.6/ })
      .first()
      .waitFor()
  })
})
