import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@ats/local-stack'
import type { Browser, Page } from 'playwright-core'
import { startGateway, type Gateway } from '../../../packages/dashboard/test/support/gateway.js'
import { ROOT } from '../support/installed.js'
import { describeInBrowser, launchChromium } from './support/chromium.js'

/** A program for the browser. */
const EVERYTHING_KEPT = readFileSync(join(__dirname, 'support/everything-kept.js'), 'utf8')

const SECRETS = {
  key: `svc_ak_${'1a'.repeat(24)}`,
  secret: `svc_sk_${'2b'.repeat(24)}`,
  webhookSecret: `whsec_${'3c'.repeat(22)}`,
}
const API_KEY = {
  ...{ id: '01a20917-f9a1-7f37-84f0-467c471c9698', label: 'My bot', keyPrefix: SECRETS.key.slice(0, 15) },
  ...{ permissions: ['READ_ONLY'], ipWhitelist: [], webhookUrl: 'https://a.example/hook', expiresAt: null },
  ...{ createdAt: '2026-11-23T12:00:00.000Z', lastUsedAt: null, lastUsedIp: null },
}

const CONFIG = { limits: { active_keys_per_user: 10 }, features: { sandbox_market_control: true } }

describeInBrowser('the secret of a new key', () => {
  let gateway: Gateway
  let browser: Browser
  let page: Page
  const problems: string[] = []
  const said: string[] = []

  beforeAll(async () => {
    const port = await findFreePort()
    gateway = await startGateway({ PORT: String(port), WEB_ROOT: join(ROOT, 'packages/dashboard/dist-web') })
    gateway.wallet.respond = (response, { method, url }) => {
      const isCreated = method === 'POST' && url === '/api/api-keys'
      const body = isCreated ? { apiKey: API_KEY, ...SECRETS } : [API_KEY]
      response.writeHead(isCreated ? 201 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    gateway.engine.respond = (response, { url }) => {
      const body = url.startsWith('/v1/config') ? CONFIG : []
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    browser = await launchChromium()
    page = await browser.newPage()
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (message) => said.push(message.text()))
    await page.goto(`${gateway.url}/developers`)
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('My bot')
    await page.keyboard.press('Enter')
    await page.getByText(SECRETS.secret, { exact: true }).waitFor()
  })
  afterAll(async () => {
    await browser.close()
    await gateway.close()
  })

  test('is shown with the key, the signing secret and a snippet, and in a file', async () => {
    const dialog = page.getByRole('dialog')
    for (const value of Object.values(SECRETS)) expect(await dialog.innerText()).toContain(value)
    expect(await dialog.getByRole('group', { name: 'Code' }).innerText()).toContain(`X-API-Secret: ${SECRETS.secret}`)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download .env').click()])
    expect(download.suggestedFilename()).toBe('my-bot.env')
    expect(readFileSync(await download.path(), 'utf8')).toContain(
      `KEY=${SECRETS.key}\nSECRET=${SECRETS.secret}\nWEBHOOK_SECRET=${SECRETS.webhookSecret}\n`,
    )
  })

  test('goes neither by Esc nor by a click beside it', async () => {
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
    expect(await page.getByText(SECRETS.secret, { exact: true }).isVisible()).toBe(true)
  })

  test('is nowhere once the user has kept it', async () => {
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'My bot' }).waitFor()
    const kept = await page.evaluate<string>(EVERYTHING_KEPT)
    expect(kept).toContain('My bot')
    const cookies = JSON.stringify(await page.context().cookies())
    const logs = JSON.stringify(gateway.logs.entries())
    for (const place of [kept, cookies, logs, said.join('\n'), page.url()])
      for (const value of Object.values(SECRETS)) expect(place).not.toContain(value)
    expect(problems).toEqual([])
  })

  test('is not there after a reload or on the way back', async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'My bot' }).waitFor()
    for (const value of Object.values(SECRETS)) expect(await page.content()).not.toContain(value)
  })
})
