import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

describeInBrowser('the playground', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]
  let accountId: string

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    accountId = await stack.openAccount('anna')
    ;({ page, problems } = await watchedPage(context, /status of 4\d\d/))
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const open = (operation: string) => page.goto(`${stack.url}/developers/playground?operation=${operation}`)
  const send = () => page.getByRole('button', { name: 'Send', exact: true }).first().click()
  const answer = async () =>
    JSON.parse(await page.getByRole('group', { name: 'Body of the response' }).innerText()) as unknown
  const orders = async () => {
    const { body } = await stack.user('anna').get<readonly unknown[]>(`/v1/account/${accountId}/orders?status=all`)
    return body
  }

  test('finds an operation by keyboard alone, and has its example ready', async () => {
    await page.goto(`${stack.url}/developers/playground`)
    await page.getByText('Choose an operation').waitFor()
    await page.getByLabel('Search operations').focus()
    await page.keyboard.type('place an order')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Place an order' }).waitFor()
    expect(new URL(page.url()).searchParams.get('operation')).toBe('placeOrder')
    expect(await page.getByLabel('account_id').inputValue()).toBe(accountId)
  })

  test('asks before it places an order', async () => {
    await send()
    const dialog = page.getByRole('dialog', { name: 'Place this order?' })
    await dialog.getByText('This places an order on your account').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await orders()).toHaveLength(0)
    await send()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^200 in \d+ ms$/).waitFor()
    expect(await answer()).toMatchObject({ order: { account_id: accountId, symbol: 'BTC-USD', origin: 'DASHBOARD' } })
    expect(await orders()).toHaveLength(1)
  })

  test('marks what is missing, and sends nothing', async () => {
    await page.getByLabel('quantity').fill('')
    await send()
    await page.getByText('Fill this in').waitFor()
    await page.getByLabel('quantity').fill('0.01')
    await page.getByText('JSON', { exact: true }).click()
    const body = page.getByLabel('Body, as JSON')
    const typed = await body.inputValue()
    await body.fill(`${typed},`)
    await send()
    await page.getByText('This is no JSON').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await orders()).toHaveLength(1)
    await body.fill(typed.replace('BTC-USD', 'NOPE-USD'))
    await send()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^4\d\d in \d+ ms$/).waitFor()
    expect(await answer()).toMatchObject({ error: expect.any(String) as string })
    expect(await orders()).toHaveLength(1)
  })

  test('reads without a question, and shows numbers to the last digit', async () => {
    await open('getPrice')
    await send()
    await page.getByText(/^200 in \d+ ms$/).waitFor()
    expect(await answer()).toMatchObject({ symbol: 'BTC-USD' })
    await page.getByText('content-type').waitFor()
    const code = page.getByRole('group', { name: 'The request as code' })
    expect(await code.innerText()).toContain('X-API-Key: $ATS_KEY')
    await page.getByText('SDK', { exact: true }).click()
    expect(await code.innerText()).toContain("trading.market.price('BTC-USD')")
    await page.getByText('CLI', { exact: true }).click()
    expect(await code.innerText()).toContain('npx ats prices BTC-USD')
  })

  test('leaves responses with a secret to the pages that show it once', async () => {
    await open('createApiKey')
    await page.getByText('Its answer holds a secret').waitFor()
    expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0)
  })

  test.each(['streamMarket', 'getKey', 'nothing'])('does not send %s', async (operation) => {
    await open(operation)
    await page.getByText(`There is no operation ${operation} here`).waitFor()
  })
})
