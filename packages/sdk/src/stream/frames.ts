import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { RequestTimeout } from '../errors.js'
import type { Clock } from '../transport/clock.js'

/** The service writes at least every 15 s: a connection silent for so long is lost. */
export const SILENCE_MS = 40_000

export interface FrameOptions {
  readonly clock: Clock
  /** The service's wait before the next connection, in milliseconds. */
  readonly onRetry: (ms: number) => void
}

/**
 * The frames of a response, until it ends. It is read as its frames are taken, so that a slow reader slows the service
 * down and not the other way round.
 * @throws RequestTimeout when nothing came for 40 s
 */
export async function* framesOf(
  body: ReadableStream<Uint8Array>,
  { clock, onRetry }: FrameOptions,
): AsyncGenerator<EventSourceMessage> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const frames: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (frame) => frames.push(frame), onRetry })
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, clock)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* frames.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => undefined) // it has failed already, which was thrown
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, clock: Clock) {
  const read = new AbortController()
  const silence = clock.sleep(SILENCE_MS, read.signal).then(() => {
    throw new RequestTimeout(`the stream was silent for ${SILENCE_MS / 1000} s`)
  })
  try {
    return await Promise.race([reader.read(), silence])
  } finally {
    silence.catch(() => undefined)
    read.abort()
  }
}
