import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pollUntil } from '../../../services/trading-engine/test/support/poll-until.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

describeInBrowser('users', () => {
  let stack: Stack
  let browser: Browser
  const accounts = { anna: '', bela: '' }
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    for (const user of ['anna', 'bela'] as const)
      accounts[user] = await stack.openAccount(user, 'standard-100k', `Account of ${user}`)
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })

  async function browserOf(user: string): Promise<BrowserContext> {
    const context = await newContext(browser)
    contexts.push(context)
    await stack.logIn(context, { user })
    return context
  }
  async function pageOf(user: string): Promise<Page> {
    const { page } = await watchedPage(await browserOf(user))
    return page
  }
  const trade = async (user: 'anna' | 'bela', quantity: number): Promise<void> => {
    const order = { account_id: accounts[user], symbol: 'BTC-USD', kind: 'MARKET', side: 'BUY', quantity }
    const { text, body } = await stack.user(user).post<{ order: { status: string } | null }>('/v1/order', order)
    if (body.order?.status !== 'FILLED') throw new Error(`no fill: ${text}`)
  }
  const openStreams = async (): Promise<number> => {
    const { text } = await metricsOf(stack)
    return Number(/^dashboard_streams_open(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1])
  }
  /** That one has begun or ended, the gateway notices a moment after the browser. */
  const untilStreams = (wanted: number): Promise<number> => pollUntil(openStreams, (count) => count === wanted)

  test('see their own accounts, and at the address of another nothing', async () => {
    const [anna, bela] = await Promise.all([pageOf('anna'), pageOf('bela')])
    for (const [page, own, other] of [
      [anna, 'anna', 'bela'],
      [bela, 'bela', 'anna'],
    ] as const) {
      await page.goto(`${stack.url}/accounts`)
      await page.getByRole('heading', { name: `Account of ${own}` }).waitFor()
      expect(await page.content()).not.toContain(accounts[other])
      for (const path of ['', '?tab=orders', '/breaches/01a20917-f9a1-7f37-84f0-467c471c9698']) {
        await page.goto(`${stack.url}/accounts/${accounts[other]}${path}`)
        await page.getByRole('alert').filter({ hasText: 'Not found' }).waitFor()
        expect(await page.content()).not.toContain(`Account of ${other}`)
      }
    }
  })

  test('have streams of their own accounts alone', async () => {
    const bela = await pageOf('bela')
    const streamed: string[] = []
    await bela.exposeFunction('streamedToTest', (text: string) => void streamed.push(text))
    await bela.addInitScript(`
      const channel = new BroadcastChannel('live bela')
      channel.onmessage = ({ data }) => window.streamedToTest(JSON.stringify(data))
    `)
    await bela.goto(`${stack.url}/accounts/${accounts.bela}`)
    await bela.getByText('Live', { exact: true }).waitFor()
    // A second tab, so that the first passes on what it gets.
    const second = await bela.context().newPage()
    await second.goto(`${stack.url}/accounts`)
    await trade('anna', 0.11)
    await trade('bela', 0.12)
    await bela
      .getByRole('row', { name: /BTC-USD.*0\.12/ })
      .first()
      .waitFor()
    const seen = streamed.join('\n')
    expect(seen).toContain(accounts.bela)
    expect(seen).not.toContain(accounts.anna)
  })

  test('who follow one another at the same browser find nothing of the one before', async () => {
    const context = await browserOf('anna')
    const [first, second] = [await context.newPage(), await context.newPage()]
    await first.goto(`${stack.url}/accounts`)
    await first.getByRole('heading', { name: 'Account of anna' }).waitFor()
    await second.goto(`${stack.url}/accounts/${accounts.anna}`)
    await second.getByRole('heading', { name: 'Account of anna' }).waitFor()
    // In the first tab somebody else logs in; the second is still that of anna.
    await stack.logIn(context, { user: 'bela' })
    await first.goto(`${stack.url}/accounts`)
    await first.getByRole('heading', { name: 'Account of bela' }).waitFor()
    expect(await first.content()).not.toContain(accounts.anna)
    // What it asks for now would come for bela: it loads again, as bela's.
    await second.getByRole('navigation').getByRole('link', { name: 'Accounts' }).click()
    await second.getByRole('heading', { name: 'Account of bela' }).waitFor()
    await second.getByRole('button', { name: 'User and display' }).click()
    await second.getByText('Signed in as bela').waitFor()
    expect(await second.content()).not.toContain(accounts.anna)
  })

  test('have one stream for ten tabs, and another tab goes on with it when its tab is closed', async () => {
    await untilStreams(0) // those of the tests before
    const context = await browserOf('anna')
    const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()))
    for (const tab of tabs) await tab.goto(`${stack.url}/accounts`)
    for (const tab of tabs) await tab.getByText('Live', { exact: true }).waitFor()
    await untilStreams(1)
    const closed = tabs.splice(0, 9)
    for (const tab of closed) await tab.close()
    const [last] = tabs as [Page]
    await last.getByText('Live', { exact: true }).waitFor()
    await trade('anna', 1)
    await last
      .getByRole('article')
      .filter({ hasText: 'Account of anna' })
      .getByText(/^−\$\d/)
      .first()
      .waitFor()
    await last.getByText('Live', { exact: true }).waitFor()
    await untilStreams(1)
  })
})

async function metricsOf({ gateways }: Stack): Promise<{ readonly text: string }> {
  const response = await fetch(`${gateways[0]?.internalUrl ?? ''}/metrics`)
  return { text: await response.text() }
}
