import { describeInBrowser } from './support/chromium.js'
import { PHONE_PX } from './support/accessible.js'
import { walkByKeyboard } from './support/keyboard.js'
import { screenPaths } from './support/screens.js'
import { busyFirm, screensStage } from './support/screens-stage.js'
import { smallTargets } from './support/targets.js'

/** Dialogs, by the screen and the button that opens them. */
const DIALOGS: readonly (readonly [path: string, button: RegExp])[] = [
  ['/accounts', /^Search/],
  ['/accounts/:id', /^Kill switch/],
  ['/accounts/:id', /^Arm/],
  ['/accounts/:id', /^Protect/],
  ['/accounts/:id', /^Close/],
  ['/accounts/:id?tab=orders', /^Edit/],
  ['/market/:venue/:symbol', /^Trade$/],
  ['/developers', /^Create a key/],
  ['/developers', /^Edit/],
  ['/developers', /^Roll/],
  ['/firm/accounts/:id', /^Halt/],
  ['/firm/accounts/:id', /^Capital/],
  ['/firm/news', /^Add/],
  ['/firm/grants', /^Grant/],
]

describeInBrowser('screens by keyboard and by finger', () => {
  const { goTo, page, places } = screensStage(busyFirm)

  test.each(screenPaths())('%s: Tab alone comes to every control, and shows where it is', async (path) => {
    await goTo(path)
    expect(await walkByKeyboard(page())).toEqual({ unreached: [], unmarked: [] })
  })

  test.each(DIALOGS)('%s: what the button %s opens on a phone is large enough for a finger', async (path, button) => {
    await page().setViewportSize({ width: PHONE_PX, height: 800 })
    await goTo(path, { ...places(), id: places().busy })
    await page().getByRole('button', { name: button }).first().click()
    await page().getByRole('dialog').waitFor()
    expect(await smallTargets(page())).toEqual([])
  })
})
