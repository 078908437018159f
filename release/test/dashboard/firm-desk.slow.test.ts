/** The firm beside its accounts, and its traders: competitions, certificates, webhooks, surveillance. */
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { insertPassing } from '../../../services/trading-engine/test/support/plans/challenges.js'
import { expectAccessible } from './support/accessible.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { settled } from './support/settled.js'
import { startStack, type Stack } from './support/stack.js'

/** A folder to keep a picture of each state in, in the place of its examination. */
const PICTURES = process.env['DESK_PICTURES']

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 360].map((width) => ({ colorScheme, width })),
)

describeInBrowser("the firm's desk", () => {
  let stack: Stack
  let browser: Browser
  let contexts: BrowserContext[] = []

  beforeAll(async () => {
    stack = await startStack()
    browser = await launchChromium()
  })
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
  })

  async function pageOf(user: string, role: 'trader' | 'operator'): Promise<Page> {
    const context = await newContext(browser)
    contexts.push(context)
    await stack.logIn(context, { user, roles: [role] })
    return (await watchedPage(context)).page
  }
  const lookAt = async (page: Page, name: string): Promise<void> => {
    if (PICTURES === undefined) await expectAccessible(page, LOOKS)
    else await takePictures(page, join(PICTURES, name))
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  test('a competition is announced, entered by keyboard, and its board names who wants to be named', async () => {
    const firm = await pageOf('olga', 'operator')
    await firm.goto(`${stack.url}/firm/competitions`)
    await firm.getByRole('button', { name: 'Announce a competition' }).click()
    const dialog = firm.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Summer cup')
    await dialog.getByRole('textbox', { name: /^Id/ }).fill('summer')
    await dialog.getByLabel('Plan').selectOption('standard-100k')
    await dialog.getByLabel(/^Begins/).fill('2026-01-01T00:00')
    await dialog.getByLabel(/^Ends/).fill('2098-01-01T00:00')
    await dialog.getByLabel('Names').selectOption('NAMED')
    await lookAt(firm, 'announce')
    await dialog.getByRole('button', { name: 'Announce it' }).click()
    await firm.getByRole('link', { name: 'Summer cup' }).waitFor()
    await lookAt(firm, 'firm-competitions')

    await stack.openAccount('tom', 'standard-100k', 'For the cup')
    const trader = await pageOf('tom', 'trader')
    await trader.goto(`${stack.url}/competitions`)
    await trader.getByRole('link', { name: 'Summer cup' }).press('Enter')
    await trader.getByRole('button', { name: 'Enter', exact: true }).press('Enter')
    await trader.getByLabel('Account').selectOption('For the cup')
    await trader.getByLabel('Name on the board').fill('Tom of Riga')
    await lookAt(trader, 'enter')
    await trader.keyboard.press('Enter')
    await trader.getByRole('cell', { name: 'Tom of Riga (you)' }).waitFor({ timeout: 60_000 })
    await lookAt(trader, 'board')
    await trader.getByRole('button', { name: 'Change the name' }).click()
    await trader.getByRole('textbox', { name: 'Name on the board' }).fill('')
    await trader.getByRole('dialog').getByRole('button', { name: 'Change the name' }).click()
    await trader.getByRole('cell', { name: 'not named (you)' }).waitFor({ timeout: 60_000 })

    await firm.getByRole('link', { name: 'Summer cup' }).click()
    await firm.getByRole('cell', { name: 'not named' }).waitFor()
    await firm.getByRole('button', { name: 'Close now' }).click()
    await firm.getByRole('dialog').getByLabel('Reason').fill('Wrong prices on the first day')
    await lookAt(firm, 'close-competition')
    await firm.getByRole('dialog').getByRole('button', { name: 'Close it' }).click()
    await firm.getByText('Wrong prices on the first day').waitFor({ timeout: 60_000 })
    await firm.getByText('over', { exact: true }).waitFor()
    await lookAt(firm, 'closed-competition')
  })

  test('a trader shows a certificate to anybody, and the firm finds it', async () => {
    const accountId = await stack.openAccount('ines', 'standard-100k', 'Passed')
    await insertPassing(stack.engine, accountId, 1_000_000)
    const firm = await pageOf('olga', 'operator')
    await firm.goto(`${stack.url}/firm/certificates`)
    await firm.getByRole('button', { name: 'Issue a certificate' }).click()
    await firm.getByLabel('Id of the account').fill(accountId)
    await firm.getByRole('dialog').getByRole('button', { name: 'Issue a certificate' }).click()
    await firm.getByRole('row', { name: /ines/ }).waitFor()

    const trader = await pageOf('ines', 'trader')
    await trader.goto(`${stack.url}/challenges`)
    await trader.getByRole('link', { name: 'Certificates' }).click()
    const picture = trader.getByRole('img', { name: /^Certificate: / })
    await picture.waitFor()
    await expect(
      picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).resolves.toBe(1_200)
    await trader.getByRole('button', { name: /^Change the name on / }).click()
    await trader.getByRole('dialog').getByLabel('Name').fill('Ines')
    await trader.getByRole('dialog').getByRole('button', { name: 'Change the name' }).click()
    await trader.getByText('Ines', { exact: true }).waitFor()
    await trader.locator('img[src*="Ines"]').waitFor()
    await lookAt(trader, 'certificates')
    const address = await trader.getByRole('link', { name: /^Open the public page/ }).getAttribute('href')
    const shown = await (await fetch(address ?? '')).text()
    expect(shown).toContain('>Ines</text>')

    await firm.reload()
    await firm.getByRole('row', { name: /ines.*Ines/ }).waitFor()
    await lookAt(firm, 'firm-certificates')
    await firm.getByRole('button', { name: /^Revoke / }).click()
    await firm.getByRole('dialog').getByLabel('Reason').fill('Two accounts of one person')
    await lookAt(firm, 'revoke')
    await firm.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click()
    await firm.getByRole('row', { name: /ines/ }).getByText('revoked').waitFor()
    await trader.reload()
    await trader.getByText('The firm has revoked it: Two accounts of one person').waitFor()
    await lookAt(trader, 'revoked')
  })

  test('an endpoint of the firm: its secret once, a test event, what became of it, and again', async () => {
    const page = await pageOf('olga', 'operator')
    await page.goto(`${stack.url}/firm/webhooks`)
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    await page.getByLabel('URL').fill('https://shop.example/hooks')
    await page.getByLabel('What it is for').fill('the shop')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.keyboard.press('Escape')
    await lookAt(page, 'secret')
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await expect(page.getByText(/^whsec_/).count()).resolves.toBe(0)
    await page.getByRole('button', { name: 'Test https://shop.example/hooks' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Test' }).click()
    await page.getByRole('cell', { name: 'webhook.test', exact: true }).waitFor()
    await lookAt(page, 'firm-webhooks')
    await page.getByRole('button', { name: /^Details/ }).click()
    await page.getByRole('dialog').getByText('https://shop.example/hooks').first().waitFor()
    await lookAt(page, 'firm-delivery')
    const answered = page.waitForResponse(/redeliver/)
    await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
    expect((await answered).status()).toBe(200)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove https://shop.example/hooks' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'The firm has no endpoint yet' }).waitFor()
    await page.getByRole('cell', { name: /^removed, …/ }).waitFor()
  })

  test('surveillance leads from a case to its pairs and to its accounts', async () => {
    const [model, copier] = [await stack.openAccount('mia', 'standard-100k'), await stack.openAccount('carl')]
    await seedMatched(stack, [model, copier], 12)
    const page = await pageOf('olga', 'operator')
    await page.goto(`${stack.url}/firm/surveillance`)
    const row = page.getByRole('row', { name: /copies/ })
    await row.waitFor()
    await lookAt(page, 'surveillance')
    await page.getByRole('button', { name: /^Pairs: copies/ }).click()
    await page
      .getByText(/carl 1\.50 s later/)
      .first()
      .waitFor()
    await lookAt(page, 'case')
    await page.getByRole('dialog').getByRole('link', { name: 'carl, 12 trades' }).click()
    await page.waitForURL(new RegExp(`/firm/accounts/${copier}`))
    await page.goto(`${stack.url}/firm/surveillance?kind=HEDGE`)
    await page.getByRole('heading', { name: 'No case in this time' }).waitFor()
  })

  test('surveillance shows the networks of a key', async () => {
    await stack.engine.pool.query(
      `insert into key_networks (day, key_id, network, user_id)
        select (now() at time zone 'utc')::date - 1, 'key-1', '198.51.' || n || '.0/24', 'kim' from generate_series(1, 5) n`,
    )
    const page = await pageOf('olga', 'operator')
    // The report of the last days is kept for a minute.
    const from = new Date(Date.now() - 5 * 86_400_000).toISOString()
    await page.goto(`${stack.url}/firm/surveillance?kind=KEY_ON_MANY_NETWORKS&from=${from}`)
    await page.getByRole('button', { name: 'Networks: a key on many networks, kim' }).click()
    await page
      .getByRole('dialog')
      .getByText(/198\.51\.1\.0\/24/)
      .waitFor()
    await lookAt(page, 'networks')
  })
})

async function takePictures(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1440, 1920]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      await page.screenshot({ path: `${path}-${colorScheme}-${width}.png` })
    }
}

/** Closed positions of two accounts: the second opens and closes 1.5 s after the first. */
async function seedMatched({ engine }: Stack, accountIds: readonly string[], count: number): Promise<void> {
  await engine.pool.query(
    `insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
        opened_notional, closed_notional, realized_pnl, fees, funding, opened_at, closed_at, close_reason)
      select gen_random_uuid(), a.id, 'GMX', 'BTC-USD', 'LONG', 0, 0, 1, 0.1, 6000, 6000, 0, 0, 0,
          m.at + (a.n - 1) * interval '1.5 seconds', m.at + interval '1 minute' + (a.n - 1) * interval '1.5 seconds', 'USER'
        from unnest($1::uuid[]) with ordinality as a (id, n),
          lateral (select now() - interval '2 hours' + n * interval '5 minutes' as at from generate_series(1, $2) n) m`,
    [accountIds, count],
  )
}
