/** The tabs of an account that come after it: fetched before one is opened, and no harm to the rest if they are not. */
import type { Browser, BrowserContext } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const LATER = /\/assets\/later-tabs-.*\.js$/

describeInBrowser('the later tabs of an account', () => {
  let stack: Stack
  let browser: Browser
  let context: BrowserContext
  let path: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    path = `${stack.url}/accounts/${await stack.openAccount('anna')}`
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  beforeEach(async () => {
    context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
  })
  afterEach(() => context.close())

  test('are there before one is opened', async () => {
    const { page, problems } = await watchedPage(context)
    const fetched = page.waitForResponse(LATER)
    await page.goto(path)
    await fetched
    await context.route(LATER, (route) => route.abort())
    await page.getByRole('tab', { name: 'Journal' }).click()
    await page.getByText('No closed positions yet').first().waitFor()
    expect(problems).toEqual([])
  })

  test('leave the account as it is where they cannot be fetched', async () => {
    await context.route(LATER, (route) => route.abort())
    const { page } = await watchedPage(context)
    await page.goto(path)
    await page.getByRole('tab', { name: 'Journal' }).click()
    await page.getByRole('tabpanel').getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Kill switch' }).waitFor()
    await page.getByRole('tab', { name: 'Positions' }).click()
    await page.getByRole('tabpanel').getByRole('alert').waitFor({ state: 'detached' })
  })
})
