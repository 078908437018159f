/** A rule by mail on its page: added, proven by the code in a real mail, tested, changed, stopped, deleted. */
import type { Browser, Page } from 'playwright-core'
import {
  startMailServer,
  type MailServer,
  type ReceivedMail,
} from '../../../services/trading-engine/test/support/mail-server.js'
import { pollUntil } from '../../../services/trading-engine/test/support/poll-until.js'
import { expectAccessible, PHONE_PX } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, PHONE_PX].map((width) => ({ colorScheme, width })),
)
const LABEL = 'Mail anna@example.com'

describeInBrowser('a notification rule that was added in the dashboard', () => {
  let mails: MailServer
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]

  beforeAll(async () => {
    mails = await startMailServer()
    stack = await startStack({
      engine: {
        ...{ SMTP_URL: mails.url, MAIL_FROM: 'desk@firm.example' },
        ...{ PUBLIC_URL: 'https://api.example', DASHBOARD_URL: 'https://app.example' },
      },
    })
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    await stack.openAccount('anna', 'standard-100k', 'Swing')
    ;({ page, problems } = await watchedPage(context, /status of (?:400|409)/))
    await page.goto(`${stack.url}/notifications`)
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
    await mails.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const dialog = () => page.getByRole('dialog')
  const card = () => page.getByRole('region', { name: LABEL })
  const sent = () => page.getByRole('table', { name: 'Messages that were sent by the rule' })
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const closed = () => dialog().waitFor({ state: 'detached' })
  const untilMails = (count: number): Promise<readonly ReceivedMail[]> =>
    pollUntil(
      () => Promise.resolve(mails.taken),
      (found) => found.length >= count,
    )

  test('is added, and waits for its code', async () => {
    await page.getByText('Nothing tells you of your accounts yet').waitFor()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await dialog().getByLabel('Mail address').fill('anna@example.com')
    await dialog().getByRole('checkbox', { name: 'Fills' }).check()
    await dialog().getByRole('checkbox', { name: 'Quiet hours' }).check()
    await dialog().getByLabel('Accounts', { exact: true }).selectOption('Only these')
    await dialog().getByRole('checkbox', { name: 'Swing' }).check()
    await expectAccessible(page, LOOKS)
    await dialog().getByRole('checkbox', { name: 'Quiet hours' }).uncheck()
    await press('Add a rule')
    await page.getByRole('dialog', { name: `Prove ${LABEL}` }).waitFor()
    await card().getByText('Waits for its code').waitFor()
  })

  test('sends once its target has shown the code', async () => {
    await press('Send a code')
    await dialog().getByText('A code is on its way.').waitFor()
    const [mail] = await untilMails(1)
    const [code = ''] = /\b[0-9]{6}\b/.exec(mail!.text) ?? []
    const wrong = code === '000000' ? '000001' : '000000'
    await dialog().getByRole('textbox', { name: 'Code', exact: true }).fill(wrong)
    await press('Prove it')
    await dialog().getByText('code is not the one that was sent last').waitFor()
    await expectAccessible(page, LOOKS)
    await dialog().getByRole('textbox', { name: 'Code', exact: true }).fill(code)
    await press('Prove it')
    await closed()
    await card().getByText('Sends', { exact: true }).waitFor()
  })

  test('sends a test and what happens, and shows what became of each', async () => {
    await page.getByRole('button', { name: `Send a test: ${LABEL}` }).click()
    await press('Send a test')
    await closed()
    const accounts = await stack.user('anna').get<{ id: string }[]>('/v1/accounts')
    const order = { symbol: 'BTC-USD', kind: 'MARKET', side: 'BUY', quantity: 0.1, account_id: accounts.body[0]!.id }
    expect((await stack.user('anna').post('/v1/order', order)).status).toBe(200)
    await untilMails(3)
    expect(mails.taken.filter((mail) => mail.header('Subject')?.includes('filled') === true)).toHaveLength(1)
    await sent().getByText('order.fill').first().waitFor()
    await sent().getByText('notification.test').waitFor()
    await sent().getByText('Delivered').first().waitFor()
    // A toast covers what is at the end of a phone's page, for some seconds.
    await page.getByText('A test is on its way').waitFor({ state: 'detached' })
    await expectAccessible(page, LOOKS)
    await sent()
      .getByRole('button', { name: /^Details of notification\.test/ })
      .click()
    await dialog().getByText('mailto:anna@example.com').waitFor()
    await page.keyboard.press('Escape')
    await closed()
  })

  test('is named among the receivers of webhooks, and its messages are found by it', async () => {
    await page.goto(`${stack.url}/developers/webhooks`)
    const table = page.getByRole('table', { name: 'Deliveries' })
    await table.getByText('notification.test').waitFor()
    expect(await table.getByRole('row').filter({ hasText: LABEL }).count()).toBeGreaterThanOrEqual(3)
    expect(await table.innerText()).not.toContain('revoked')
    await page.getByLabel('Key or rule').selectOption(LABEL)
    await table.getByText('notification.code').waitFor()
    await expectAccessible(page, LOOKS)
    await page.goto(`${stack.url}/notifications`)
  })

  test('is changed by the keyboard alone', async () => {
    await page.getByRole('button', { name: `Edit: ${LABEL}` }).focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('checkbox', { name: 'Fills' }).focus()
    await page.keyboard.press('Space')
    await dialog().getByLabel('At least').selectOption('Warnings')
    await dialog().getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await closed()
    await card().getByText('Warnings', { exact: true }).waitFor()
    expect(await card().innerText()).not.toContain('Fills')
    expect(await page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).toBe(`Edit: ${LABEL}`)
  })

  test('is paused, and sends again once it is resumed', async () => {
    await page.getByRole('button', { name: `Pause: ${LABEL}` }).click()
    await expectAccessible(page, LOOKS)
    await press('Pause')
    await closed()
    await card().getByText('Paused', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: `Send a test: ${LABEL}` }).count()).toBe(0)
    await page.getByRole('button', { name: `Resume: ${LABEL}` }).click()
    await press('Resume')
    await closed()
    await card().getByText('Sends', { exact: true }).waitFor()
  })

  test('is stopped by its receiver, and deleted', async () => {
    const [, token = ''] = /unsubscribe\/(svc_nu_[0-9a-f]{48})/.exec(mails.taken.at(-1)!.text) ?? []
    const stopped = await fetch(`${stack.engine.baseUrl}/v1/unsubscribe/${token}`, { method: 'POST' })
    expect(stopped.status).toBe(200)
    await page.reload()
    await card().getByText('Stopped by the receiver').waitFor()
    await page.getByRole('button', { name: `Enter the code: ${LABEL}` }).waitFor()
    await page.getByRole('button', { name: `Delete: ${LABEL}` }).click()
    await press('Delete')
    await page.getByText('Nothing tells you of your accounts yet').waitFor()
  })

  test('of a channel that is not set up says so', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await dialog().getByLabel('Channel').selectOption('Telegram')
    await dialog().getByLabel('Chat').fill('123456')
    await press('Add a rule')
    await press('Send a code')
    await dialog().getByText('this service sends nothing by TELEGRAM').waitFor()
    await press('Later')
  })
})
