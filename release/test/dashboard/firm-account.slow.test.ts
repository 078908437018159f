/**
 * An operator at the account of a trader: profit taken off, a payout rejected, a breach reversed; the trader reads
 * it.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './support/chromium.js'
import { expectAccessible, PHONE_PX } from './support/accessible.js'
import { busyFirm, screensStage } from './support/screens-stage.js'
import { settled } from './support/settled.js'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, PHONE_PX].map((width) => ({ colorScheme, width })),
)
const EXPECTED_REFUSAL = /status of 409/

describeInBrowser('an account, for the firm', () => {
  const { goTo, page, places, problems } = screensStage(busyFirm, EXPECTED_REFUSAL)

  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true })
  const dialog = () => page().getByRole('dialog')
  const shown = async (): Promise<void> => {
    await expectAccessible(page(), LOOKS)
    await page().setViewportSize({ width: 1440, height: 900 })
  }

  test('profit is taken off: the trader sees the line, and saves the statement of each payout', async () => {
    await goTo(`/firm/accounts/${places().busy}`)
    await button('Adjust profit').click()
    await dialog().getByLabel('Amount').fill('150.5')
    await dialog().getByLabel('Reason').fill('Filled on a stale price')
    await shown()
    await dialog().getByRole('button', { name: 'Take it off' }).click()
    await dialog().waitFor({ state: 'detached' })

    await goTo(`/accounts/${places().busy}?tab=payouts`)
    const line = page()
      .getByRole('table', { name: 'Profit adjustments' })
      .getByRole('row', { name: /150\.50/ })
    await line.getByText('Filled on a stale price').waitFor()
    await shown()
    expect((await saved(page(), /^Statement of .* as CSV$/)).toString()).toMatch(/^section,/)
    expect((await saved(page(), /^Statement of .* as PDF$/)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(problems()).toEqual([])
  })

  test('a payout is rejected in a word, which its trader reads', async () => {
    await goTo('/firm/payouts')
    const asked = page().getByRole('table', { name: 'To be split' }).getByRole('row', { name: /anna/ })
    await asked.getByRole('button', { name: /^Reject/ }).click()
    await dialog().getByLabel('Why, in a word').selectOption('identity')
    await dialog().getByLabel('Reason').fill('No passport yet')
    await shown()
    await dialog().getByRole('button', { name: 'Reject it' }).click()
    await dialog().waitFor({ state: 'detached' })
    await goTo(`/accounts/${places().busy}?tab=payouts`)
    const row = page()
      .getByRole('table', { name: 'Payouts' })
      .getByRole('row', { name: /No passport yet/ })
    await row.getByText('Identity').waitFor()
    expect(problems()).toEqual([])
  })

  test('a breach is reversed once what is missing to the floor is given', async () => {
    await goTo(`/firm/accounts/${places().id}`)
    await button('Reverse the breach').click()
    await dialog().getByLabel('Reason').fill('The venue printed a wrong price')
    await shown()
    await dialog().getByRole('button', { name: 'Reverse it' }).click()
    const give = dialog().getByRole('button', { name: /^Give \$/ })
    await give.waitFor()
    await shown()
    await give.click()
    await dialog().getByRole('button', { name: 'Reverse it' }).click()
    await dialog().waitFor({ state: 'detached' })
    await settled(page())
    await button('Halt').waitFor()
    expect(problems()).toEqual([])
  })
})

async function saved(page: Page, name: RegExp): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).first().click()])
  return readFileSync(await file.path())
}
