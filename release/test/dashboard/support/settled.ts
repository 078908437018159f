import type { Page } from 'playwright-core'

/** Resolves when nothing on the page is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const loading = page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')
  await loading.first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}
