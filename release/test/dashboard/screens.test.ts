import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { seedFirm, type Firm } from './support/firm.js'
import { walkByKeyboard } from './support/keyboard.js'
import { addressOf, screenPaths, type Places } from './support/screens.js'
import { settled } from './support/settled.js'
import { startStack, type Stack } from './support/stack.js'
import { smallTargets } from './support/targets.js'

const PHONE_PX = 375
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 768, PHONE_PX] as const
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
  'payouts',
  'rules',
]

/** Dialogs, by the screen and the button that opens them. */
const DIALOGS: readonly (readonly [path: string, button: RegExp])[] = [
  ['/accounts', /^Search/],
  ['/accounts/:id', /^Kill switch/],
  ['/accounts/:id', /^Arm/],
  ['/accounts/:id', /^Protect/],
  ['/accounts/:id', /^Close/],
  ['/accounts/:id?tab=orders', /^Edit/],
  ['/market/:venue/:symbol', /^Trade$/],
  ['/developers', /^Create a key/],
  ['/developers', /^Edit/],
  ['/developers', /^Roll/],
  ['/firm/accounts/:id', /^Halt/],
  ['/firm/accounts/:id', /^Capital/],
  ['/firm/news', /^Add/],
  ['/firm/grants', /^Grant/],
]

/** `busy`: an account that trades. */
type FirmPlaces = Places & { readonly busy: string }

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      const small = width === PHONE_PX ? await smallTargets(page) : []
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
      expect({ colorScheme, width, overflow, small, found }).toEqual({
        colorScheme,
        width,
        overflow: 0,
        small: [],
        found: [],
      })
    }
  }
}

function describeScreens(name: string, seed: (stack: Stack) => Promise<FirmPlaces>, isFull: boolean): void {
  describe(name, () => {
    let stack: Stack
    let browser: Browser
    let places: FirmPlaces
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

    test.each(DIALOGS)('%s: what the button %s opens on a phone is large enough for a finger', async (path, button) => {
      await page.setViewportSize({ width: PHONE_PX, height: 800 })
      await page.goto(stack.url + addressOf(path, { ...places, id: places.busy }))
      await settled(page)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').waitFor()
      expect(await smallTargets(page)).toEqual([])
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
      return { ...MARKET, id: accounts.ended, busy: accounts.busy, n: breachId }
    },
    true,
  )
  describeScreens(
    'where nothing has happened yet',
    async (stack) => {
      const id = await stack.openAccount('bela')
      return { ...MARKET, id, busy: id, n: '01a20917-f9a1-7f37-84f0-467c471c9698' }
    },
    false,
  )
})
