import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { seedFirm, type Firm } from './support/firm.js'
import { walkByKeyboard } from './support/keyboard.js'
import { screenPaths } from './support/screens.js'
import { settled } from './support/settled.js'
import { startStack, type Stack } from './support/stack.js'

const THEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 768, 375] as const
const TABS = [
  'orders',
  'history',
  'fills',
  'allOrders',
  'calendar',
  'analytics',
  'breaches',
  'funding',
  'ledger',
  'rules',
]

/** The parts of an address in a firm. */
type Places = Readonly<Record<'id' | 'n' | 'venue' | 'symbol', string>>

const addressOf = (path: string, places: Places): string =>
  path.replace('/plans/:id', '/plans/standard-100k').replaceAll(/:(\w+)/g, (_text, name: keyof Places) => {
    if (!(name in places)) throw new Error(`which ${name} is meant in ${path}?`)
    return places[name]
  })

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
      expect({ colorScheme, width, overflow, found }).toEqual({ colorScheme, width, overflow: 0, found: [] })
    }
  }
}

function describeScreens(name: string, seed: (stack: Stack) => Promise<Places>, isFull: boolean): void {
  describe(name, () => {
    let stack: Stack
    let browser: Browser
    let places: Places
    let page: Page
    let problems: string[]

    beforeAll(async () => {
      stack = await startStack()
      places = await seed(stack)
      browser = await launchChromium()
    })
    beforeEach(async () => {
      const context = await newContext(browser)
      await stack.logIn(context, { user: 'anna', roles: ['trader', 'operator'] })
      ;({ page, problems } = await watchedPage(context, isFull ? undefined : /status of 404/))
    })
    afterEach(() => page.context().close())
    afterAll(async () => {
      await browser.close()
      await stack.close()
    })

    test.each(screenPaths())('%s: no violation in any theme at any width, nothing on the console', async (path) => {
      await page.goto(stack.url + addressOf(path, places))
      await settled(page)
      await expectAccessible(page)
      expect(problems).toEqual([])
    })

    if (!isFull) return
    test.each(TABS)('the list %s of an account, too', async (tab) => {
      await page.goto(`${stack.url}/accounts/${places.id}?tab=${tab}`)
      await settled(page)
      await expectAccessible(page)
      expect(problems).toEqual([])
    })

    test.each(screenPaths())('%s: Tab alone comes to every control, and shows where it is', async (path) => {
      await page.goto(stack.url + addressOf(path, places))
      await settled(page)
      expect(await walkByKeyboard(page)).toEqual({ unreached: [], unmarked: [] })
    })
  })
}

const MARKET = { venue: 'GMX', symbol: 'BTC-USD' } as const

describeInBrowser('screens', () => {
  describeScreens(
    'of a firm with accounts in several states',
    async (stack) => {
      const { accounts, breachId }: Firm = await seedFirm(stack)
      return { ...MARKET, id: accounts.ended, n: breachId }
    },
    true,
  )
  describeScreens(
    'where nothing has happened yet',
    (stack) => stack.openAccount('bela').then((id) => ({ ...MARKET, id, n: '01a20917-f9a1-7f37-84f0-467c471c9698' })),
    false,
  )
})
