import type { Page } from 'playwright-core'

/** As many stops as a page may have before the walk is given up. */
const STOPS_MAX = 400

/** A program for the page: the controls that a keyboard has to reach. Arrows move among radios and among tabs. */
const CONTROLS = `
  [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((element) => {
    const isShown = element.checkVisibility({ opacityProperty: false, visibilityProperty: true })
    const isGrouped = element.type === 'radio' || element.getAttribute('role') === 'tab'
    const isHidden = element.type === 'hidden' || element.closest('[aria-hidden=true], [inert]') !== null
    return isShown && !isHidden && !element.matches(':disabled, [tabindex="-1"]') && !isGrouped
  })`

/** A program for the page: how a control and what stands around it look. */
const LOOK = `(element) => [element, element.parentElement, element.nextElementSibling, element.parentElement.parentElement]
  .filter((each) => each !== null)
  .map((each) => {
    const style = getComputedStyle(each)
    return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow, style.borderColor, style.backgroundColor]
      .join()
  })
  .join()`

export interface KeyboardWalk {
  /** Controls that Tab does not come to. */
  readonly unreached: readonly string[]
  /** Controls that look the same with the focus as without. */
  readonly unmarked: readonly string[]
}

/** Goes through a page by Tab alone. */
export async function walkByKeyboard(page: Page): Promise<KeyboardWalk> {
  await page.evaluate(`
    globalThis.walk = { look: ${LOOK}, visited: new Set(), unmarked: [], name: (element) => element.outerHTML.slice(0, 160) }
    document.activeElement?.blur()
    globalThis.scrollTo(0, 0)
  `)
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press('Tab')
    const isRound = await page.evaluate<boolean>(`(() => {
      const element = document.activeElement
      if (element === null || element === document.body) return true
      // A field for a time has a stop for each of its parts.
      if (element === walk.last) return false
      if (walk.visited.has(element)) return true
      walk.visited.add(element)
      walk.last = element
      const focused = walk.look(element)
      element.blur()
      if (walk.look(element) === focused) walk.unmarked.push(walk.name(element))
      element.focus()
      return false
    })()`)
    if (isRound) break
  }
  const unreached = await page.evaluate<string[]>(
    `${CONTROLS}.filter((element) => !walk.visited.has(element)).map(walk.name)`,
  )
  return { unreached, unmarked: await page.evaluate<string[]>('walk.unmarked') }
}
