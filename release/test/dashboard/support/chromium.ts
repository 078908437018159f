import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { describeInstalled } from '../../support/installed.js'

const CHROMIUM = '/usr/bin/chromium'

/** Tests that need a browser; without one they are listed as skipped. */
export const describeInBrowser = existsSync(CHROMIUM)
  ? describeInstalled
  : (title: string, tests: () => void): void => describe.skip(`${title} (needs ${CHROMIUM})`, tests)

/** Only for what hangs: a busy machine takes its time. Who writes a test sets less. */
const PATIENCE_MS = Number(process.env['PATIENCE_MS'] ?? 60_000)

export const launchChromium = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] })

/** A browser of its own, without cookies, in which nobody waits for motion. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...{ reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC', viewport: { width: 1280, height: 900 } },
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** The problems of a page, told as they happen: errors on its console, uncaught ones, what its policy refused. */
export interface WatchedPage {
  readonly page: Page
  readonly problems: string[]
}

/** A failed response is on the console, too; those that a test provokes are expected. */
export async function watchedPage(context: BrowserContext, expected = /^$/): Promise<WatchedPage> {
  const problems: string[] = []
  const note = (problem: string): void => void (expected.test(problem) || problems.push(problem))
  const page = await context.newPage()
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) =>
      console.error('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  )
  page.on('pageerror', ({ message }) => note(`uncaught: ${message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`${message.text()} ${message.location().url}`)
  })
  return { page, problems }
}
