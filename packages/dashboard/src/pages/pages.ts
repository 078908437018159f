import { join } from 'node:path'
import { addressGroup, errorReply, SECURITY_HEADERS, sendReply, type RateLimit } from '@ats/service-kit/http'
import { RequestError, type Metrics } from '@ats/service-kit/process'
import sirv from 'sirv'
import type { Visit } from '../http/visit.js'
import { createAppPage } from './app-page.js'
import { createDocs, isForDocs } from './docs.js'
import { PAGE_HEADERS } from './page-headers.js'

export interface PagesOptions {
  readonly webRoot: string
  readonly docsRoot: string
  /** Whether the build may change while this runs. */
  readonly mayChange: boolean
  /** Per client address; null: unlimited. */
  readonly pageLimit: RateLimit | null
  readonly metrics: Metrics
}

/** Serves the documentation, the files of the app, and at every other address its page. It takes GET and HEAD. */
export type Pages = (visit: Visit) => Promise<void>

const ASSETS = '/assets/'
/** The name of each file says what is in it. */
const FOR_EVER = 'public, max-age=31536000, immutable'

export function createPages({ webRoot, docsRoot, mayChange, pageLimit, metrics }: PagesOptions): Pages {
  const page = createAppPage(webRoot, mayChange)
  const sendDocs = createDocs({ docsRoot, mayChange })
  const serveFile = sirv(join(webRoot, 'assets'), {
    dev: mayChange,
    brotli: true,
    extensions: [],
    setHeaders: (response) => response.setHeader('Cache-Control', FOR_EVER),
  })
  const countPage = metrics.requests({ method: 'GET', route: '/*' })
  const countDocs = metrics.requests({ method: 'GET', route: '/docs/*' })
  const countFile = metrics.requests({ method: 'GET', route: `${ASSETS}*` })

  function sendFile({ request, response, requestId }: Visit): void {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
    response.setHeader('X-Request-Id', requestId)
    // Ranges of a few kilobytes are of no use to a browser.
    delete request.headers.range
    request.url = (request.url ?? '').slice(ASSETS.length - 1)
    serveFile(request, response, () => {
      const missing = new RequestError('not_found', 'there is no such file')
      sendReply(response, requestId, errorReply(missing, requestId))
    })
  }

  async function sendPage({ request, response, requestId }: Visit): Promise<void> {
    const { status, text = '', headers = {} } = await page()
    sendReply(response, requestId, {
      status,
      text: request.method === 'HEAD' ? '' : text,
      headers: { ...PAGE_HEADERS, ...headers },
    })
  }

  return async (visit) => {
    const { request, response, ip, startedAtMs } = visit
    const isFile = request.url?.startsWith(ASSETS) === true
    const isDocs = isForDocs(request.url)
    const count = isFile ? countFile : isDocs ? countDocs : countPage
    response.once('close', () => count(response.statusCode, (performance.now() - startedAtMs) / 1000))
    await pageLimit?.consume(addressGroup(ip))
    if (isFile) sendFile(visit)
    else if (isDocs) sendDocs(visit)
    else await sendPage(visit)
  }
}
