import { describeInBrowser } from './support/chromium.js'
import { busyFirm, screensStage } from './support/screens-stage.js'
import { settled } from './support/settled.js'

const PATHS = ['/accounts', '/market/GMX/BTC-USD', '/accounts/:id', '/market/OSTIUM/EUR-USD', '/firm', '/market']

describeInBrowser('streams that navigation closes', () => {
  const { goTo, page, problems } = screensStage(busyFirm)
  const streaming = () => page().getByRole('status').filter({ hasText: 'Live' }).waitFor()

  test('leave nothing on the console, whether the page is loaded or changed in place', async () => {
    for (const path of [...PATHS, ...PATHS]) {
      await goTo(path)
      await streaming()
    }
    for (const name of ['Accounts', 'Markets', 'Keys', 'Accounts']) {
      await page().getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await settled(page())
      await streaming()
    }
    await page().goBack()
    await page().reload()
    await streaming()
    await page().goto('about:blank')
    expect(problems()).toEqual([])
  })
})
