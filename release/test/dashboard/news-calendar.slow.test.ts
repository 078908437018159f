import type { Browser, Locator, Page } from 'playwright-core'
import { planFile } from '../../../services/trading-engine/test/support/plans/plan-file.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

const FREEZE = { before_minutes: 30, after_minutes: 45, impacts: ['HIGH', 'MEDIUM'], scope: 'ALL' }
const MINUTE_MS = 60_000

interface Preview {
  readonly violations: readonly { readonly rule: string }[]
}

describeInBrowser('the calendar of news', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let problems: readonly string[]
  let accountId: string
  const now = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
  const after = (minutes: number): string => new Date(now.getTime() + minutes * MINUTE_MS).toISOString()
  const events = [
    { id: 'ecb', title: 'Rates of the ECB', at: after(10), impact: 'HIGH', currencies: ['EUR'], symbols: [] },
    { id: 'gold', title: 'Gold report', at: after(-20), impact: 'MEDIUM', currencies: [], symbols: ['XAU-USD'] },
    { id: 'quiet', title: 'Quiet report', at: after(20), impact: 'LOW', currencies: ['GBP'], symbols: [] },
    { id: 'same', title: 'As it was', at: after(90), impact: 'LOW', currencies: ['USD'], symbols: [] },
  ]

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
    const plan = planFile('newsy', { risk_config: { news_freeze: FREEZE } })
    await stack.engine.operator.put('/operator/v1/plans', { body: { plans: [plan] } })
    accountId = await stack.openAccount('anna', 'newsy')
    const earlier = { ...events[1]!, at: after(-120) }
    const other = { ...events[2]!, id: 'other', title: 'Not in the file', at: after(15) }
    await stack.engine.operator.put('/operator/v1/news', { body: { events: [events[3], earlier, other] } })
    // A calendar that is refused is a failed response, too.
    ;({ page, problems } = await watchedPage(await newContext(browser), /status of 400/))
    await page.goto(`${stack.url}/firm/news?date=${now.toISOString().slice(0, 10)}`)
    await page.getByRole('heading', { name: 'News calendar' }).waitFor()
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const choose = async (name: string, text: string): Promise<Locator> => {
    await page.getByRole('button', { name: 'Import a calendar' }).click()
    await page.getByLabel('Calendar file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    const preview = page.getByRole('region', { name: `Preview of ${name}` })
    await preview.waitFor()
    return preview
  }
  const symbols = async (): Promise<readonly string[]> => {
    const { body } = await stack.engine.api.get<readonly { symbol: string; venue: string }[]>('/v1/prices')
    return [...new Set(body.map(({ symbol }) => symbol))].sort()
  }
  const previewed = async (symbol: string, quantity: number): Promise<Preview | null> => {
    const order = { account_id: accountId, symbol, side: 'BUY', kind: 'MARKET', quantity }
    const { status, body } = await stack.user('anna').post<Preview>('/v1/order/preview', order)
    return status === 200 ? body : null
  }
  /** The symbols in which the account is refused because of news. */
  const frozen = async (): Promise<readonly string[]> => {
    const found: string[] = []
    for (const symbol of await symbols()) {
      // Where a thousand are worth less than an order has to be, a million are not.
      const answer = (await previewed(symbol, 1_000)) ?? (await previewed(symbol, 1_000_000))
      if (answer === null) throw new Error(`no preview of ${symbol}`)
      if (answer.violations.some(({ rule }) => rule === 'news_freeze')) found.push(symbol)
    }
    return found
  }
  const concerned = async (event: Locator): Promise<readonly string[]> =>
    ((await event.locator('details > div').textContent()) ?? '').split(', ')

  test('a calendar with mistakes lists each of them, and nothing of it is written', async () => {
    const wrong = [
      { ...events[0], at: 'tomorrow' },
      { ...events[1], symbols: ['NOPE-USD'], impact: 'LOUD' },
    ]
    const preview = await choose('wrong.json', JSON.stringify({ events: wrong }))
    const list = preview.getByRole('alert')
    await list.waitFor()
    expect((await list.getByRole('listitem').allInnerTexts()).join('\n')).toMatch(/events\[0\]\.at must be.*\n.*impact/)
    expect(await preview.getByRole('button', { name: 'Apply' }).count()).toBe(0)
    await preview.getByRole('button', { name: 'Discard' }).click()
    expect(await frozen()).toEqual([])
  })

  test('what the preview says is frozen, for whom and when, is what is frozen once it applies', async () => {
    const preview = await choose('calendar.json', JSON.stringify({ events }))
    await preview.getByText('2 new, 1 changed, 1 as they are. Nothing was written yet.').waitFor()
    expect(await frozen()).toEqual([])
    const [ecb, gold, quiet] = ['New: Rates of the ECB', 'Changed: Gold report', 'New: Quiet report'].map((title) =>
      preview.getByRole('listitem').filter({ hasText: title }),
    ) as [Locator, Locator, Locator]
    const told = [...(await concerned(ecb)), ...(await concerned(gold))].sort()
    expect(told).toEqual(expect.arrayContaining(['EUR-USD', 'XAU-USD']))
    for (const event of [ecb, gold])
      expect(await event.getByRole('list', { name: 'What it does' }).innerText()).toContain(
        'all orders, newsy, v1 (1 account)',
      )
    await quiet.getByText('It does nothing').waitFor()
    await gold.getByText('Before:').waitFor()
    await preview.getByText('Not in this calendar, and kept: 1').click()
    await preview.getByText('Not in the file').waitFor()
    const shown = await ecb.getByRole('list', { name: 'What it does' }).locator('time').all()
    const times = await Promise.all(shown.map((time) => time.getAttribute('datetime')))
    expect(times).toEqual([after(-20), after(55)])

    await preview.getByRole('button', { name: 'Apply' }).click()
    await preview.waitFor({ state: 'detached' })
    expect(await frozen()).toEqual(told)
    await page.getByText('in force now').first().waitFor()
  })

  test('a calendar that is dropped is read as iCalendar; it changes nothing the second time', async () => {
    const stamp = after(300).replaceAll(/[-:]|\.\d+/g, '')
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:cpi',
      'SUMMARY:Consumer prices',
      `DTSTART:${stamp}`,
    ]
    const text = [...lines, 'CATEGORIES:USD,HIGH', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
    const drop = async (): Promise<Locator> => {
      await page.getByRole('button', { name: 'Import a calendar' }).click()
      const transfer = await page.evaluateHandle(
        `(() => { const transfer = new DataTransfer(); transfer.items.add(new File([${JSON.stringify(text)}], 'feed.ics')); return transfer })()`,
      )
      await page.getByText('Drop a calendar here').dispatchEvent('drop', { dataTransfer: transfer })
      return page.getByRole('region', { name: 'Preview of feed.ics' })
    }
    const preview = await drop()
    await preview.getByText('1 new, 0 changed, 0 as they are.').waitFor()
    await preview.getByRole('button', { name: 'Apply' }).click()
    await preview.waitFor({ state: 'detached' })
    const again = await drop()
    await again.getByText('The calendar changes nothing.').waitFor()
    expect(await again.getByRole('button', { name: 'Apply' }).count()).toBe(0)
    await again.getByRole('button', { name: 'Discard' }).click()
  })

  test('an event is added by its fields, changed, and removed, after which it freezes nothing', async () => {
    const before = await frozen()
    await page.getByRole('button', { name: 'Add an event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Surprise')
    await dialog.getByLabel('At, UTC').fill(after(5).slice(0, 16))
    expect(await dialog.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Symbols').fill('btc-usd')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview of Surprise' })
    await preview.getByText('1 new, 0 changed').waitFor()
    await preview.getByRole('button', { name: 'Apply' }).click()
    await preview.waitFor({ state: 'detached' })
    expect(await frozen()).toEqual([...before, 'BTC-USD'].sort())

    await page.goto(`${stack.url}/firm/news?view=day&date=${after(5).slice(0, 10)}`)
    await page.getByRole('button', { name: 'Edit Surprise' }).click()
    expect(await dialog.getByLabel('At, UTC').inputValue()).toBe(after(5).slice(0, 16))
    await dialog.getByLabel('Impact').selectOption('LOW')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await preview.getByText('0 new, 1 changed').waitFor()
    await preview.getByRole('button', { name: 'Apply' }).click()
    await preview.waitFor({ state: 'detached' })
    expect(await frozen()).toEqual(before)

    await page.getByRole('button', { name: 'Remove Surprise' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Surprise', { exact: true }).waitFor({ state: 'detached' })
    const { body } = await stack.engine.operator.get<readonly { title: string }[]>('/operator/v1/news')
    expect(body.map(({ title }) => title)).not.toContain('Surprise')
  })
})
