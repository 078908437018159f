import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createDocument } from './documents.js'

const TEXT = 'a text that repeats itself, '.repeat(1_000)
const load = jest.fn(() => Buffer.from(TEXT))
const document = createDocument({ contentType: 'text/plain', maxAgeSeconds: 60, headers: { 'X-Own': 'yes' }, load })

it.each<[string | undefined, string | undefined, (bytes: Buffer) => Buffer]>([
  [undefined, undefined, (bytes) => bytes],
  ['', undefined, (bytes) => bytes],
  ['identity', undefined, (bytes) => bytes],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['GZIP;q=1.0', 'gzip', gunzipSync],
  ['br;q=0, gzip; q=0.5', 'gzip', gunzipSync],
  ['br; q=0.000, gzip;q=0', undefined, (bytes) => bytes],
])('where %s is accepted it comes as %s', async (accepted, encoding, decompress) => {
  const { status, bytes, headers } = await document({ 'accept-encoding': accepted })
  expect([status, decompress(bytes!).toString()]).toEqual([200, TEXT])
  expect(headers).toMatchObject({
    'Content-Type': 'text/plain',
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept-Encoding',
    'X-Own': 'yes',
  })
  expect(headers?.['Content-Encoding']).toBe(encoding)
})

it('is not sent again to who has it, in the form in which they would get it', async () => {
  const br = { 'accept-encoding': 'br' }
  const { headers } = await document(br)
  const etag = headers!['ETag']!
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const reply = await document({ ...br, 'if-none-match': held })
    expect([reply.status, reply.bytes, reply.headers?.['ETag']]).toEqual([304, undefined, etag])
  }
  expect((await document({ 'if-none-match': etag })).status).toBe(200)
  expect((await document({ ...br, 'if-none-match': '"other"' })).status).toBe(200)
})

it('is loaded and compressed once, however many ask for it, also while that is under way', async () => {
  const loadOnce = jest.fn(() => Promise.resolve(Buffer.from(TEXT)))
  const shared = createDocument({ contentType: 'text/plain', load: loadOnce })
  const replies = await Promise.all(Array.from({ length: 50 }, () => shared({ 'accept-encoding': 'gzip' })))
  expect(new Set(replies.map(({ bytes }) => bytes)).size).toBe(1)
  expect((await shared({ 'accept-encoding': 'gzip' })).bytes).toBe(replies[0]!.bytes)
  expect((await shared({})).headers).toMatchObject({ 'Cache-Control': 'no-cache' })
  expect(loadOnce).toHaveBeenCalledTimes(1)
})
