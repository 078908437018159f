/**
 * All open streams of a process: the comments that keep them alive, their end when the process stops, and how many
 * there may be. A stream holds a connection, and neither a place among the requests in flight nor anything of a
 * database.
 */
import type { ServerResponse } from 'node:http'
import { periodic } from '../../async/periodic.js'
import { settleWithin } from '../../async/timeout.js'
import { chunksOf } from '../../async/chunks-of.js'
import { DependencyError } from '../../process/errors.js'
import type { Metrics } from '../../process/metrics.js'
import type { StreamReply } from '../route.js'
import { createEventStream, CUT_REASONS, type EventStream, type OwnedStream } from './event-stream.js'
import { KEEP_ALIVE, retryText } from './frames.js'

export interface EventStreams {
  /**
   * A reply that is a stream. `begin` gets the stream once its head is sent; `onNone` is called instead where the
   * response is not wanted.
   * @throws DependencyError where the process has as many streams as it may
   */
  reply(kind: string, begin: (stream: EventStream) => void, onNone: () => void): StreamReply
  /** Ends all, and all that begin from now on, with the advice to come back; within two seconds. Idempotent. */
  end(): Promise<void>
}

export interface EventStreamsOptions {
  readonly metrics: Metrics
  /** The kinds of streams there are, for the metrics. */
  readonly kinds: readonly string[]
  /** Default 5,000: half of the connections that a listener takes. */
  readonly max?: number
  /** Default 1 MB. */
  readonly unreadBytesMax?: number
  readonly random?: () => number
}

const KEEP_ALIVE_SECONDS = 15
const RETRY = Buffer.from(retryText(2_000))
/** Readers whose streams are ended reconnect at different times. */
const LEAVE_MS = { min: 500, spread: 1_500 }
/** Streams that are written to in one turn of the event loop. */
const AT_A_TIME = 64
const FLUSH_MS = 1_000
const MAX = 5_000
const UNREAD_BYTES_MAX = 1_048_576

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { kinds, max = MAX, unreadBytesMax = UNREAD_BYTES_MAX, random = Math.random } = options
  const count = countStreams(options)
  /** One for each second of the span between two comments. */
  const beats = Array.from({ length: KEEP_ALIVE_SECONDS }, () => new Set<OwnedStream>())
  const open = new Set<OwnedStream>()
  let promised = 0
  let begun = 0
  let second = 0
  let ended: Promise<void> | undefined

  const keepAlive = async (): Promise<void> => {
    second += 1
    for (const some of chunksOf([...(beats[second % KEEP_ALIVE_SECONDS] ?? [])], AT_A_TIME)) {
      // One that has not taken what it was sent needs no sign of life.
      for (const stream of some) if (stream.isReady) stream.write(KEEP_ALIVE, 0)
      await nextTurn()
    }
  }
  const beating = periodic(keepAlive, { everyMs: 1_000, isSteady: true })
  beating.start()

  const leave = (stream: OwnedStream): void => stream.end(retryText(LEAVE_MS.min + random() * LEAVE_MS.spread))

  const start = (kind: string, response: ServerResponse): OwnedStream => {
    const stream = createEventStream(response, {
      unreadBytesMax,
      onWritten: (bytes, frames) => count.written(kind, bytes, frames),
      onCut: count.cut,
    })
    const beat = beats[(second + begun++) % KEEP_ALIVE_SECONDS]
    open.add(stream)
    beat?.add(stream)
    count.opened(kind, 1)
    stream.onClose(() => {
      beat?.delete(stream)
      count.opened(kind, -1)
    })
    void stream.flushed.then(() => open.delete(stream))
    return stream
  }

  const endAll = async (): Promise<void> => {
    void beating.stop()
    for (const some of chunksOf([...open], AT_A_TIME)) {
      some.forEach(leave)
      await nextTurn()
    }
    await settleWithin(Promise.all([...open].map(({ flushed }) => flushed)), FLUSH_MS)
    for (const stream of open) stream.destroy()
  }

  return {
    reply(kind, begin, onNone) {
      if (!kinds.includes(kind)) throw new Error(`${kind} is no kind of stream: ${kinds.join(', ')}`)
      if (open.size + promised >= max) throw new DependencyError('capacity', 'too many streams are open')
      promised += 1
      return {
        begin(response) {
          promised -= 1
          const stream = start(kind, response)
          stream.write(RETRY, 0)
          begin(stream)
          if (ended !== undefined) leave(stream)
        },
        abandon() {
          promised -= 1
          onNone()
        },
      }
    },
    end: () => (ended ??= endAll()),
  }
}

function countStreams({ metrics, kinds }: EventStreamsOptions) {
  const opened = new Map(kinds.map((kind) => [kind, 0]))
  metrics.figures({ name: 'streams_open', help: 'Streams that are open, by kind.', labels: ['kind'] }, () =>
    [...opened].map(([kind, count]) => [[kind], count]),
  )
  const frames = metrics.counter({
    name: 'stream_frames_total',
    help: 'Frames written to streams, by kind.',
    label: 'kind',
    values: kinds,
  })
  const bytes = metrics.counter({
    name: 'stream_bytes_total',
    help: 'Bytes written to streams, by kind.',
    label: 'kind',
    values: kinds,
  })
  const cut = metrics.counter({
    name: 'streams_cut_total',
    help: 'Streams ended with an error, by reason: slow (the reader left too much unread), key (no longer valid), unchecked (the wallet did not tell whether the key is valid).',
    label: 'reason',
    values: CUT_REASONS,
  })
  return {
    cut,
    opened: (kind: string, by: number): unknown => opened.set(kind, (opened.get(kind) ?? 0) + by),
    written(kind: string, size: number, count: number): void {
      bytes(kind, size)
      if (count > 0) frames(kind, count)
    },
  }
}
