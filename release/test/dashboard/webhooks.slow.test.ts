import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyWebhook } from '@ats/sdk/webhooks'
import { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '@ats/test-kit'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { FILLED, localWebhooks } from '../../../services/trading-engine/test/support/engine/hooked-engine.js'
import { describeInBrowser, launchChromium, newContext, watchedPage } from './support/chromium.js'
import { startStack, type Stack } from './support/stack.js'

/** A program for the browser. */
const EVERYTHING_KEPT = readFileSync(join(__dirname, 'support/everything-kept.js'), 'utf8')

describeInBrowser('a webhook', () => {
  let stack: Stack
  let receiver: WebhookReceiver
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: readonly string[]
  let accountId: string
  const secrets: string[] = []

  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    stack = await startStack({
      wallet: { WEBHOOK_ALLOW_PRIVATE_HOSTS: 'true' },
      engine: localWebhooks(receiver.caFile),
    })
    browser = await launchChromium()
    context = await newContext(browser)
    await stack.logIn(context, { user: 'anna' })
    accountId = await stack.openAccount('anna')
    ;({ page, problems } = await watchedPage(context, /status of 403/))
    await page.goto(`${stack.url}/developers`)
    await page.getByRole('button', { name: 'Create a key' }).click()
    await dialog().getByLabel('Name').fill('My bot')
    await dialog().getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByRole('heading', { name: 'Receivers' }).waitFor()
  })
  afterAll(async () => {
    await browser.close()
    await stack.close()
    await receiver.close()
  })
  afterEach(() => expect(problems).toEqual([]))

  const dialog = () => page.getByRole('dialog')
  const rows = () => page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Details of/ }) })
  const openFirst = () =>
    page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click()

  /** The secret that is shown, as the user keeps it; then its dialog is closed. */
  async function keep(): Promise<string> {
    const issued = page.getByRole('dialog', { name: 'The signing secret of the webhook' })
    const [secret = ''] = /whsec_[\w+/=]+/.exec(await issued.innerText()) ?? []
    expect(secret).not.toBe('')
    secrets.push(secret)
    await issued.getByRole('button', { name: 'I have kept it' }).click()
    await issued.waitFor({ state: 'detached' })
    return secret
  }

  const verified = ({ body, headers }: ReceivedWebhook, secret: string) => verifyWebhook(body, headers, secret)

  test('gets a URL, with a signing secret that is shown once', async () => {
    await page.getByRole('button', { name: 'Set URL of My bot' }).click()
    await dialog().getByRole('textbox', { name: 'Webhook URL' }).fill(`${receiver.url}/hook`)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await keep()
    await page.getByText(`${receiver.url}/hook`).waitFor()
  })

  test('whose receiver fails is attempted again, and each attempt is shown with its answer', async () => {
    receiver.react((_received, response) => void response.writeHead(500).end('the disk is full'))
    await page.getByRole('button', { name: 'Send a test event to My bot' }).click()
    await page.getByText('A test event is on its way to My bot').waitFor()
    await rows()
      .filter({ hasText: 'Waiting' })
      .filter({ hasText: /500 in \d+ ms/ })
      .waitFor()
    await openFirst()
    await dialog().getByText('Attempt 2', { exact: true }).waitFor()
    expect(
      await dialog()
        .getByRole('group', { name: /Attempt 1/ })
        .innerText(),
    ).toBe('the disk is full')
    await dialog()
      .getByText(/Next attempt/)
      .waitFor()
  })

  test('is delivered once the receiver is repaired and it is sent again, without a reload', async () => {
    receiver.react((_received, response) => void response.writeHead(204).end())
    await dialog().getByRole('button', { name: 'Resend' }).click()
    await dialog().getByText('Delivered', { exact: true }).waitFor()
    await dialog()
      .getByText(/^204 in/)
      .waitFor()
    await page.keyboard.press('Escape')
    await rows().filter({ hasText: 'Delivered' }).waitFor()
    const last = receiver.received.at(-1)
    expect(verified(last!, secrets[0]!)).toMatchObject({ type: 'webhook.test' })
  })

  test('is resent by the filter that is shown, and not by the page', async () => {
    const placed = await stack.user('anna').post('/v1/order', { account_id: accountId, ...FILLED })
    expect(placed.status).toBe(200)
    await rows().filter({ hasText: 'order.fill' }).filter({ hasText: 'Delivered' }).waitFor()
    await page.getByLabel('Event', { exact: true }).selectOption('order.fill')
    await rows().filter({ hasText: 'webhook.test' }).waitFor({ state: 'detached' })
    await rows().filter({ hasText: 'order.fill' }).waitFor()
    expect(await rows().count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('event')).toBe('order.fill')
    const before = receiver.received.length
    await page.getByRole('button', { name: 'Resend all that match' }).click()
    await dialog().getByText('1 delivery matches.').waitFor()
    await dialog().getByText('of order.fill').waitFor()
    await dialog().getByRole('button', { name: 'Resend', exact: true }).click()
    await page.getByText('1 delivery is attempted again').waitFor()
    await dialog().waitFor({ state: 'detached' })
    await openFirst()
    await dialog().getByText('Attempt 2', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    const again = receiver.received.slice(before).map((webhook) => verified(webhook, secrets[0]!).type)
    expect(again).toEqual(['order.fill'])
    await page.reload()
    await rows().first().waitFor()
    expect(await rows().count()).toBe(1)
    await page.getByRole('button', { name: 'Clear' }).click()
    await rows().filter({ hasText: 'webhook.test' }).waitFor()
  })

  test('signs with both secrets while one replaces the other', async () => {
    await page.getByRole('button', { name: 'New secret for My bot' }).click()
    await dialog().getByRole('button', { name: 'Make a new secret' }).click()
    await page.getByText(/The one before it is valid until/).waitFor()
    await keep()
    expect(secrets[1]).not.toBe(secrets[0])
    const before = receiver.received.length
    await page.getByRole('button', { name: 'Send a test event to My bot' }).click()
    await rows().filter({ hasText: 'webhook.test' }).filter({ hasText: 'Delivered' }).nth(1).waitFor()
    const [last] = receiver.received.slice(before)
    for (const secret of secrets) expect(verified(last!, secret)).toMatchObject({ type: 'webhook.test' })
  })

  test('has its secrets nowhere after they were shown', async () => {
    const kept = await page.evaluate<string>(EVERYTHING_KEPT)
    expect(kept).toContain('My bot')
    const cookies = JSON.stringify(await context.cookies())
    const logs = JSON.stringify(stack.gateways.map((gateway) => gateway.logs.entries()))
    await page.reload()
    await page.getByRole('heading', { name: 'Receivers' }).waitFor()
    expect(secrets).toHaveLength(2)
    for (const place of [kept, cookies, logs, await page.content(), page.url()])
      for (const secret of secrets) expect(place).not.toContain(secret)
  })

  test('is changed only by who has just logged in', async () => {
    const old = await newContext(browser)
    const hourAgo = Math.floor(Date.now() / 1000) - 3_600
    await stack.logIn(old, { user: 'anna', authTime: hourAgo, createdAt: hourAgo })
    const { page: late } = await watchedPage(old)
    await late.goto(`${stack.url}/developers/webhooks?status=DEAD`)
    await late.getByRole('button', { name: 'Change URL of My bot' }).click()
    await late.getByRole('textbox', { name: 'Webhook URL' }).fill('https://evil.example/hook')
    await late.getByRole('button', { name: 'Save' }).click()
    const again = late.getByRole('link', { name: 'Log in again' })
    expect(await again.getAttribute('href')).toBe(
      `/login?step_up=1&return_to=${encodeURIComponent('/developers/webhooks?status=DEAD')}`,
    )
    await late.reload()
    await late.getByText(`${receiver.url}/hook`).waitFor()
    await old.close()
  })

  test('is removed, and receives nothing more', async () => {
    await page.getByRole('button', { name: 'Remove the webhook of My bot' }).click()
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Set URL of My bot' }).waitFor()
  })
})
