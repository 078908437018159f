/** The anchor of a heading, as GitHub makes it: links then work there and on the site. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** All anchors of a page; a heading that comes again has a number behind it. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const heading of headingsOf(markdown)) {
    const anchor = anchorOf(heading)
    let unused = anchor
    for (let number = 1; anchors.has(unused); number++) unused = `${anchor}-${number}`
    anchors.add(unused)
  }
  return anchors
}

const headingsOf = (markdown: string): readonly string[] =>
  outsideCode(markdown).flatMap((line) => {
    const heading = /^#{1,6} (.+)$/.exec(line)?.[1]
    return heading === undefined ? [] : [withoutMarkup(heading)]
  })

/** The text that is shown: of a link its words, of code what is in it. */
const withoutMarkup = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')

/** The lines that are not in a block of code. */
export function outsideCode(markdown: string): readonly string[] {
  let isCode = false
  return markdown.split('\n').filter((line) => {
    if (!/^\s*```/.test(line)) return !isCode
    isCode = !isCode
    return false
  })
}
