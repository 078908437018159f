import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Page } from './pages.js'

export interface LinkTargets {
  readonly repository: string
  /** By their source. */
  readonly pages: ReadonlyMap<string, Page>
  /** The anchors of a page, by its source. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
}

export interface Rewritten {
  readonly text: string
  /** The pictures that the page shows, as files of the repository. */
  readonly pictures: readonly string[]
  /** The links that lead nowhere. */
  readonly problems: readonly string[]
}

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g

/**
 * Turns links between files of the repository into links between pages. A link to a file that is no page keeps its
 * words alone, as the site knows no address of the repository.
 */
export function rewriteLinks(markdown: string, source: string, targets: LinkTargets): Rewritten {
  const problems: string[] = []
  const pictures: string[] = []
  const rewrite = (link: string, image: string, words: string, address: string): string => {
    if (/^[a-z]+:/.test(address)) return link
    const { file, anchor } = split(address, source)
    const problem = problemOf(file, anchor, targets)
    if (problem !== null) problems.push(`${source}: ${address}: ${problem}`)
    if (image !== '') {
      pictures.push(file)
      return `![${words}](/${file})`
    }
    const page = targets.pages.get(file)
    if (page === undefined) return words
    return `[${words}](/${page.path}${anchor === '' ? '' : `#${anchor}`})`
  }
  return { text: mapText(markdown, (text) => text.replace(LINK, rewrite)), pictures, problems }
}

function split(address: string, source: string): { readonly file: string; readonly anchor: string } {
  const [path = '', anchor = ''] = address.split('#')
  return { file: path === '' ? source : posix.join(posix.dirname(source), path).replace(/\/$/, ''), anchor }
}

function problemOf(file: string, anchor: string, { repository, anchors }: LinkTargets): string | null {
  if (!existsSync(join(repository, file))) return 'there is no such file'
  if (anchor === '' || anchors.get(file)?.has(anchor) !== false) return null
  return `${file} has no heading with this anchor`
}

/** Applies a function to what is not code. */
function mapText(markdown: string, change: (text: string) => string): string {
  const parts = markdown.split(/^(\s*```[^]*?^\s*```)/m)
  return parts.map((part, index) => (index % 2 === 1 ? part : change(part))).join('')
}
