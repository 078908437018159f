/** The value of a variable of the theme: the chart draws on a canvas, which knows no variables. */
export const colorOf = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(name).trim()

/** How every chart looks, in the colours of the theme that is shown. */
export function chartOptions(element: Element) {
  const line = { color: colorOf(element, '--line') }
  return {
    layout: {
      background: { color: 'transparent' },
      textColor: colorOf(element, '--mantine-color-dimmed'),
      fontSize: 11,
      fontFamily: getComputedStyle(element).fontFamily,
      // The logo writes a style into the page, which the Content-Security-Policy refuses; the notice names it instead.
      attributionLogo: false,
    },
    grid: { vertLines: line, horzLines: line },
    rightPriceScale: { borderColor: line.color },
    timeScale: { borderColor: line.color, timeVisible: true, secondsVisible: false },
    handleScroll: { vertTouchDrag: false },
  }
}

/** Calls back when the page turns light or dark; returns the function that ends it. */
export function onThemeChange(callback: () => void): () => void {
  const themes = new MutationObserver(callback)
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] })
  return () => themes.disconnect()
}
