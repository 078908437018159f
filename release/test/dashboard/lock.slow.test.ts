import type { Browser, Page } from 'playwright-core'
import { movableClock } from '../../../services/trading-engine/test/support/market/movable-clock.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

interface Account {
  readonly state: string
  readonly locked_until: string | null
}

describeInBrowser('an account that is locked for the day', () => {
  const clock = movableClock()
  let stack: Stack
  let browser: Browser
  let account: Page
  let market: Page
  let accountId: string
  const problems: (readonly string[])[] = []

  beforeAll(async () => {
    stack = await startStack({ engine: { runtime: { clock } }, now: () => new Date(clock.now() / 1000) })
    accountId = await stack.openAccount('anna', 'instant-25k')
    // Sessions and signatures are of that time, and live over the reset.
    clock.advance(Date.parse((await risk()).next_reset_at) - clock.now() / 1000 - 20 * 60_000)
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    await stack.moveMarket('BTC-USD', 100_000)
    const order = { account_id: accountId, symbol: 'BTC-USD', kind: 'MARKET', side: 'BUY', quantity: 0.2 }
    const placed = await stack.user('anna').post<{ order: { status: string } | null }>('/v1/order', order)
    if (placed.body.order?.status !== 'FILLED') throw new Error(`no fill: ${placed.text}`)
    const open = async (path: string): Promise<Page> => {
      const watched = await watchedPage(context, /status of 422/)
      problems.push(watched.problems)
      await watched.page.goto(stack.url + path)
      return watched.page
    }
    account = await open(`/accounts/${accountId}`)
    market = await open('/market/GMX/ETH-USD')
    await account.getByText('Active', { exact: true }).waitFor()
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems.flat()).toEqual([]))

  const risk = async () =>
    (await stack.user('anna').get<{ readonly next_reset_at: string }>(`/v1/account/${accountId}/risk`)).body
  const read = async (): Promise<Account> => (await stack.user('anna').get<Account>(`/v1/account/${accountId}`)).body

  test('says until when, with the rule, where it was watched', async () => {
    await stack.moveMarket('BTC-USD', 95_500)
    await account
      .getByText('Reduce only', { exact: true })
      .or(account.getByText('Halted', { exact: true }))
      .waitFor()
    await account.getByText(/^Reason: Daily loss limit, until /).waitFor()
    const { locked_until: until } = await read()
    const time = new Date(until ?? '').toLocaleTimeString('en-US', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
      hour12: false,
    })
    expect(await account.getByText(/^Reason: Daily loss limit, until /).innerText()).toContain(time)
    await account.getByRole('tab', { name: 'Breaches' }).click()
    await account.getByRole('row', { name: /Daily loss.*Locked until the daily reset/ }).waitFor()
  })

  test('opens nothing in any market', async () => {
    await market.getByText(/^The account is .*: only orders that reduce a position are accepted\.$/).waitFor()
    await market.getByLabel('Quantity (ETH)').fill('0.1')
    await market.getByRole('row', { name: /Account state/ }).waitFor()
  })

  test('is free after the reset, with a new floor, and trades from the page that was open', async () => {
    // The next day is measured from its balance, of which an open loss is no part: it would be locked again.
    await stack.user('anna').post(`/v1/account/${accountId}/close-position`, { symbol: 'BTC-USD' })
    const { locked_until: until } = await read()
    clock.advance(Date.parse(until ?? '') - clock.now() / 1000 + 1_000)
    await account.getByText('Active', { exact: true }).waitFor()
    await account.getByText(/^Reason: /).waitFor({ state: 'detached' })
    await account
      .getByRole('meter', { name: 'Daily loss limit' })
      .and(account.locator('[aria-valuetext^="$0.00 of "]'))
      .waitFor()
    await market.getByText(/only orders that reduce a position are accepted/).waitFor({ state: 'detached' })
    await market.getByRole('button', { name: 'Buy 0.1 ETH' }).click()
    await market.getByText(/^Bought 0\.1 ETH-USD at/).waitFor()
  })
})
