/** The audit by its filter, the check of the books, and the health of an engine that is gone. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

/** More than a page of the list. */
const CHANGES = 130

describeInBrowser('the reports of the firm', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]
  let accountIds: readonly [string, string]

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'olga', roles: ['trader', 'operator'] })
    ;({ page, problems } = await watchedPage(context, /ERR_FAILED/))
    accountIds = [await stack.openAccount('anna'), await stack.openAccount('berta')]
    await stack.engine.operator.post(`/operator/v1/accounts/${accountIds[0]}/halt`, { body: { reason: 'papers' } })
    await stack.engine.pool.query(
      `insert into operator_audit (id, at, operator, action, subject, request, outcome)
        select gen_random_uuid(), now() - make_interval(mins => i), 'bulk', 'move_capital', $1::text, '{"amount": "1"}', '{}'
        from generate_series(1, $2::int) as i`,
      [accountIds[1], CHANGES],
    )
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const rows = () => page.getByRole('table', { name: 'Audit' }).getByRole('row')

  test('the filter of the audit is its address, and its file has all that matches', async () => {
    await page.goto(`${stack.url}/firm/audit`)
    await page.getByLabel('Operator').fill('bulk')
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await page.waitForURL(/\?operator=bulk$/)
    await page.getByText('100 rows').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Audit as CSV' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(1 + CHANGES)
    expect(lines.slice(1).every((line) => line.includes(',bulk,move_capital,'))).toBe(true)

    await page.getByLabel('Action').selectOption({ label: 'Halted' })
    await page.getByText('No change matches').waitFor()
    await page.goto(`${stack.url}/firm/audit?action=halt_account&subject=${accountIds[0]}`)
    await rows().filter({ hasText: 'reason: papers' }).waitFor()
    expect(await rows().count()).toBe(2)
    expect(await page.getByLabel('Account').inputValue()).toBe(accountIds[0])
    await page.reload()
    await rows().filter({ hasText: 'reason: papers' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('100 rows').waitFor()
  })

  test('the check of the books finds the row that somebody has changed in the database, and says whose it is', async () => {
    await page.goto(`${stack.url}/firm/books`)
    await page.getByRole('button', { name: 'Check the books' }).click()
    const { rows: accounts } = await stack.engine.pool.query<{ count: string }>('select count(*) from accounts')
    await page.getByText(`${accounts[0]!.count} accounts checked, 0 differences.`).waitFor()

    await stack.engine.pool.query('update accounts set balance = balance + 0.01 where id = $1', [accountIds[1]])
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText(`${accounts[0]!.count} accounts checked, 1 difference.`).waitFor()
    const found = page.getByRole('table', { name: 'Differences' }).getByRole('row', { name: /Balance against/ })
    const words = await found.innerText()
    expect(words).toContain(accountIds[1])
    expect(words).toMatch(/100000\.0*\s+100000\.010*/)
    await found.getByRole('link').click()
    await page.waitForURL(new RegExp(`/firm/accounts/${accountIds[1]}`))
  })

  test('the health of an engine that is gone stays as it was, greyed, with its time', async () => {
    await page.goto(`${stack.url}/firm/health`)
    await page.getByText('64 of 64').waitFor()
    await page.route('**/operator/v1/health*', (route) => route.abort())
    await page.getByText(/^What is shown is as of \d\d:\d\d:\d\d/).waitFor()
    expect(await page.getByText('64 of 64').isVisible()).toBe(true)
    await page.unroute('**/operator/v1/health*')
    await page.getByText(/^What is shown is as of/).waitFor({ state: 'detached' })
  })
})
