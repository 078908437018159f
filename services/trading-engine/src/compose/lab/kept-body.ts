import type { IncomingMessage } from 'node:http'

export interface KeptBody {
  readonly text: () => string | null
  /** Resolves once it is there, or is too long to wait for. */
  readonly whole: Promise<void>
}

export const NO_BODY: KeptBody = { text: () => null, whole: Promise.resolve() }

/** The bytes that a request holds back as long as nobody reads it. */
const WAITED_FOR_MAX = 16 * 1_024

/** Keeps what is read of the body by whom it is meant for, as text. */
export function keepBody(request: IncomingMessage): KeptBody {
  const chunks: Buffer[] = []
  let bytes = 0
  const push = request.push.bind(request)
  let finish: () => void = () => undefined
  const whole = new Promise<void>((resolve) => (finish = resolve))
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(chunk)) {
      chunks.push(chunk)
      bytes += chunk.length
    }
    if (chunk === null || bytes >= WAITED_FOR_MAX) finish()
    return push(chunk, encoding)
  }
  request.once('close', finish)
  if (request.complete) finish()
  return { whole, text: () => (chunks.length === 0 ? null : Buffer.concat(chunks).toString('utf8')) }
}
