import { describeInBrowser } from './support/chromium.js'
import { expectAccessible } from './support/accessible.js'
import { screenPaths } from './support/screens.js'
import { emptyFirm, screensStage } from './support/screens-stage.js'

describeInBrowser('screens where nothing has happened yet', () => {
  const { goTo, page, problems } = screensStage(emptyFirm, /status of 404/)

  test.each(screenPaths())('%s: no violation in any theme at any width, nothing on the console', async (path) => {
    await goTo(path)
    await expectAccessible(page())
    expect(problems()).toEqual([])
  })
})
