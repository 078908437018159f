/** The laboratory in the dashboard: a run is made, traded by a bot, read, compared and made again. */
import type { RunningService } from '@ats/local-stack'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expectAccessible, PHONE_PX } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { walkByKeyboard } from './support/keyboard.js'
import { startLab } from './support/lab.js'
import { settled } from './support/settled.js'
import { startStack, type Stack } from './support/stack.js'
import { GATEWAY_SECRET } from '../../../services/trading-engine/test/support/engine/signed-user.js'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1920, 768, PHONE_PX].map((width) => ({ colorScheme, width })),
)

interface Access {
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly account: string
}

describeInBrowser('runs of the laboratory in the dashboard', () => {
  let stack: Stack
  let lab: RunningService
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: readonly string[]
  let first: Access

  beforeAll(async () => {
    lab = await startLab()
    stack = await startStack({
      settings: { LAB_URL: lab.gatewayUrl, LAB_PUBLIC_URL: lab.url, LAB_HMAC_SECRET: GATEWAY_SECRET },
    })
    browser = await launchChromium()
    context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    ;({ page, problems } = await watchedPage(context, /status of 5\d\d/))
    await page.goto(`${stack.url}/laboratory`)
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
    await lab.stop()
  })
  afterEach(() => expect(problems).toEqual([]))

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const issued = () => page.getByRole('dialog', { name: 'The run has begun' })

  /** The variables of a bot, as the dialog shows them once. */
  const keep = async (): Promise<Access> => {
    await issued().waitFor()
    const shown = await issued().innerText()
    const of = (name: string): string => new RegExp(`${name}=(\\S+)`).exec(shown)?.[1] ?? ''
    const access = {
      url: of('ATS_URL'),
      key: of('ATS_API_KEY'),
      secret: of('ATS_API_SECRET'),
      account: of('ATS_ACCOUNT'),
    }
    await expectAccessible(page, LOOKS)
    await issued().getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('heading', { name: 'Log', exact: true }).waitFor()
    expect(await page.content()).not.toContain(access.secret)
    return access
  }
  const asBot = async (run: Access, path: string, body: object): Promise<number> => {
    const headers = { 'x-api-key': run.key, 'x-api-secret': run.secret, 'content-type': 'application/json' }
    return (await fetch(`${run.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }

  /** From the beginning of the page, on a desk. */
  const expectKeyboard = async (): Promise<void> => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.reload()
    await settled(page)
    expect(await walkByKeyboard(page)).toEqual({ unreached: [], unmarked: [] })
  }

  test('a list without runs says what a run is', async () => {
    await page.getByText('No run yet').waitFor()
    await expectAccessible(page, LOOKS)
  })

  test('a run is started from the form, and its key is shown once', async () => {
    await page.getByRole('link', { name: 'New run' }).click()
    await expectKeyboard()
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('two-step-100k')
    await page.getByRole('textbox', { name: 'Name' }).fill('first')
    await page.getByRole('textbox', { name: 'Days' }).fill('3')
    await button('Add a fault').click()
    await page.getByLabel('On request number').fill('2')
    await expectAccessible(page, LOOKS)
    await button('Start the run').click()
    first = await keep()
    expect(first.url).toMatch(new RegExp(`^${lab.url}/lab/[0-9a-f-]{36}$`))
  })

  test('what the bot does is seen, up to the end of the tape', async () => {
    const order = { account_id: first.account, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.2 }
    expect(await asBot(first, '/v1/order', { ...order, client_id: 'one' })).toBe(200)
    // The second request meets the fault: it is done, and the connection is cut.
    await expect(asBot(first, '/v1/order', { ...order, client_id: 'two' })).rejects.toThrow('fetch failed')
    await button('One day').click()
    await page.getByText('33 %').waitFor()
    await button('To the end').click()
    await page.getByText('100 %').first().waitFor()
    await page.getByRole('figure', { name: 'Equity and floors' }).waitFor()
    await page.getByRole('table', { name: 'Orders' }).getByText('filled', { exact: false }).first().waitFor()
    await page.getByText('Profit target').waitFor()
    await button('Read the log').click()
    await page.getByText('Done, and the connection is cut').waitFor()
    await page.getByText('order.fill').first().waitFor()
    await expectAccessible(page, LOOKS)
    await expectKeyboard()
    await page.getByRole('figure', { name: 'Equity and floors' }).waitFor()
  })

  test('the same recipe begins again as a run of its own, which differs in what the bot did', async () => {
    await button('Start it again').click()
    await keep()
    await button('To the end').click()
    await page.getByText('100 %').first().waitFor()
    await page.getByRole('link', { name: 'All runs' }).click()
    const rows = page.getByRole('checkbox', { name: /^Compare first/ })
    await rows.nth(1).waitFor()
    await expectAccessible(page, LOOKS)
    await rows.nth(0).check()
    await rows.nth(1).check()
    await page.getByRole('link', { name: 'Compare two' }).click()
    await page.getByText('Different', { exact: true }).waitFor()
    await page.getByText('Request 1', { exact: true }).waitFor()
    await page.getByRole('figure', { name: 'Equity of both' }).waitFor()
    await expectAccessible(page, LOOKS)
    // The same tape: the recipe is no difference.
    expect(await page.getByText('Recipe:').count()).toBe(0)
  })

  test('a run that was ended keeps what it has come to', async () => {
    await page.getByRole('link', { name: 'All runs' }).click()
    await page.getByRole('link', { name: 'first', exact: true }).last().click()
    await button('End the run').click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the run' }).click()
    await page.getByText('ended by you').waitFor()
    await page.getByRole('figure', { name: 'Equity and floors' }).waitFor()
    expect(await button('To the end').count()).toBe(0)
    const saved = page.waitForEvent('download')
    await button('Download the report').click()
    expect((await saved).suggestedFilename()).toMatch(/^run-[0-9a-f]{8}\.json$/)
  })

  test('odds are estimated for a win rate and sizes', async () => {
    await page.goto(`${stack.url}/laboratory/odds`)
    await expectKeyboard()
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('two-step-100k')
    await page.getByLabel('Trades that win, in percent').fill('55')
    await button('Estimate').click()
    await page.getByText('What was assumed').waitFor()
    await page
      .getByText(/with 95 % confidence/)
      .first()
      .waitFor()
    await expectAccessible(page, LOOKS)
  })

  test('a laboratory that has ended is said to be so, with how it starts', async () => {
    await lab.kill()
    await page.goto(`${stack.url}/laboratory`)
    await page.getByText('The laboratory does not respond').waitFor()
    await page.getByText('docker compose up lab dashboard').waitFor()
    await settled(page)
    await expectAccessible(page, LOOKS)
  })
})

describeInBrowser('a dashboard without a laboratory', () => {
  test('each of its pages says so, and how to start one', async () => {
    const stack = await startStack()
    const browser = await launchChromium()
    try {
      const context = await newContext(browser)
      await stack.logIn(context, { user: 'anna' })
      const { page, problems } = await watchedPage(context)
      for (const path of ['', '/new', '/compare', '/runs/01a20917-f9a1-7f37-84f0-467c471c9698']) {
        await page.goto(`${stack.url}/laboratory${path}`)
        await page.getByText('The laboratory is not running').waitFor()
        await page.getByText('npm start').waitFor()
      }
      expect(problems).toEqual([])
    } finally {
      await browser.close()
      await stack.close()
    }
  })
})
