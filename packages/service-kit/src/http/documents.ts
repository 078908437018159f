import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { entityTag, isHeld } from './entity-tag.js'
import type { Reply } from './route.js'

/** A text that is the same for everybody. */
export interface DocumentSource {
  readonly contentType: string
  /** How long it may be shown without asking whether it is still the same. Default: not at all. */
  readonly maxAgeSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Asked once. */
  readonly load: () => Buffer | Promise<Buffer>
}

export type Document = (headers: IncomingHttpHeaders) => Promise<Reply>

/** A document that is compressed once, at its first request and in its own thread; then every response copies bytes. */
export function createDocument({ contentType, maxAgeSeconds = 0, headers = {}, load }: DocumentSource): Document {
  const forms = new Map<Encoding, Promise<Form>>()
  let content: Promise<Buffer> | undefined

  async function makeForm(encoding: Encoding): Promise<Form> {
    const bytes = await ENCODERS[encoding](await (content ??= Promise.resolve(load())))
    return { bytes, etag: entityTag(bytes) }
  }

  function formOf(encoding: Encoding): Promise<Form> {
    const known = forms.get(encoding) ?? makeForm(encoding)
    forms.set(encoding, known)
    return known
  }

  const always = {
    ...headers,
    'Cache-Control': maxAgeSeconds === 0 ? 'no-cache' : `public, max-age=${maxAgeSeconds}`,
    Vary: 'Accept-Encoding',
  }
  return async (request) => {
    const encoding = encodingFor(request['accept-encoding'] ?? '')
    const { bytes, etag } = await formOf(encoding)
    if (isHeld(request['if-none-match'], etag)) return { status: 304, headers: { ...always, ETag: etag } }
    const encoded = encoding === 'identity' ? {} : { 'Content-Encoding': encoding }
    return { status: 200, bytes, headers: { ...always, ...encoded, 'Content-Type': contentType, ETag: etag } }
  }
}

interface Form {
  readonly bytes: Buffer
  readonly etag: string
}

type Encoding = 'br' | 'gzip' | 'identity'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const ENCODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content) => compressGzip(content),
  identity: (content) => Promise.resolve(content),
}

/** Brotli or gzip where it is named and not refused by `q=0`. */
function encodingFor(accepted: string): Encoding {
  const named = accepted.split(',').map((entry) => entry.replaceAll(' ', '').toLowerCase())
  const takes = (encoding: string): boolean =>
    named.some((entry) => entry === encoding || (entry.startsWith(`${encoding};q=`) && !/=0(\.0{0,3})?$/.test(entry)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
