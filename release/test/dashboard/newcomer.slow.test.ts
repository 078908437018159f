import {
  awaitRunning,
  makeInstallation,
  startLauncher,
  type Installation,
  type RunningLauncher,
} from '@ats/local-stack'
import type { Browser, Locator, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'

/** More would be a sign that the pages have become awkward. */
const CLICKS_MAX = 25

describeInBrowser('a newcomer after npm start', () => {
  let installation: Installation
  let launcher: RunningLauncher
  let browser: Browser

  beforeAll(async () => {
    installation = await makeInstallation()
    launcher = await awaitRunning(startLauncher(installation))
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    launcher.signalGroup('SIGINT')
    await launcher.ended
    installation.remove()
  })

  test('makes a key, places a bracket, moves the market into a breach and finds out why the account ended', async () => {
    const { page, problems } = await watchedPage(await newContext(browser))
    const hand = createHand(page)
    const [address = ''] = /http:\/\/\S+/.exec(launcher.output()) ?? []
    await page.goto(address)

    await hand.click(page.getByRole('link', { name: 'Keys' }))
    await hand.click(page.getByRole('button', { name: 'Create a key' }))
    await hand.type(page.getByLabel('Name'), 'My first bot')
    await hand.click(page.getByRole('checkbox', { name: 'Trade' }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Create a key' }))
    await page.getByText(/^svc_sk_\w+$/).waitFor()
    await hand.click(page.getByRole('button', { name: 'I have kept it' }))

    await hand.click(page.getByRole('link', { name: 'Markets' }))
    await hand.click(page.getByRole('link', { name: 'BTC-USD' }).first())
    await page.getByRole('heading', { name: 'BTC-USD' }).waitFor()
    const price = await priceOn(page)
    // Of which 5 % are more than a day may lose, and less than the account may.
    const quantity = (150_000 / price).toFixed(2)
    await hand.type(page.getByLabel('Quantity (BTC)'), quantity)
    await hand.type(page.getByLabel('Stop loss at'), String(Math.round(price * 0.8)))
    await hand.type(page.getByLabel('Take profit at'), String(Math.round(price * 1.1)))
    await page.getByText(`LONG ${quantity}`).waitFor()
    await hand.click(page.getByRole('button', { name: `Buy ${quantity} BTC` }))
    const confirm = page.getByRole('button', { name: 'Place order' })
    await confirm
      .or(page.getByText(`Bought ${quantity} BTC-USD at`))
      .first()
      .waitFor()
    if (await confirm.isVisible()) await hand.click(confirm)
    const position = page.getByRole('row', { name: /BTC-USD.*Long/ }).first()
    await position.waitFor()
    await hand.click(page.getByRole('tab', { name: /^Working orders/ }))
    for (const exit of ['Stop', 'Take profit'])
      await page
        .getByRole('row', { name: new RegExp(`BTC-USD.*${exit}`) })
        .first()
        .waitFor()

    await hand.click(page.getByRole('link', { name: 'Sandbox' }))
    await hand.click(page.getByRole('button', { name: '−5 %' }))
    await hand.click(page.getByRole('button', { name: 'Move', exact: true }))

    await hand.click(page.getByRole('navigation').getByRole('link', { name: 'Accounts', exact: true }))
    await page.getByRole('heading', { name: 'Ended accounts (1)' }).waitFor()
    await hand.click(page.getByRole('link', { name: 'Standard 100k' }))
    await page.getByText('A rule of its plan has ended this account').waitFor()
    await hand.click(page.getByRole('link', { name: 'Why it ended' }))
    await page.getByRole('heading', { name: /breach: Daily loss/i }).waitFor()
    expect(await page.getByRole('main').innerText()).toMatch(/Limit\s+\$95,000\.00\s+Value at the breach\s+\$9\d,\d{3}/)

    expect(problems).toEqual([])
    expect(hand.clicks()).toBeLessThanOrEqual(CLICKS_MAX)
    const seconds = (await page.evaluate<number>('Date.now() - performance.timeOrigin')) / 1000
    process.stdout.write(`the newcomer needed ${hand.clicks()} clicks and ${seconds.toFixed(1)} s\n`)
  })
})

/** Does what a person does, and counts it. */
function createHand(page: Page) {
  let clicks = 0
  return {
    clicks: () => clicks,
    async click(target: Locator): Promise<void> {
      await target.click()
      clicks += 1
    },
    async type(field: Locator, text: string): Promise<void> {
      await field.click()
      await page.keyboard.type(text)
    },
  }
}

/** As a person reads it, once it is there. */
async function priceOn(page: Page): Promise<number> {
  const figure = page.getByText(/^Last\s*[\d,.]+$/).first()
  const [, price = ''] = /([\d,.]+)$/.exec(await figure.innerText()) ?? []
  return Number(price.replaceAll(',', ''))
}
