/** Tags and a note of a closed position, and the results by tag, on the pages of an account. */
import type { Browser, Page } from 'playwright-core'
import { expectAccessible } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

describeInBrowser('the journal', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]
  let accountId: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    accountId = await stack.openAccount('anna')
    const order = { account_id: accountId, symbol: 'BTC-USD', kind: 'MARKET', quantity: 0.1 }
    for (const side of ['BUY', 'SELL']) await stack.user('anna').post('/v1/order', { ...order, side })
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    ;({ page, problems } = await watchedPage(context))
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  test('takes tags and a note', async () => {
    await page.goto(`${stack.url}/accounts/${accountId}?tab=journal`)

    await page.getByRole('button', { name: 'Tags and note of BTC-USD' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('breakout')
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('late entry')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('table', { name: 'Journal' }).getByRole('row', { name: /BTC-USD/ })
    await row.getByText('breakout').waitFor()
    await row.getByText('late entry').waitFor()
    // On a phone the message covers the end of the page while it is there.
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await page.getByText('Note saved').waitFor({ state: 'detached' })
    await expectAccessible(page)
  })

  test('shows results by tag', async () => {
    await page.goto(`${stack.url}/accounts/${accountId}?tab=analytics`)
    await page
      .getByRole('textbox', { name: 'Results by' })
      .or(page.getByRole('combobox', { name: 'Results by' }))
      .click()
    await page.getByRole('option', { name: 'Tag' }).click()
    const table = page.getByRole('table', { name: 'Results by group' })
    await table.getByRole('row', { name: /breakout/ }).waitFor()
    await expectAccessible(page)
  })
})
