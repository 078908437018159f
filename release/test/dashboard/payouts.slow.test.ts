/** A payout from the request of a trader to the debit in the ledger, by two operators. */
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const ELEVEN_MINUTES = 660

interface Payout {
  readonly id: string
  readonly status: string
  readonly trader_amount: number | null
}

describeInBrowser('a payout', () => {
  let stack: Stack
  let browser: Browser
  let accountId: string
  const pages: Page[] = []
  const problems: (readonly string[])[] = []

  const seconds = () => Math.floor(Date.now() / 1000)
  const pageOf = async (session: Parameters<Stack['logIn']>[1]): Promise<Page> => {
    const context = await newContext(browser, { viewport: { width: 1600, height: 1000 } })
    await stack.logIn(context, session)
    // The console of Chromium tells of the refusals that are asked for here.
    const watched = await watchedPage(context, /status of (?:403|404|409)/)
    pages.push(watched.page)
    problems.push(watched.problems)
    return watched.page
  }
  const operator = (user: string) => pageOf({ user, roles: ['trader', 'operator'] })
  const payouts = async (): Promise<readonly Payout[]> =>
    (await stack.user('anna').get<readonly Payout[]>(`/v1/account/${accountId}/payouts`)).body
  const types = async () =>
    (await stack.user('anna').get<readonly { type: string }[]>(`/v1/account/${accountId}/events`)).body.map(
      ({ type }) => type,
    )

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    accountId = await stack.openAccount('anna')
    const body = { direction: 'IN', amount: 2_500, reason: 'profit of the test', reference: 'profit' }
    await stack.engine.operator.post(`/operator/v1/accounts/${accountId}/capital`, { body })
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems.flat()).toEqual([]))

  test('is asked for by a trader who has just logged in, once, for no more than there is', async () => {
    const page = await pageOf({ user: 'anna', authTime: seconds() - ELEVEN_MINUTES })
    await page.goto(`${stack.url}/accounts/${accountId}?tab=payouts`)
    await page.getByRole('button', { name: 'Request a payout' }).click()
    const dialog = page.getByRole('dialog')
    const ask = dialog.getByRole('button', { name: 'Request a payout' })
    await dialog.getByLabel('Amount').fill('2500.01')
    await dialog.getByText('More than is available: $2,500.00').waitFor()
    expect(await ask.isDisabled()).toBe(true)
    await dialog.getByLabel('Amount').fill('1000.50')
    await ask.click()
    // Money needs a login of the last ten minutes: nothing has happened, and what was typed is still there.
    await dialog
      .getByRole('button', { name: 'Log in again' })
      .or(dialog.getByRole('link', { name: 'Log in again' }))
      .waitFor()
    expect(await payouts()).toEqual([])
    await stack.logIn(page.context(), { user: 'anna' })
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('1000.50')
    await ask.click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('table', { name: 'Payouts' }).getByRole('row', { name: /\$1,000\.50/ })
    await row.getByText('Requested').waitFor()
    expect(await payouts()).toMatchObject([{ status: 'REQUESTED' }])
    await page.getByText('One request at a time').waitFor()
    expect(await page.getByRole('button', { name: 'Request a payout' }).isDisabled()).toBe(true)
  })

  test('is split by one operator, who cannot approve it: neither on the page nor past it', async () => {
    const pia = await operator('pia')
    await pia.goto(`${stack.url}/firm/payouts`)
    const asked = pia.getByRole('table', { name: 'To be split' }).getByRole('row', { name: /anna/ })
    await asked.getByText('covered, $2,500.00 available').waitFor()
    await asked.getByRole('button', { name: /^Propose the split/ }).click()
    const dialog = pia.getByRole('dialog')
    await dialog.getByLabel('Trader’s share in percent').fill('80')
    await dialog.getByText('$800.40 to the trader, $200.10 to the firm').waitFor()
    await dialog.getByRole('button', { name: 'Propose it' }).click()
    const proposed = pia.getByRole('table', { name: 'To be approved' }).getByRole('row', { name: /anna/ })
    await proposed.getByText('you proposed it: another operator has to approve').waitFor()
    expect(await proposed.getByRole('button', { name: /^Approve/ }).isDisabled()).toBe(true)
    const [payout] = await payouts()
    const answer = await pia.request.post(`${stack.url}/api/operator/v1/payouts/${payout!.id}/approve`, {
      headers: { 'X-Dashboard': '1', 'Sec-Fetch-Site': 'same-origin', 'content-type': 'application/json' },
      data: '{}',
    })
    expect([answer.status(), ((await answer.json()) as { error: string }).error]).toEqual([403, 'permission_denied'])
    expect(await payouts()).toMatchObject([{ status: 'PROPOSED' }])
  })

  test('is approved by another: the debit is in the ledger, names the payout, and the trader sees both', async () => {
    const otto = await operator('otto')
    await otto.goto(`${stack.url}/firm/payouts`)
    const row = otto.getByRole('table', { name: 'To be approved' }).getByRole('row', { name: /anna/ })
    await row.getByRole('button', { name: 'Approve $1,000.50 for anna' }).click()
    const dialog = otto.getByRole('dialog')
    await dialog.getByText('$1,000.50 leaves the account now, and $800.40 of it').waitFor()
    await dialog.getByRole('button', { name: 'Approve and debit' }).click()
    await otto.getByText('Nothing waits for a second operator').waitFor()
    await otto.getByText('Paid', { exact: true }).first().click()
    await otto
      .getByRole('table', { name: 'Payouts' })
      .getByRole('link', { name: /^The debit of payout/ })
      .click()
    const [payout] = await payouts()
    const debit = otto.getByRole('table', { name: 'Ledger' }).getByRole('row', { name: /1,000\.50/ })
    await debit.getByRole('link', { name: `Payout ${payout!.id}` }).waitFor()
    expect(payout).toMatchObject({ status: 'PAID', trader_amount: 800.4 })
    expect(await types()).toEqual(['payout.requested', 'payout.proposed', 'payout.paid'])

    const [anna] = pages
    const paid = anna!.getByRole('table', { name: 'Payouts' }).getByRole('row', { name: /\$1,000\.50/ })
    // The page of the trader is told by its stream.
    await paid.getByText('Paid', { exact: true }).waitFor()
    await paid.getByText('$800.40 (80.00 %)').waitFor()
  })

  test('is nothing that a trader can see or decide for others: every page and path of the firm is missing', async () => {
    const [anna] = pages
    for (const path of ['payouts', 'grants', 'audit', 'breaches', 'books', 'health']) {
      await anna!.goto(`${stack.url}/firm/${path}`)
      await anna!.getByRole('heading', { name: 'There is no such page', level: 1 }).waitFor()
    }
    for (const path of ['payouts', 'grants', 'audit', 'breaches', 'ledger-check', 'health']) {
      const answer = await anna!.request.get(`${stack.url}/api/operator/v1/${path}`)
      expect([path, answer.status()]).toEqual([path, 404])
    }
  })
})
