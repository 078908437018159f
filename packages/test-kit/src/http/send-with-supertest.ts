import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import supertest, { type Response } from 'supertest'
import type { RawRequest, RawResponse } from './send-request.js'

/** Below the time of a test: a busy machine may take its time over hundreds of requests. */
const TIMEOUT_MS = 120_000

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** One ordinary request. Odd paths and bytes, which supertest would tidy up, go out through `sendRequest`. */
export async function sendWithSupertest(baseUrl: string, request: RawRequest): Promise<RawResponse> {
  const test = supertest(baseUrl)[request.method.toLowerCase() as Verb](request.path)
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) void test.set(name, typeof value === 'number' ? String(value) : (value as string))
  }
  if (request.body !== undefined) void test.send(request.body)
  const response = await test.timeout(TIMEOUT_MS).buffer(true).parse(asText)
  const headers = response.headers as IncomingHttpHeaders
  return { status: response.status, headers, text: response.body as string }
}

/**
 * The body as it came: whether it is the JSON it should be is for the contract to say. The types call the stream a
 * response.
 */
function asText(message: Response, done: (error: Error | null, text: string) => void): void {
  const response = message as unknown as IncomingMessage
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => (text += chunk))
  response.on('end', () => done(null, text))
}
