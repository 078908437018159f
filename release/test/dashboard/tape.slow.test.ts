import type { Browser, Page } from 'playwright-core'
import { pollUntil } from '../../../services/trading-engine/test/support/poll-until.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const HIGH = 200_000
const FAR = 400_000

const csv = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
})
const STEP = csv('step.csv', ['time,price', `0,${HIGH}`, `10,${FAR}`])
/** It walks for longer than any test waits. */
const LONG = csv('long.csv', ['time,price', `0,${HIGH}`, `86000,${FAR}`])

describeInBrowser('a tape on the sandbox page', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    const context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    ;({ page, problems } = await watchedPage(context))
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  beforeEach(async () => {
    await page.goto(`${stack.url}/sandbox?symbol=BTC-USD`)
    await page.getByRole('heading', { name: 'Play a tape' }).waitFor()
  })
  afterEach(() => expect(problems).toEqual([]))

  const marked = (isWanted: (price: number) => boolean) =>
    pollUntil(
      () => stack.engine.api.get<{ mark_price: number }>('/v1/price?symbol=BTC-USD'),
      ({ body }) => isWanted(body.mark_price),
    )
  const isAtFeed = (price: number): boolean => price < HIGH * 0.9
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  async function load(file: typeof STEP): Promise<void> {
    await page.getByLabel('Tape', { exact: true }).selectOption('file')
    await page.locator('input[type=file]').setInputFiles(file)
  }

  test('moves the market along a file, and returns it to its feed at the end', async () => {
    await load(STEP)
    await page.getByText('step.csv: 2 prices').waitFor()
    await page.getByText('2 moves of BTC-USD, in 10 s').waitFor()
    await button('Play').click()
    await marked((price) => price > HIGH)
    await page.getByText('Played to its end.').waitFor()
    await page.getByText(/2 of 2 moves/).waitFor()
    await marked(isAtFeed)
    await button('Play again').waitFor()
  })

  test('pauses, which holds the market, goes on, and stops', async () => {
    await load(LONG)
    await button('Play').click()
    await page.getByText('Playing.').waitFor()
    await marked((price) => price >= HIGH * 0.99)
    await button('Pause').click()
    await page.getByText('Paused.').waitFor()
    await button('Go on').click()
    await page.getByText('Playing.').waitFor()
    await button('Stop').click()
    await page.getByText('Ready.').waitFor()
    await marked(isAtFeed)
  })

  test('plays a course from the price of now', async () => {
    await page.getByLabel('Tape', { exact: true }).selectOption('gap')
    await button('Play').click()
    await page.getByText(/of 4 moves/).waitFor()
    await button('Stop').click()
    await page.getByText('Ready.').waitFor()
  })

  test('is stopped by leaving the page, which says so', async () => {
    await load(LONG)
    await button('Play').click()
    await marked((price) => price >= HIGH * 0.99)
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByText('The tape was stopped because you left the page.').waitFor()
    await marked(isAtFeed)
  })

  test('from a file that is refused is not played, and the one before stays', async () => {
    await load(STEP)
    await page.getByText('step.csv: 2 prices').waitFor()
    await load(csv('bad.csv', ['time,price', '0,1', 'soon,2']))
    await page.getByText('line 3 of bad.csv: soon is not a time').waitFor()
    await load(csv('other.csv', ['time,price,symbol', '0,1,NOPE-USD']))
    await page.getByText('There is no market NOPE-USD here').waitFor()
    await load({ ...csv('picture.csv', []), buffer: Buffer.from('PNG\0\0') })
    await page.getByText('The file is no text.').waitFor()
    await page.getByText('step.csv: 2 prices').waitFor()
    expect(await button('Play').isEnabled()).toBe(true)
  })

  test('of more moves than a day has is refused until it is played faster', async () => {
    const rows = Array.from({ length: 5_000 }, (_, second) => `${second},${HIGH + second}`)
    await load(csv('day.csv', ['time,price', ...rows]))
    await page.getByText('5,000 moves are more than the 2,000 that a user has in a day.').waitFor()
    expect(await button('Play').isEnabled()).toBe(false)
    await page.getByLabel('Speed').selectOption('60')
    await page.getByText(/\d+ moves of BTC-USD, in 1 m 23 s/).waitFor()
    expect(await button('Play').isEnabled()).toBe(true)
  })
})
