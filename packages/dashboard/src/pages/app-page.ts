import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reply } from '@ats/service-kit/http'
import { pagePolicy } from './page-headers.js'
import { problemPage } from './problem-page.js'

/** The word that the build has put wherever the nonce of a response belongs. */
const NONCE_PLACE = /__CSP_NONCE__/g

const NOT_BUILT = 'The pages have not been built. Run "npm run build" in the repository and load this page again.'

export type AppPage = () => Promise<Reply>

/**
 * The page of the app, the same at every address: styles that scripts add need the nonce of the response. While
 * `mayChange`, it is read each time.
 */
export function createAppPage(webRoot: string, mayChange: boolean): AppPage {
  const read = (): Promise<string | null> => readFile(join(webRoot, 'index.html'), 'utf8').catch(missing)
  let kept: Promise<string | null> | undefined
  return async () => {
    const html = await (mayChange ? read() : (kept ??= read()))
    if (html === null) return problemPage(503, NOT_BUILT)
    const nonce = randomBytes(16).toString('base64')
    return {
      status: 200,
      text: html.replace(NONCE_PLACE, nonce),
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': pagePolicy([`'nonce-${nonce}'`]),
      },
    }
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
