import { ROWS } from '@ats/dashboard'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { sessionCookie, startStack, type Stack } from './support/stack.js'

describeInBrowser('traders and operators', () => {
  let stack: Stack
  let browser: Browser
  let trader: Page
  let operator: Page
  let context: BrowserContext
  const problems: (readonly string[])[] = []
  let accountId: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    accountId = await stack.openAccount('anna')
    const open = async (user: string, roles: readonly ('trader' | 'operator')[]): Promise<Page> => {
      context = await newContext(browser)
      await stack.logIn(context, { user, roles })
      const watched = await watchedPage(context, /status of (?:404|422)/)
      problems.push(watched.problems)
      return watched.page
    }
    operator = await open('olga', ['operator'])
    trader = await open('anna', ['trader'])
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems.flat()).toEqual([]))

  test('an operator halts an account for a reason, which its trader reads on the page that was open', async () => {
    await trader.goto(`${stack.url}/accounts/${accountId}`)
    await trader.getByText('Active', { exact: true }).waitFor()
    await operator.goto(`${stack.url}/firm/accounts/${accountId}`)
    await operator.getByRole('button', { name: 'Halt', exact: true }).click()
    const halt = operator.getByRole('button', { name: 'Halt it' })
    expect(await halt.isDisabled()).toBe(true)
    await operator.getByLabel('Reason').fill('Call us about the trade of Monday')
    await halt.click()
    await trader.getByText('Halted', { exact: true }).waitFor()
    await trader.getByText('Reason: Call us about the trade of Monday').waitFor()
    await operator.getByText('Call us about the trade of Monday').first().waitFor()
    await operator.getByRole('row', { name: /olga/ }).first().waitFor()
  })

  test('an operator who has no accounts is asked for no stream of them', async () => {
    const asked: string[] = []
    operator.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await operator.goto(`${stack.url}/firm`)
    await operator.getByRole('heading', { level: 1 }).waitFor()
    await operator.getByText(accountId.slice(-8)).first().waitFor()
    expect(asked.filter((path) => path.startsWith('/api/engine/v1/accounts'))).toEqual([])
    expect(await operator.getByText('Disconnected').count()).toBe(0)
    operator.removeAllListeners('request')
    await operator.goBack()
  })

  test('a halted account opens nothing, and the ticket says so', async () => {
    await trader.goto(`${stack.url}/market/GMX/BTC-USD`)
    await trader.getByText('The account is Halted: only orders that reduce a position are accepted.').waitFor()
    await trader.getByLabel('Quantity (BTC)').fill('0.01')
    await trader.getByRole('row', { name: /Account state/ }).waitFor()
  })

  test('once it is released, it trades again without a reload', async () => {
    await operator.getByRole('button', { name: 'Release', exact: true }).click()
    await operator.getByRole('button', { name: 'Release it' }).click()
    await operator.getByText('The account is released.').waitFor()
    await trader.getByText('The account is Halted: only').waitFor({ state: 'detached' })
    await trader.getByRole('button', { name: 'Buy 0.01 BTC' }).click()
    await trader.getByText(/^Bought 0\.01 BTC-USD at/).waitFor()
  })

  test('the accounts that are listed are those of the address, and an id that is searched opens its account', async () => {
    await operator.goto(`${stack.url}/firm/accounts?user=anna&sort=headroom`)
    const rows = operator.getByRole('table', { name: 'All accounts' }).getByRole('row', { name: /anna/ })
    await rows.waitFor()
    await operator.getByLabel('State', { exact: true }).selectOption({ label: 'Closed' })
    await operator.waitForURL(/\?user=anna&state=CLOSED&sort=headroom$/)
    await operator.getByText('No account matches').waitFor()
    await operator.getByRole('radio', { name: 'Newest' }).click()
    await operator.waitForURL(/\?user=anna&state=CLOSED$/)
    await operator.getByRole('button', { name: 'Clear filters' }).click()
    await operator.waitForURL(/\/firm\/accounts$/)
    await rows.waitFor()
    const search = operator.getByRole('search', { name: 'Filters' })
    await search.getByLabel('User or account').fill(` ${accountId.toUpperCase()} `)
    await search.getByRole('button', { name: 'Search' }).click()
    await operator.waitForURL(`${stack.url}/firm/accounts/${accountId}`)
  })

  test.each(['/firm', '/firm/accounts', '/firm/accounts/:id'])('%s does not exist for a trader', async (path) => {
    await trader.goto(stack.url + path.replace(':id', accountId))
    await trader.getByRole('heading', { name: 'There is no such page', level: 1 }).waitFor()
    expect(await trader.getByRole('navigation').innerText()).not.toContain('Firm')
  })

  const OPERATED = ROWS.filter(({ service }) => service === 'operator').map(
    ({ method, path }) => [method, path] as const,
  )

  test('there are requests that only operators may send', () => {
    expect(OPERATED.length).toBeGreaterThan(40)
  })

  test.each(OPERATED)('%s %s is for a trader like a path that is not there', async (method, path) => {
    const [asTrader, asOperator] = await Promise.all(
      (['trader', 'operator'] as const).map((role) => sessionCookie({ user: `some-${role}`, roles: [role] })),
    )
    const target = `/api/operator/v1${path.slice('/operator/v1'.length).replace(/:\w+/g, accountId)}`
    const send = async (cookie: string | undefined, at: string) => {
      const headers = {
        cookie: cookie ?? '',
        'sec-fetch-site': 'same-origin',
        'x-dashboard': '1',
        'x-request-id': 'same',
      }
      const response = await fetch(stack.url + at, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      })
      return { status: response.status, text: await response.text() }
    }
    const missing = await send(asTrader, '/api/operator/v1/nothing')
    expect(await send(asTrader, target)).toEqual({ ...missing, status: 404 })
    // It is there: an operator is told something else.
    expect((await send(asOperator, target)).text).not.toBe(missing.text)
  })
})
