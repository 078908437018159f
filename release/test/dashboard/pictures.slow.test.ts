import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { ROOT } from '../support/installed.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { seedFirm, type Firm } from './support/firm.js'
import { settled } from './support/settled.js'
import { startStack, type Stack } from './support/stack.js'

/** `PICTURES=write` keeps them, for docs/DASHBOARD.md; otherwise they are taken and thrown away. */
const isKept = process.env['PICTURES'] === 'write'
const IMAGES = join(ROOT, 'docs/images')
const BYTES_MAX = 150_000

const PHONE: BrowserContextOptions = { viewport: { width: 375, height: 760 }, deviceScaleFactor: 2 }
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 860 } }

describeInBrowser('the pictures of docs/DASHBOARD.md', () => {
  let stack: Stack
  let browser: Browser
  let firm: Firm

  beforeAll(async () => {
    stack = await startStack()
    firm = await seedFirm(stack)
    browser = await launchChromium()
    if (isKept) mkdirSync(IMAGES, { recursive: true })
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })

  const nothing = (): Promise<void> => Promise.resolve()
  const typeOrder = async (page: Page): Promise<void> => {
    await page.getByLabel('Account').selectOption('Momentum, both ways')
    await page.getByLabel('Quantity (BTC)').fill('0.5')
    await page.getByText(/^Long 0\.9/).waitFor()
  }

  const toLists = (page: Page): Promise<void> =>
    page.evaluate('document.querySelector("[role=tablist]").scrollIntoView({ block: "center" })')

  test.each<[string, string, BrowserContextOptions, (page: Page) => Promise<void>]>([
    ['accounts', '/accounts', DESK, nothing],
    ['account', '/accounts/:busy', DESK, nothing],
    ['account-history', '/accounts/:busy?tab=allOrders', DESK, toLists],
    ['account-payouts', '/accounts/:busy?tab=payouts', DESK, toLists],
    ['breach', '/accounts/:ended/breaches/:breach', DESK, nothing],
    ['market', '/market/GMX/BTC-USD', DESK, typeOrder],
    ['market-phone', '/market/GMX/BTC-USD', { ...PHONE, colorScheme: 'dark' }, nothing],
    ['keys', '/developers', DESK, nothing],
    ['firm', '/firm', { ...DESK, colorScheme: 'dark' }, nothing],
    ['firm-payouts', '/firm/payouts', DESK, nothing],
  ])('%s', async (name, path, options, prepare) => {
    const context = await newContext(browser, options)
    await stack.logIn(context, { user: 'anna', roles: path.startsWith('/firm') ? ['trader', 'operator'] : ['trader'] })
    const { page, problems } = await watchedPage(context)
    const { accounts, breachId } = firm
    const places = { busy: accounts.busy, ended: accounts.ended, breach: breachId }
    await page.goto(stack.url + path.replaceAll(/:(\w+)/g, (_text, place: keyof typeof places) => places[place]))
    await settled(page)
    await prepare(page)
    const file = join(IMAGES, `${name}.jpg`)
    const picture = await page.screenshot({ type: 'jpeg', quality: 82, ...(isKept && { path: file }) })
    expect(picture.byteLength).toBeLessThanOrEqual(BYTES_MAX)
    if (isKept) expect(statSync(file).size).toBe(picture.byteLength)
    expect(problems).toEqual([])
    await context.close()
  })
})
