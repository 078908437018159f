/** A link between two own accounts on its page: made, copying, corrected, paused, ended; and one that is declined. */
import type { Browser, Page } from 'playwright-core'
import { expectAccessible, PHONE_PX } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, PHONE_PX].map((width) => ({ colorScheme, width })),
)
const NAME = 'Half follows Main'

describeInBrowser('a link that was made in the dashboard', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]
  let main: string
  let half: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    main = await stack.openAccount('anna', 'standard-100k', 'Main')
    half = await stack.openAccount('anna', 'one-step-50k', 'Half')
    ;({ page, problems } = await watchedPage(context))
    await page.goto(`${stack.url}/copying`)
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const dialog = () => page.getByRole('dialog')
  const field = (role: 'combobox' | 'textbox', name: string) => dialog().getByRole(role, { name, exact: true })
  const card = (name = NAME) => page.getByRole('region', { name })
  const copies = () => page.getByRole('table', { name: 'Copies made by the link' })
  /** Presses a button of a link, and that of the dialog that asks. */
  const ask = async (action: string, name = NAME, look = () => Promise.resolve()) => {
    await page.getByRole('button', { name: `${action}: ${name}` }).click()
    await look()
    await dialog().getByRole('button', { name: action, exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
  }
  /** On a phone a message covers the end of the page while it is there. */
  const dismiss = async () => {
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  }
  const buy = async (accountId: string, quantity: number) => {
    const order = { account_id: accountId, symbol: 'BTC-USD', kind: 'MARKET', side: 'BUY', quantity }
    expect((await stack.user('anna').post('/v1/order', order)).status).toBe(200)
  }

  test('is made between two own accounts', async () => {
    await page.getByText('You have no link yet').waitFor()
    await expectAccessible(page, LOOKS)
    await page.getByRole('button', { name: 'Create a link' }).click()
    await field('combobox', 'Leader').selectOption('Main')
    await field('combobox', 'Follower').selectOption('An account of another user')
    await field('textbox', 'Account id of the follower').waitFor()
    await expectAccessible(page, LOOKS)
    await field('combobox', 'Follower').selectOption('Half')
    await field('textbox', 'Multiple').fill('0.5')
    await field('textbox', 'Symbols').fill('BTC-USD')
    await dialog().getByRole('button', { name: 'Create a link' }).click()
    await dialog().waitFor({ state: 'detached' })
    await card().getByText('Active').waitFor()
    await card().getByText('0.5 × the leader’s').waitFor()
    await card().getByText('Holds what its links would have it hold').waitFor()
  })

  test('copies a fill, and says what it has skipped', async () => {
    await buy(main, 0.2)
    await copies()
      .getByRole('row', { name: /Entry.*BTC-USD.*Buy.*0\.1.*Ordered/ })
      .waitFor()
    await stack
      .user('anna')
      .send('PATCH', `/v1/copy-links/${await linkId()}`, { sizing: { mode: 'FIXED', value: 1e-9 } })
    await buy(main, 0.1)
    await copies()
      .getByRole('row', { name: /Less than a lot/ })
      .waitFor()
    await expectAccessible(page, LOOKS)
  })

  test('shows where the follower differs, and orders that when asked to', async () => {
    await buy(half, 0.05)
    await card()
      .getByText(/BTC-USD on \w+: holds 0\.15, should hold 0\.1/)
      .waitFor()
    await expectAccessible(page, LOOKS)
    await ask('Order the difference', NAME, async () => {
      await dialog()
        .getByText(/holds 0\.15, should hold 0\.1/)
        .waitFor()
      await expectAccessible(page, LOOKS)
    })
    await card().getByText('Holds what its links would have it hold').waitFor()
    await copies()
      .getByRole('row', { name: /Difference.*BTC-USD.*Sell.*0\.05.*Ordered/ })
      .waitFor()
  })

  test('has its terms changed', async () => {
    await page.getByRole('button', { name: `Change terms: ${NAME}` }).click()
    await field('combobox', 'Quantity of an entry').selectOption('A multiple of the leader’s')
    await field('textbox', 'Multiple').fill('0.25')
    await field('textbox', 'Symbols').fill('')
    await expectAccessible(page, LOOKS)
    await dialog().getByRole('button', { name: 'Save terms' }).click()
    await dialog().waitFor({ state: 'detached' })
    await card().getByText('0.25 × the leader’s').waitFor()
    await card().getByText('every symbol').waitFor()
    await dismiss()
  })

  test('is paused, goes on and ends', async () => {
    await ask('Pause')
    await card().getByText('Paused, by hand').waitFor()
    await dismiss()
    await ask('Go on')
    await card().getByText('Active').waitFor()
    await dismiss()
    await ask('End', NAME, () => expectAccessible(page, LOOKS))
    await card().getByText('Ended, by hand').waitFor()
    await dismiss()
    expect(await card().getByRole('button').count()).toBe(0)
  })

  test('by which another user follows is an invitation, to be accepted or declined', async () => {
    const leader = await stack.openAccount('bela', 'standard-100k', 'Other')
    const invited = `Half follows Account …${leader.slice(-8)}`
    const invite = () =>
      stack.user('bela').post('/v1/copy-links', {
        ...{ leader_account_id: leader, follower_account_id: half, sizing: { mode: 'MULTIPLIER', value: 1 } },
      })
    expect((await invite()).status).toBe(201)
    await card(invited).getByText('Invited').waitFor()
    await expectAccessible(page, LOOKS)
    await ask('Decline', invited)
    await card(invited).getByText('Ended, by hand').waitFor()
    expect((await invite()).status).toBe(201)
    await ask('Accept', invited)
    await card(invited).getByText('Active').waitFor()
  })

  async function linkId(): Promise<string> {
    const { body } = await stack.user('anna').get<readonly { id: string }[]>('/v1/copy-links')
    return body[0]?.id ?? ''
  }
})
