/**
 * Writes the pages of the site to site/pages, for VitePress to build; fails when a link leads nowhere, unless
 * `--links-unchecked` says that files which are no pages may be missing, as where an image is built.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { anchorsOf, outsideCode } from './anchors.js'
import { apiSections } from './api-pages.js'
import { rewriteLinks, type LinkTargets } from './links.js'
import { sectionsOf, type Page } from './pages.js'

const REPOSITORY = join(__dirname, '../..')
const SITE = join(__dirname, '../site')
const OUT = join(SITE, 'pages')

/** Braces that VitePress would take for a template; in code they are text. */
const templatesIn = (text: string, source: string): readonly string[] =>
  outsideCode(text)
    .join('\n')
    .replaceAll(/`[^`]*`/g, '')
    .includes('{{')
    ? [`${source}: {{ begins a template of the site: write it as code`]
    : []

async function main(): Promise<readonly string[]> {
  rmSync(OUT, { recursive: true, force: true })
  const guides = sectionsOf(REPOSITORY)
  const pages = guides.flatMap((section) => section.pages)
  const targets: LinkTargets = {
    repository: REPOSITORY,
    pages: new Map(pages.map((page) => [page.source, page])),
    anchors: new Map(pages.filter(isMarkdown).map((page) => [page.source, anchorsOf(read(page))])),
  }
  const problems = pages.flatMap((page) => {
    if (!isMarkdown(page)) {
      write(page.path, programPage(page))
      return []
    }
    const { text, pictures, problems } = rewriteLinks(read(page), page.source, targets)
    write(page.path, withKnownLanguages(text))
    for (const picture of pictures) cpSync(join(REPOSITORY, picture), join(OUT, 'public', picture))
    return [...problems, ...templatesIn(text, page.source)]
  })
  const reference = await apiSections()
  for (const { path, markdown } of reference.flatMap((section) => section.pages)) write(path, markdown)
  cpSync(join(SITE, 'index.md'), join(OUT, 'index.md'))
  const sidebar = [...guides, ...reference].map(({ title, pages }) => ({
    text: title,
    collapsed: true,
    items: pages.map(({ title, path }) => ({ text: title, link: `/${path}` })),
  }))
  writeFileSync(join(OUT, 'sidebar.json'), JSON.stringify(sidebar))
  return problems
}

const isMarkdown = ({ source }: Page): boolean => source.endsWith('.md')

const read = ({ source }: Page): string => readFileSync(join(REPOSITORY, source), 'utf8')

/** The highlighter warns of languages that it does not know. */
const withKnownLanguages = (markdown: string): string => markdown.replace(/^(\s*```)(?:promql|ics)/gm, '$1txt')

const programPage = (page: Page): string =>
  `# ${page.title}\n\n\`${page.source}\` in the repository.\n\n\`\`\`js\n${read(page)}\`\`\`\n`

function write(path: string, text: string): void {
  const file = join(OUT, `${path}.md`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

main()
  .then((problems) => {
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    if (problems.length > 0 && !process.argv.includes('--links-unchecked')) process.exitCode = 1
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exitCode = 1
  })
