/** A browser at the screens of a stack, for tests of every screen. */
import type { Browser, Page } from 'playwright-core'
import { launchChromium, newContext, watchedPage } from './chromium.js'
import { seedFirm } from './firm.js'
import { addressOf, type Places } from './screens.js'
import { settled } from './settled.js'
import { startStack, type Stack } from './stack.js'

/** `busy`: an account that trades. */
export type FirmPlaces = Places & { readonly busy: string }

export interface ScreensStage {
  readonly places: (this: void) => FirmPlaces
  readonly page: (this: void) => Page
  /** All that the console and the network of the page have complained about. */
  readonly problems: (this: void) => readonly string[]
  /** Shows it, and waits until it rests. */
  readonly goTo: (this: void, path: string, at?: FirmPlaces) => Promise<void>
}

const MARKET = { venue: 'GMX', symbol: 'BTC-USD' } as const

/** Accounts in several states, with orders, breaches, keys and payouts. */
export async function busyFirm(stack: Stack): Promise<FirmPlaces> {
  const { accounts, breachId, challengeId: challenge } = await seedFirm(stack)
  return { ...MARKET, challenge, id: accounts.ended, busy: accounts.busy, n: breachId }
}

/** One account, which has done nothing. */
export async function emptyFirm(stack: Stack): Promise<FirmPlaces> {
  const id = await stack.openAccount('bela')
  return { ...MARKET, id, challenge: id, busy: id, n: '01a20917-f9a1-7f37-84f0-467c471c9698' }
}

/** A stack for the tests of its describe, and for each of them a page that is signed in for all screens. */
export function screensStage(seed: (stack: Stack) => Promise<FirmPlaces>, expectedProblem?: RegExp): ScreensStage {
  let stack: Stack
  let browser: Browser
  let places: FirmPlaces
  let page: Page
  let problems: readonly string[]

  beforeAll(async () => {
    stack = await startStack()
    places = await seed(stack)
    browser = await launchChromium()
  })
  beforeEach(async () => {
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna', roles: ['trader', 'operator'] })
    ;({ page, problems } = await watchedPage(context, expectedProblem))
  })
  afterEach(() => page.context().close())
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  return {
    ...{ places: () => places, page: () => page, problems: () => problems },
    async goTo(path, at = places) {
      await page.goto(stack.url + addressOf(path, at))
      await settled(page)
    },
  }
}
