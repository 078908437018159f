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
    const stopped = { side: 'BUY', stop_loss: { offset_pct: 10 } }
    for (const [index, terms] of [{ side: 'BUY' }, { side: 'SELL' }, stopped, { side: 'SELL' }].entries())
      // Two equal changes within a second would have one signature, which is valid once.
      expect(
        await stack.user('anna').post('/v1/order', { ...order, ...terms, client_id: `order-${index}` }),
      ).toMatchObject({
        body: { order: { status: 'FILLED' }, violations: [] },
      })
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

    await page.getByRole('button', { name: 'Tags and note of BTC-USD' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('breakout')
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('late entry')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page
      .getByRole('table', { name: 'Journal' })
      .getByRole('row', { name: /BTC-USD/ })
      .first()
    await row.getByText('breakout').waitFor()
    await row.getByText('late entry').waitFor()
    await page.getByText('Note saved').waitFor()
    await expectAccessible(page)
  })

  test('shows results by tag', async () => {
    await page.goto(`${stack.url}/accounts/${accountId}?tab=analytics`)
    await page
      .getByRole('textbox', { name: 'Results by' })
      .or(page.getByRole('combobox', { name: 'Results by' }))
      .click()
    await page.getByRole('option', { name: 'Tag' }).click()

    // Of two positions one had a stop; it closed next to where it was opened.
    const distribution = page.getByRole('table', { name: 'Distribution of R' })
    await page.getByText('Of the latest 2 closed positions, 1 had a stop').waitFor()
    expect(await distribution.getByRole('row').allTextContents()).toEqual(['R multipleTrades', '\u22120.5 R to 0 R1'])
    const table = page.getByRole('table', { name: 'Results by group' })
    await table.getByRole('row', { name: /breakout/ }).waitFor()
    await expectAccessible(page)
  })
})
