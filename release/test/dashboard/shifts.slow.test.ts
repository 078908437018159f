import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, launchChromium, newContext } from './support/chromium.js'
import { seedFirm, type Firm } from './support/firm.js'
import { addressOf, screenPaths } from './support/screens.js'
import { settled } from './support/settled.js'
import { startStack, type Stack } from './support/stack.js'

/** The most that a page may move under its reader, as a cumulative layout shift. */
const SHIFT_MAX = 0.05

/** A program for the page: keeps what has moved, how far, and from where to where. */
const WATCH = `
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) =>
        (node?.outerHTML ?? node?.textContent ?? 'what is gone').slice(0, 120) + ' from ' + Math.round(from.y) + ' to ' + Math.round(to.y))
      shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })`

const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))'

interface Shift {
  readonly value: number
  readonly moved: readonly string[]
}

/** Lets responses come one by one, what was asked for last first, each onto a page that has been painted. */
async function answerBackwards(page: Page): Promise<() => Promise<void>> {
  const waiting: (() => Promise<void>)[] = []
  let answering: Promise<void> | undefined
  async function answerAll(): Promise<void> {
    await page.evaluate(TWO_FRAMES)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await next()
      await page.evaluate(TWO_FRAMES)
    }
    answering = undefined
  }
  await page.route(/\/api\/(?!.*stream)/, (route) => {
    waiting.push(async () => route.fulfill({ response: await route.fetch() }))
    answering ??= answerAll()
  })
  return async () => {
    while (answering !== undefined) await answering
    await page.unrouteAll({ behavior: 'wait' })
  }
}

describeInBrowser('what is read late moves nothing', () => {
  let stack: Stack
  let browser: Browser
  let firm: Firm

  beforeAll(async () => {
    stack = await startStack()
    firm = await seedFirm(stack)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })

  test.each(screenPaths().flatMap((path) => [1280, 375].map((width) => [path, width] as const)))(
    '%s at %i px',
    async (path, width) => {
      const { accounts, breachId, challengeId: challenge } = firm
      const id = path.includes('breaches/:n') ? accounts.ended : accounts.busy
      const context = await newContext(browser, { viewport: { width, height: 900 } })
      await stack.logIn(context, { user: 'anna', roles: ['trader', 'operator'] })
      const page = await context.newPage()
      await page.addInitScript(WATCH)
      const answered = await answerBackwards(page)
      await page.goto(stack.url + addressOf(path, { venue: 'GMX', symbol: 'BTC-USD', id, challenge, n: breachId }))
      await settled(page)
      await answered()
      await page.evaluate(TWO_FRAMES)
      const shifts = await page.evaluate<readonly Shift[]>('shifts')
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect(sum > SHIFT_MAX ? shifts : []).toEqual([])
      await context.close()
    },
  )
})
