import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expectAccessible, PHONE_PX } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

interface PlanRow {
  readonly id: string
  readonly version: number
}

/** A plan that is refused, and a session that is over. */
const EXPECTED = /status of 40[01]/

describeInBrowser('the editor of plans', () => {
  let stack: Stack
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: readonly string[]

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    context = await newContext(browser)
    ;({ page, problems } = await watchedPage(context, EXPECTED))
    page.on('dialog', (dialog) => void dialog.accept())
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const edit = async (id: string): Promise<void> => {
    await page.goto(`${stack.url}/firm/plans/${id}/edit`)
    await json().waitFor()
  }
  const json = () => page.getByLabel('The plan as JSON')
  const check = () => page.getByRole('button', { name: 'Check', exact: true }).click()
  const document = async (): Promise<string> => json().inputValue()
  const versionsOf = async (id: string): Promise<readonly number[]> => {
    const { body } = await stack.engine.operator.get<readonly PlanRow[]>('/operator/v1/plans')
    return body.filter((plan) => plan.id === id).map(({ version }) => version)
  }
  const discard = async (): Promise<void> => {
    await page.reload()
    await page.getByRole('button', { name: 'Discard the draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the draft' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  test('three mistakes are listed, each is at its field, its link goes there, and nothing is saved', async () => {
    const before = await versionsOf('standard-100k')
    await edit('standard-100k')
    await page.getByLabel('Maximum drawdown, %').fill('0')
    await page.getByLabel('Time zone').fill('Mars/Olympus')
    await page.getByLabel('Open positions').fill('many')
    await check()
    const list = page.getByRole('alert').filter({ hasText: '3 problems: nothing was saved' })
    await list.waitFor()
    expect(await list.getByRole('link').allInnerTexts()).toEqual(['Time zone', 'Maximum drawdown', 'Open positions'])
    for (const [label, message] of [
      ['Maximum drawdown, %', 'must be greater than 0'],
      ['Time zone', 'must be a time zone of the IANA database'],
      ['Open positions', 'must be a whole number from 1 to 100000'],
    ] as const) {
      const field = page.getByLabel(label)
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      const described = (await field.getAttribute('aria-describedby')) ?? ''
      const words = await Promise.all(
        described
          .split(' ')
          .filter((id) => id !== '')
          .map((id) => page.locator(`[id="${id}"]`).innerText()),
      )
      expect(words.join(' ')).toContain(message)
    }
    await list.getByRole('link', { name: 'Time zone' }).click()
    expect(await page.evaluate<boolean>('document.activeElement.id === "field-risk_config-trading_day-reset_tz"')).toBe(
      true,
    )
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0)

    await page.getByLabel('Time zone').fill('Europe/Prague')
    await page.getByRole('alert').filter({ hasText: '2 problems' }).waitFor()
    expect(await versionsOf('standard-100k')).toEqual(before)
  })

  test('the draft outlives a reload and the login, is asked about when it is left, and can be discarded', async () => {
    await page.reload()
    await page.getByText('This is your draft').waitFor()
    expect(await page.getByLabel('Open positions').inputValue()).toBe('many')

    // The session is over: the login, which the demo passes by itself, leads back.
    await context.clearCookies()
    await Promise.all([
      page.waitForRequest((request) => new URL(request.url()).pathname === '/login'),
      page.getByRole('button', { name: 'Check', exact: true }).click(),
    ])
    await page.waitForLoadState('load')
    await page.getByText('This is your draft').waitFor()
    expect(await page.getByLabel('Open positions').inputValue()).toBe('many')

    const left = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'All accounts' }).click()
    await left.getByRole('button', { name: 'Stay here' }).click()
    await left.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/firm/plans/standard-100k/edit')
    await page.getByRole('link', { name: 'All accounts' }).click()
    await left.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { name: 'All accounts' }).waitFor()

    await page.goto(`${stack.url}/firm/plans/standard-100k`)
    await page.getByRole('link', { name: 'Go on with the draft' }).click()
    await page.getByText('This is your draft').waitFor()
    await page.goBack()
    await left.getByRole('button', { name: 'Stay here' }).click()
    expect(new URL(page.url()).pathname).toBe('/firm/plans/standard-100k/edit')
    await discard()
    expect(await page.getByLabel('Open positions').inputValue()).toBe('50')
    await page.getByRole('link', { name: 'All accounts' }).click()
    await page.getByRole('heading', { name: 'All accounts' }).waitFor()
  })

  test('what either side holds the other keeps: a rare field, one that is unknown, and the spelling of numbers', async () => {
    await edit('two-step-100k')
    const before = await document()
    const typed = before
      .replace('"initial_balance": "100000"', '"initial_balance": 100000.00')
      .replace('"risk_config": {', '"risk_config": {\n    "note": { "by": ["olga", 1e2] },')
    expect(typed).not.toBe(before)
    await json().fill(typed)
    await page.getByText('Not on the form, and kept as it is:').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'risk_config.note' }).count()).toBe(1)
    expect(await page.getByLabel('Initial balance, USD').inputValue()).toBe('100000.00')
    await page.getByLabel('Daily loss, %').fill('4.5')
    await page.getByLabel('Leverage, ×').fill('12')
    const after = await document()
    expect(after).toBe(
      typed.replace(/("daily_loss": \{\s*"pct": )"[\d.]+"/, '$1"4.5"').replace(/("max_leverage": )"[\d.]+"/, '$1"12"'),
    )

    await json().fill(after.slice(0, -3))
    await page.getByText('The JSON cannot be read, so the form waits.').waitFor()
    expect(await page.getByLabel('Daily loss, %').isDisabled()).toBe(true)
    expect(await page.getByLabel('Daily loss, %').inputValue()).toBe('4.5')
    expect(await page.getByRole('button', { name: 'Check', exact: true }).isDisabled()).toBe(true)
    await json().fill(after)
    await check()
    await page.getByText('is not a field of this request').waitFor()
    await page.getByRole('alert').getByRole('link').click()
    const selected = await page.evaluate<string>(
      '((area) => area.value.slice(area.selectionStart, area.selectionEnd))(document.activeElement)',
    )
    expect(selected).toBe('{ "by": ["olga", 1e2] }')
    await discard()
  })

  test('an account that is opened after the plan was saved lives under it; one that was there keeps its version', async () => {
    const old = await stack.openAccount('anna', 'standard-100k', 'Before')
    await edit('standard-100k')
    await page.getByLabel('Daily loss, %').fill('3')
    await page.getByLabel('Below the floor').selectOption('LOCK')
    await page.getByText('the day may lose $3,000.00: the floor is at $97,000.00.').waitFor()
    await page.getByLabel('Equity now, USD').fill('96999.99')
    await page
      .getByText(
        /At \$96,999\.99, a loss of \$3,000\.01 today: below \$97,000\.00, so it is locked until 00:00 \(UTC\)/,
      )
      .waitFor()
    const [newest = 0] = await versionsOf('standard-100k')
    await check()
    await page.getByText(`It becomes version ${newest + 1}, which new accounts get.`).waitFor()
    await page.getByText(`1 account and 0 unused grants keep version ${newest}.`).waitFor()
    await page.getByRole('button', { name: `Save as version ${newest + 1}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Save as version ${newest + 1}` })
      .click()
    await page.waitForURL(`${stack.url}/firm/plans/standard-100k`)
    await page.getByRole('heading', { name: `Version ${newest + 1}`, exact: true }).waitFor()
    await page
      .getByText(/^In a day .* may fall by 3 % of the initial balance/)
      .first()
      .waitFor()

    const opened = await stack.openAccount('bert', 'standard-100k', 'After')
    const rules = async (user: string, id: string) => {
      const { body } = await stack
        .user(user)
        .get<{ plan_version: number; risk_config: { daily_loss: object } }>(`/v1/account/${id}`)
      return { version: body.plan_version, ...body.risk_config.daily_loss }
    }
    expect(await rules('bert', opened)).toMatchObject({ version: newest + 1, pct: 3, action: 'LOCK' })
    expect(await rules('anna', old)).toMatchObject({ version: newest, pct: 5, action: 'TERMINATE' })
    const { body: risk } = await stack.user('bert').get<{ floor: object }>(`/v1/account/${opened}/risk`)
    expect(risk).toMatchObject({ floor: { rule: 'daily_loss_limit', equity: 97_000 } })
  })

  test('a plan is duplicated as a new one', async () => {
    await page.goto(`${stack.url}/firm/plans/instant-25k`)
    await page.getByRole('link', { name: 'Duplicate' }).click()
    expect(await page.getByLabel('Id', { exact: true }).inputValue()).toBe('instant-25k-copy')
    await page.getByLabel('Id', { exact: true }).fill('standard-100k')
    await check()
    await page.getByText('A plan standard-100k exists').waitFor()
    await page.getByLabel('Id', { exact: true }).fill('instant-26k')
    await page.getByText('It was changed since it was checked').waitFor()
    await check()
    await page.getByText('It becomes version 1 of a new plan.').waitFor()
    await page.getByRole('button', { name: 'Save as version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as version 1' }).click()
    await page.waitForURL(`${stack.url}/firm/plans/instant-26k`)
    expect(await versionsOf('instant-26k')).toEqual([1])
  })

  test('every rule has its fields: what is typed there the engine takes, and nothing is too small on a phone', async () => {
    await page.goto(`${stack.url}/firm/new-plan`)
    await page.getByLabel('Id', { exact: true }).fill('every-rule')
    await page.getByLabel('Name', { exact: true }).fill('Every rule')
    for (const rule of [
      ...['Caps classes of instruments', 'Has a profit target', 'Says which days count'],
      ...['Asks for an even profit to pass', 'Closes accounts that nobody trades', 'Has terms of payouts'],
      ...['Asks for days that count', 'Asks for an even profit', 'Asks how long positions were held'],
      ...['Positions need a stop', 'Limits the loss of an idea', 'Has moments to be flat by'],
      ...['Takes profit of short trades off', 'Has windows around news', 'Counts strikes'],
    ])
      await page.getByLabel(rule, { exact: true }).check()
    await page.getByRole('button', { name: 'Add a tier' }).click()
    await page.getByRole('group', { name: 'Tier 1' }).getByLabel('Until so much was paid, USD').fill('10000')
    await page.getByRole('button', { name: 'Add a moment' }).click()
    await page.getByRole('group', { name: 'Moment 2' }).getByLabel('Thursday').check()
    await page.getByLabel('Opposite positions').selectOption('REFUSE_USER')
    await page.getByLabel('Within the window').selectOption('FACTOR')
    await page.getByLabel('Counts of the profit, %').fill('40')
    await page.getByLabel('Forex: positions').fill('3')
    await expectAccessible(
      page,
      (['light', 'dark'] as const).flatMap((colorScheme) => [1440, PHONE_PX].map((width) => ({ colorScheme, width }))),
    )
    await check()
    await page.getByText('It becomes version 1 of a new plan.').waitFor()
    await page.getByRole('button', { name: 'Save as version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as version 1' }).click()
    await page.waitForURL(`${stack.url}/firm/plans/every-rule`)
    const { body } =
      await stack.engine.operator.get<readonly (PlanRow & { readonly risk_config: object })[]>('/operator/v1/plans')
    expect(body.find(({ id }) => id === 'every-rule')?.risk_config).toMatchObject({
      exposure: { by_class: { crypto: { max_notional: 100_000 }, forex: { max_positions: 3 } } },
      payouts: { split: [{ pct: 80, up_to_total: 10_000 }, { pct: 90 }] },
      flat_by: [{ days: ['FRI'] }, { days: ['THU', 'FRI'] }],
      news_freeze: { treatment: 'FACTOR', counts_pct: 40 },
      hedging: 'REFUSE_USER',
    })
  })
})
