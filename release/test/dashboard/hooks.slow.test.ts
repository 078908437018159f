import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expectAccessible, PHONE_PX } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const LOOKS = [1440, PHONE_PX].map((width) => ({ colorScheme: 'light' as const, width }))

describeInBrowser('a hook that was made in the dashboard', () => {
  let stack: Stack
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: readonly string[]
  let token = ''

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    await stack.openAccount('anna', 'standard-100k', 'Swing')
    ;({ page, problems } = await watchedPage(context, /status of (?:403|422)/))
    await page.goto(`${stack.url}/developers/hooks`)
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const dialog = () => page.getByRole('dialog')
  const send = (body: string) =>
    fetch(`${stack.engine.baseUrl}/v1/hooks/${token}`, {
      ...{ method: 'POST', headers: { 'content-type': 'text/plain' }, body },
    })

  test('shows its address once, and says what an alert would do', async () => {
    await page.getByText('You have no hook yet').waitFor()
    await expectAccessible(page, LOOKS)
    await page.getByRole('button', { name: 'Create a hook' }).click()
    await dialog().getByLabel('Name').fill('Breakout')
    await dialog().getByLabel('Most that one alert may open').fill('0.5')
    await dialog().getByLabel('Symbols').fill('BTC-USD')
    await dialog()
      .getByRole('checkbox', { name: /TradingView/ })
      .uncheck()
    await expectAccessible(page, LOOKS)
    await dialog().getByRole('button', { name: 'Create a hook' }).click()
    const issued = page.getByRole('dialog', { name: 'Your new hook' })
    await issued.getByText('Webhook URL of the alert').waitFor()
    ;[token = ''] = /svc_hk_[0-9a-f]{64}/.exec(await issued.innerText()) ?? []
    expect(token).not.toBe('')
    expect(await issued.innerText()).toContain('{{strategy.position_size}}')
    await issued.getByRole('button', { name: 'Try an alert' }).click()
    await issued.getByText('It would place an order.').waitFor()
    await expectAccessible(page, LOOKS)
    await issued.getByRole('button', { name: 'I have kept it' }).click()
    await issued.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(token)
  })

  test('shows what it has received', async () => {
    expect((await send('position=0.1 symbol=BTCUSD id=1')).status).toBe(200)
    expect((await send('buy BTCUSD 7 id=2')).status).toBe(422)
    await page.getByText('Placed', { exact: true }).waitFor()
    await page.getByText('Not accepted').waitFor()
    await page.getByText('Tried', { exact: true }).waitFor()
    await page.getByText('this hook may open 0.5 at most').waitFor()
    await page.getByRole('link', { name: 'Swing' }).waitFor()
    await expectAccessible(page, LOOKS)
  })

  test('gets other limits', async () => {
    await page.getByRole('button', { name: 'Edit Breakout' }).click()
    await dialog().getByLabel('Most that one alert may open').fill('0.05')
    await dialog().getByLabel('Symbols').fill('BTC-USD, ETH-USD')
    await expectAccessible(page, LOOKS)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByText('BTC-USD, ETH-USD').waitFor()
    expect((await send('buy ETHUSD 0.1 id=3')).status).toBe(422)
  })

  test('gets a new token, and is revoked', async () => {
    await page.getByRole('button', { name: 'New token for Breakout' }).click()
    await dialog().getByRole('button', { name: 'New token' }).click()
    const issued = page.getByRole('dialog', { name: 'The new address' })
    await issued.getByText('The one before it is valid until').waitFor()
    await issued.getByRole('button', { name: 'I have kept it' }).click()
    await issued.waitFor({ state: 'detached' })
    expect((await send('flat BTCUSD')).status).toBe(200)
    await page.getByRole('button', { name: 'Revoke Breakout' }).click()
    await dialog().getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('You have no hook yet').waitFor()
    expect((await send('flat BTCUSD id=9')).status).toBe(404)
  })
})
