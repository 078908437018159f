import { existsSync } from 'node:fs'
import { SECURITY_HEADERS, sendReply, type Reply } from '@ats/service-kit/http'
import sirv from 'sirv'
import type { Visit } from '../http/visit.js'
import { PAGE_HEADERS, pagePolicy } from './page-headers.js'
import { problemPage } from './problem-page.js'

export interface DocsOptions {
  readonly docsRoot: string
  /** Whether the build may change while this runs. */
  readonly mayChange: boolean
}

const BASE = '/docs'
const ASSETS = `${BASE}/assets/`
/** The name of each asset says what is in it; every other file keeps its name when it changes. */
const cacheControl = (url: string): string =>
  url.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'public, no-cache'

const NOT_BUILT =
  'The documentation has not been built. Run "npm run docs:build" in the repository and load this page again.'

export const isForDocs = (url = ''): boolean => /^\/docs(?:[/?]|$)/.test(url)

/** Serves the documentation, a site that docs-site builds, below /docs. It takes GET and HEAD. */
export function createDocs({ docsRoot, mayChange }: DocsOptions): (visit: Visit) => void {
  const isBuilt = (): boolean => existsSync(docsRoot)
  // Without `dev` the files are listed once, here.
  const serveFile = isBuilt() || mayChange ? sirv(docsRoot, FILES(mayChange)) : null

  return (visit) => {
    const { request, response } = visit
    const url = request.url ?? ''
    if (!/^\/docs\//.test(url)) return send(visit, { status: 308, text: '', headers: { Location: `${BASE}/` } })
    if (serveFile === null || !isBuilt()) return send(visit, problemPage(503, NOT_BUILT))
    for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...PAGE_HEADERS }))
      response.setHeader(name, value)
    response.setHeader('Content-Security-Policy', pagePolicy([]))
    response.setHeader('Cache-Control', cacheControl(url))
    response.setHeader('X-Request-Id', visit.requestId)
    delete request.headers.range
    request.url = url.slice(BASE.length)
    serveFile(request, response, () => {
      response.removeHeader('Cache-Control')
      send(visit, problemPage(404, 'There is no such page of the documentation.'))
    })
  }
}

const FILES = (mayChange: boolean) => ({ dev: mayChange, brotli: true, etag: true, extensions: ['html'] })

function send({ request, response, requestId }: Visit, { status, text = '', headers = {} }: Reply): void {
  const body = request.method === 'HEAD' ? '' : text
  sendReply(response, requestId, { status, text: body, headers: { ...PAGE_HEADERS, ...headers } })
}
