import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './chromium.js'
import { screensStage } from './screens-stage.js'
import { settled } from './settled.js'
import { smallTargets } from './targets.js'

export const PHONE_PX = 375
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 768, PHONE_PX] as const

/** No violation in any theme at any width, nothing wider than the window, nothing too small for a finger on a phone. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      const small = width === PHONE_PX ? await smallTargets(page) : []
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
      expect({ colorScheme, width, overflow, small, found }).toEqual({
        colorScheme,
        width,
        overflow: 0,
        small: [],
        found: [],
      })
    }
  }
}

/** A test for each of the paths, on a stage of its own. */
export function describeAccessible(
  title: string,
  paths: readonly string[],
  ...stage: Parameters<typeof screensStage>
): void {
  describeInBrowser(title, () => {
    const { goTo, page, problems } = screensStage(...stage)

    test.each(paths)('%s: no violation in any theme at any width, nothing on the console', async (path) => {
      await goTo(path)
      await expectAccessible(page())
      expect(problems()).toEqual([])
    })
  })
}
