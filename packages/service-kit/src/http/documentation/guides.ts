/** Pages of the repository that a service shows to its clients, beside the reference of its API. */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export interface Guide {
  /** The file. */
  readonly path: string
  /** By which it is served, below /docs. */
  readonly name: string
  readonly title: string
  /** Says in a line what it is for. */
  readonly note: string
}

/** A link to another page, with its text; it has no bracket in it. */
const LINK = /\[([^[\]]*)\]\(([^()\s]+)\)/g

/** Links to pages that are served lead to them; of those that are not, the text stays. */
export async function readGuide({ path }: Guide, guides: readonly Guide[]): Promise<Buffer> {
  const text = await readFile(path, 'utf8')
  if (!path.endsWith('.md')) return Buffer.from(text)
  const names = new Map(guides.map((guide) => [guide.path, guide.name]))
  const linked = text.replace(LINK, (link, words: string, target: string) => {
    if (/^(https?:|#)/.test(target)) return link
    const [file = '', anchor] = target.split('#')
    const name = names.get(resolve(dirname(path), file))
    return name === undefined ? words : `[${words}](${name}${anchor === undefined ? '' : `#${anchor}`})`
  })
  return Buffer.from(linked)
}
