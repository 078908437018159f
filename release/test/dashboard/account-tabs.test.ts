import { describeInBrowser } from './support/chromium.js'
import { expectAccessible } from './support/accessible.js'
import { busyFirm, screensStage } from './support/screens-stage.js'

const TABS = [
  'orders',
  'history',
  'fills',
  'allOrders',
  'calendar',
  'analytics',
  'breaches',
  'funding',
  'ledger',
  'payouts',
  'rules',
]

describeInBrowser('lists of an account', () => {
  const { goTo, page, problems } = screensStage(busyFirm)

  test.each(TABS)('%s: no violation in any theme at any width, nothing on the console', async (tab) => {
    await goTo(`/accounts/:id?tab=${tab}`)
    await expectAccessible(page())
    expect(problems()).toEqual([])
  })
})
