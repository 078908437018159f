import type { Browser, BrowserContext, Page } from 'playwright-core'
import { putState } from '../../../services/trading-engine/test/support/plans/challenges.js'
import { expectAccessible, PHONE_PX } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, PHONE_PX].map((width) => ({ colorScheme, width })),
)

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

  test('a trader begins a challenge once the program was granted, and sees its phases', async () => {
    const phases = [
      { id: 'one', label: 'Evaluation', plan_id: 'two-step-100k', kind: 'EVALUATION', promotion: 'AUTO' },
      { id: 'last', label: 'Funded', plan_id: 'standard-100k', kind: 'FUNDED', requires_kyc: true },
    ]
    const program = { id: 'sold', name: 'Sold here', currency: 'USD', phases, reset: { allowed: true } }
    await stack.engine.operator.put('/operator/v1/programs', { body: { programs: [program] } })
    const trader = await newContext(browser)
    await stack.logIn(trader, { user: 'tom', roles: ['trader'] })
    const { page: own } = await watchedPage(trader)
    await own.goto(`${stack.url}/challenges`)
    await own.getByRole('button', { name: 'Begin Sold here' }).click()
    const dialog = own.getByRole('dialog')
    await dialog.getByText('Rules of Evaluation: $100,000.00').click()
    await dialog.getByText('Profit target').first().waitFor()
    await expectAccessible(own, LOOKS)
    await own.getByLabel('Name').fill('First try')
    await own.getByRole('dialog').getByRole('button', { name: 'Begin' }).click()
    await own.waitForURL(/challenges\/[0-9a-f-]+$/)
    await own.getByRole('heading', { name: 'First try' }).waitFor()
    await own.getByText('not reached yet').waitFor()
    const progress = own.getByRole('region', { name: 'Objective' })
    await expect(progress.getByRole('listitem').first().textContent()).resolves.toMatch(/^Profit target.*not yet/)
    await expectAccessible(own, LOOKS)
    await own.getByRole('link', { name: 'To the account of Evaluation, attempt 1' }).click()
    await own.getByRole('heading', { name: 'First try: Evaluation' }).waitFor()
    const { body } = await stack.user('tom').get<readonly { id: string; account_id: string }[]>('/v1/challenges')
    const [{ id = '', account_id: account = '' } = {}] = body
    await stack.engine.operator.post(`/operator/v1/accounts/${account}/close`, { body: { reason: 'paid back' } })
    const reset = { reference: 'reset-1', user_id: 'tom', challenge_id: id }
    await stack.engine.operator.post('/operator/v1/challenge-grants', { body: reset })
    await own.goto(`${stack.url}/challenges/${id}`)
    await own.getByRole('button', { name: 'Begin this phase again' }).click()
    await own.getByRole('dialog').getByRole('button', { name: 'Begin this phase again' }).click()
    await own.getByText('attempt 2').waitFor()
    await trader.close()
  })

  test('what an identity check found is recorded', async () => {
    await page.goto(`${stack.url}/firm/promotions`)
    await page.getByRole('button', { name: 'Record a check' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('User').fill('tom')
    await dialog.getByRole('button', { name: 'Record a check' }).click()
    const row = page.getByRole('row', { name: /tom/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/approved.*olga/)
    await page.setViewportSize({ width: PHONE_PX, height: 900 })
    const overlong = `[...document.querySelectorAll('fieldset label')].filter((one) => one.scrollWidth > one.clientWidth).length`
    expect(await page.evaluate<number>(overlong)).toBe(0)
  })

  test('an approver opens the next phase of who has passed; an operator turns another down with a reason', async () => {
    const phases = [
      { id: 'one', label: 'Evaluation', plan_id: 'two-step-100k', kind: 'EVALUATION', promotion: 'REVIEW' },
      { id: 'last', label: 'Funded', plan_id: 'standard-100k', kind: 'FUNDED' },
    ]
    const program = { id: 'reviewed', name: 'Reviewed', currency: 'USD', phases }
    await stack.engine.operator.put('/operator/v1/programs', { body: { programs: [program] } })
    for (const user of ['pia', 'paul']) {
      const begun = await stack.user(user).post<{ account_id: string }>('/v1/challenges', { program_id: 'reviewed' })
      await putState(stack.engine, 'PASSED', begun.body.account_id)
    }
    const approver = await newContext(browser)
    await stack.logIn(approver, { user: 'otto', roles: ['operator'] })
    const { page: own } = await watchedPage(approver)
    await own.goto(`${stack.url}/firm/promotions`)
    await own.getByRole('button', { name: 'Approve one of pia' }).click()
    await expectAccessible(own, LOOKS)
    await own.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await own.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${stack.url}/firm/promotions`)
    await page.getByRole('button', { name: 'Reject one of paul' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Reject' }).isDisabled()).resolves.toBe(true)
    await dialog.getByLabel('Reason').fill('one trade made it all')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await dialog.waitFor({ state: 'detached' })
    await own.goto(`${stack.url}/firm/promotions?show=all`)
    const rowOf = (user: string) => own.getByRole('row', { name: new RegExp(user) })
    await rowOf('pia').filter({ hasText: 'otto' }).waitFor()
    await rowOf('paul').filter({ hasText: 'one trade made it all' }).waitFor()
    const challenges = await stack.user('pia').get<readonly { status: string }[]>('/v1/challenges')
    expect(challenges.body.map(({ status }) => status)).toEqual(['FUNDED'])
    await approver.close()
  })

  test('a challenge is sold to a user once, seen in the list, and taken back while nobody has used it', async () => {
    await page.goto(`${stack.url}/firm/grants`)
    await page.getByRole('button', { name: 'Grant a challenge' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('User').fill('nora')
    await dialog.getByLabel('Program').selectOption('Sold here')
    await dialog.getByLabel('Reference').fill('order-77')
    await expectAccessible(page, LOOKS)
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Grant it' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('table', { name: 'Challenges' }).getByRole('row', { name: /nora.*order-77/ })
    await row.waitFor()
    // Without the message that it is granted, which lies on the list.
    await page.reload()
    await row.waitFor()
    await expectAccessible(page, LOOKS)
    await page.setViewportSize({ width: 1440, height: 900 })
    const { body } = await stack.user('nora').get<readonly object[]>('/v1/challenge-grants')
    expect(body).toMatchObject([{ program_id: 'sold', reference: 'order-77', account_id: null }])
    await row.getByRole('button', { name: /^Take back/ }).click()
    await dialog.getByRole('button', { name: 'Take it back' }).click()
    await row.waitFor({ state: 'detached' })
  })
})
