import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './chromium.js'
import { screensStage } from './screens-stage.js'
import { settled } from './settled.js'
import { smallTargets } from './targets.js'

export const PHONE_PX = 360
const THEMES = ['light', 'dark'] as const

/** How a page is looked at. */
export interface Look {
  readonly colorScheme: (typeof THEMES)[number]
  /** The width of the window, in px. */
  readonly width: number
}

const EVERY_LOOK: readonly Look[] = THEMES.flatMap((colorScheme) =>
  [1920, 1440, 768, PHONE_PX].map((width) => ({ colorScheme, width })),
)

/** With the one that axe leaves out unless it is asked: the name of a control has the words that are seen on it. */
const RULES = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/** No violation in any theme at any width, nothing wider than the window, nothing too small for a finger on a phone. */
export async function expectAccessible(page: Page, looks: readonly Look[] = EVERY_LOOK): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    const small = width === PHONE_PX ? await smallTargets(page) : []
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(RULES).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    expect({ colorScheme, width, overflow, small, found }).toEqual({
      colorScheme,
      width,
      overflow: 0,
      small: [],
      found: [],
    })
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
