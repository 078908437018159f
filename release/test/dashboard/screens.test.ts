import { describeInBrowser } from './support/chromium.js'
import { expectAccessible } from './support/accessible.js'
import { screenPaths } from './support/screens.js'
import { busyFirm, screensStage } from './support/screens-stage.js'

describeInBrowser('screens of a firm with accounts in several states', () => {
  const { goTo, page, problems } = screensStage(busyFirm)

  test.each(screenPaths())('%s: no violation in any theme at any width, nothing on the console', async (path) => {
    await goTo(path)
    await expectAccessible(page())
    expect(problems()).toEqual([])
  })
})
