/** The page on which an operator tries a plan on accounts that have traded under another one. */
import type { Browser, Page } from 'playwright-core'
import { expectAccessible, PHONE_PX } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, PHONE_PX].map((width) => ({ colorScheme, width })),
)

describeInBrowser('shadows of accounts', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]
  let traded: string
  let idle: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'olga', roles: ['trader', 'operator'] })
    // A plan that is refused.
    ;({ page, problems } = await watchedPage(context, /status of 400/))
    ;[traded, idle] = [await stack.openAccount('anna'), await stack.openAccount('berta')]
    const order = { account_id: traded, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 }
    expect((await stack.user('anna').post('/v1/order', order)).status).toBe(200)
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const json = () => page.getByLabel('The plan as JSON')
  const ids = () => page.getByLabel('Their ids, one a line')
  const decide = () => page.getByRole('button', { name: 'Decide', exact: true })
  const change = async (exposure: object): Promise<void> => {
    await json().and(page.getByText('risk_config')).waitFor()
    const plan = JSON.parse(await json().inputValue()) as { risk_config: { exposure: object } }
    Object.assign(plan.risk_config.exposure, exposure)
    await json().fill(JSON.stringify(plan))
  }

  test('a plan is tried from its page on the accounts of one: who differs, and the table of the firm', async () => {
    await page.goto(`${stack.url}/firm/plans/standard-100k`)
    await page.getByRole('link', { name: 'Try on accounts' }).click()
    await page.waitForURL(/\/firm\/shadows\?plan=standard-100k$/)
    await change({ max_symbol_notional: 1_000, max_total_notional: 1_000 })
    expect(await decide().isEnabled()).toBe(false)
    await page.getByLabel('Fill in those of a plan').selectOption('standard-100k')
    await page.getByRole('button', { name: 'Fill in', exact: true }).click()
    await page.getByText('2 of at most 50').waitFor()
    expect((await ids().inputValue()).split('\n').sort()).toEqual([traded, idle].sort())
    await decide().click()
    const each = page.getByRole('table', { name: 'Each account' })
    const row = each.getByRole('row').filter({ hasText: traded })
    await row.waitFor()
    expect(await row.innerText()).toMatch(/differs[\s\S]*refused_by/)
    expect(await each.getByRole('row').filter({ hasText: idle }).innerText()).toContain('the same')
    const firm = page.getByRole('table', { name: 'The firm' })
    expect(await firm.getByRole('row', { name: /Pass, at least/ }).innerText()).toMatch(/0\.0 % \(0\.0 % to 65\.8 %\)/)
    await page.getByText('No rule was broken under either plan').waitFor()
    await expectAccessible(page, LOOKS)
  })

  test('what the engine refuses is said, and a time without commands is not compared', async () => {
    await page.goto(`${stack.url}/firm/shadows?plan=standard-100k`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await ids().fill(traded)
    await json().and(page.getByText('risk_config')).waitFor()
    const plan = await json().inputValue()
    await change({ max_leverage: 0 })
    await decide().click()
    await page
      .getByRole('alert')
      .getByText(/max_leverage/)
      .waitFor()
    await json().fill(`${plan},`)
    await page.getByText('This is no JSON yet.').waitFor()
    expect(await decide().isEnabled()).toBe(false)
    await json().fill(plan)
    await page.getByLabel('From (UTC)').fill('2099-01-01')
    await decide().click()
    await page.getByText('not compared; it has no commands in that time').waitFor()
  })
})
