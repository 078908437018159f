import type { Page } from 'playwright-core'

/** The least width and height of what a finger touches, in px: WCAG 2.2, 2.5.5. */
export const TARGET_PX = 44

/** A program for the page: the controls that are too small for a finger, as it is on the screen now. */
const SMALL = `(() => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem], [role=switch], label[for]'
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
    element.closest('[aria-hidden=true], [inert]') === null
  // A link within a sentence has the height of its line.
  const isInline = (element) =>
    element.tagName === 'A' && getComputedStyle(element).display === 'inline' &&
    element.parentElement.innerText.trim() !== element.innerText.trim() && element.closest('p, li, dd, td > span') !== null &&
    [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
  const ownerOf = (element) => {
    const control = element?.closest(CONTROLS) ?? null
    return control?.tagName === 'LABEL' ? control.control : control ?? element?.closest('label')?.control ?? null
  }
  // What an open dialog covers cannot be touched.
  const root = [...document.querySelectorAll('[role=dialog]')].findLast((dialog) => dialog.checkVisibility()) ?? document
  const found = []
  for (const element of root.querySelectorAll(CONTROLS)) {
    if (element.tagName === 'LABEL' || element.type === 'hidden' || element.disabled || !isShown(element) || isInline(element)) continue
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.right <= 0 || box.bottom <= 0) continue
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    // How far from its middle it is still what is touched.
    const reach = (dx, dy) => {
      let steps = 0
      while (steps < ${TARGET_PX} && ownerOf(document.elementFromPoint(x + dx * (steps + 1), y + dy * (steps + 1))) === element) steps += 1
      return steps
    }
    const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
    if (width < ${TARGET_PX} || height < ${TARGET_PX}) found.push(width + ' x ' + height + ': ' + element.outerHTML.slice(0, 160))
  }
  globalThis.scrollTo(0, 0)
  return found
})()`

/** The controls of a page that are too small for a finger. Links within a sentence may be. */
export const smallTargets = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(SMALL)
