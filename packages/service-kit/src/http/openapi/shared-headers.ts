/** Headers of responses that are described once, among the components: in place the same words are a reference. */
import { REVALIDATED } from '../reply.js'
import type { OpenApiHeader, OpenApiReference } from './document.js'
import { headerComponent, RATE_LIMIT_HEADERS } from './rate-limit-headers.js'

export const REQUEST_ID = { 'X-Request-Id': 'Identifies this request in logs.' }

export const ETAG_HEADERS = {
  ETag: 'Changes exactly when the body does.',
  'Cache-Control': `\`${REVALIDATED}\`: the caller may keep it, and asks with If-None-Match before each use.`,
}

const textHeader = (description: string): OpenApiHeader => ({ description, schema: { type: 'string' } })

const SHARED_HEADERS: Readonly<Record<string, OpenApiHeader>> = {
  ...RATE_LIMIT_HEADERS,
  ...Object.fromEntries(
    Object.entries({ ...REQUEST_ID, ...ETAG_HEADERS }).map(([name, words]) => [name, textHeader(words)]),
  ),
}

/** By their names among the components. */
export const HEADER_COMPONENTS: Readonly<Record<string, OpenApiHeader>> = Object.fromEntries(
  Object.entries(SHARED_HEADERS).map(([name, header]) => [headerComponent(name), header]),
)

/** `words`: the description of each header by its name. */
export const describeHeaders = (
  words: Readonly<Record<string, string>>,
): Readonly<Record<string, OpenApiHeader | OpenApiReference>> =>
  Object.fromEntries(
    Object.entries(words).map(([name, description]) => {
      const shared = SHARED_HEADERS[name]
      return [
        name,
        shared?.description === description
          ? { $ref: `#/components/headers/${headerComponent(name)}` }
          : textHeader(description),
      ]
    }),
  )
