import { apiReference, type OpenApiDocument } from '@ats/service-kit/http'
import { engineDocument, operatorDocument } from '@ats/trading-engine'
import { walletDocument } from '@ats/wallet'

export interface ApiPage {
  readonly path: string
  readonly title: string
  readonly markdown: string
}

export interface ApiSection {
  readonly title: string
  readonly pages: readonly ApiPage[]
}

/** A page for each group of operations of each document. */
export async function apiSections(): Promise<readonly ApiSection[]> {
  return [
    { title: 'API: trading engine', pages: await pagesOf('engine', engineDocument()) },
    { title: 'API: wallet', pages: await pagesOf('wallet', walletDocument()) },
    { title: 'API: operators', pages: await pagesOf('operator', operatorDocument()) },
  ]
}

async function pagesOf(name: string, document: OpenApiDocument): Promise<readonly ApiPage[]> {
  const pages = tagsOf(document).map(async (tag) => {
    const title = `${tag[0]?.toUpperCase() ?? ''}${tag.slice(1)}`
    const reference = await apiReference(onlyWith(document, tag))
    const body = reference.slice(reference.indexOf('\n## '))
    return {
      path: `api/${name}/${tag.toLowerCase().replaceAll(' ', '-')}`,
      title,
      markdown: `# ${title}\n\n${document.info.title}, version ${document.info.version}. ${LEGEND}\n${body}`,
    }
  })
  return Promise.all(pages)
}

const LEGEND =
  'Patterns, headers and examples are in `/openapi.json` of the service, which its page `/docs` lets you try. ' +
  'A *decimal* is a JSON number, or the same as text. Every error has `error`, `message` and `request_id`.'

const tagsOf = ({ paths }: OpenApiDocument): readonly string[] => [
  ...new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags = [] }) => tags))),
]

function onlyWith(document: OpenApiDocument, tag: string): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, { tags = [] }]) => tags.includes(tag))),
  ])
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] }
}
