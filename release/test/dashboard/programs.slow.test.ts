import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

describeInBrowser('the editor of programs', () => {
  let stack: Stack
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
  })
  beforeEach(async () => {
    context = await newContext(browser)
    await stack.logIn(context, { user: 'olga', roles: ['operator'] })
    ;({ page } = await watchedPage(context, /400/))
  })
  afterEach(() => context.close())
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })

  test('a program is written, what is wrong with it is named, and its next version is saved', async () => {
    await page.goto(`${stack.url}/firm/programs`)
    await page.getByRole('link', { name: 'New program' }).click()
    await page.getByLabel('Name').fill('Two steps to 100k')
    await page.getByLabel('Id', { exact: true }).fill('two-step')
    const evaluation = page.getByRole('region', { name: 'Phase 1' })
    const funded = page.getByRole('region', { name: 'Phase 2' })
    await evaluation.getByLabel('Plan').selectOption('standard-100k')
    await funded.getByLabel('Plan').selectOption('standard-100k')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('alert').textContent()).resolves.toContain('has no objective')

    await evaluation.getByLabel('Plan').selectOption('two-step-100k')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('button', { name: 'Save version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save version 1' }).click()
    await page.waitForURL(`${stack.url}/firm/programs`)

    await page.getByRole('link', { name: 'Two steps to 100k' }).click()
    await page.getByRole('button', { name: 'Add a phase before the last' }).click()
    await page.getByRole('region', { name: 'Phase 2' }).getByLabel('Plan').selectOption('two-step-100k')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('button', { name: 'Save version 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save version 2' }).click()
    await page.waitForURL(`${stack.url}/firm/programs`)
    const row = page.getByRole('row', { name: /two-step/ })
    await expect(row.textContent()).resolves.toMatch(
      /Version 2.*Evaluation: two-step-100k.*Phase 2.*Funded: standard-100k/,
    )
  })

  test('who leaves with changes is asked', async () => {
    await page.goto(`${stack.url}/firm/new-program`)
    await page.getByLabel('Name').fill('Half')
    await page.getByRole('link', { name: 'All programs' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByLabel('Name').inputValue()).resolves.toBe('Half')
  })
})
