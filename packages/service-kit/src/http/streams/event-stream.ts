/**
 * One open stream of server-sent events. A reader that is slow costs what it has not taken, and no more than
 * `unreadBytesMax` of it: what was written waits in the socket up to its high-water mark, the rest in a queue here,
 * whose buffers are shared with the other readers.
 */
import type { ServerResponse } from 'node:http'
import type { ErrorCode } from '@ats/contracts'
import { frameText } from './frames.js'
import { markStreaming, unmarkStreaming } from './streaming-sockets.js'

export interface EventStream {
  /** False while the reader has not taken what was written: a newest value is then better held back. */
  readonly isReady: boolean
  readonly isClosed: boolean
  /** Whole frames. A reader that would have too many bytes unread is cut instead. */
  write(bytes: Buffer, frames?: number): void
  /** Resolves once it is ready, or closed. */
  whenReady(): Promise<void>
  /** Tells `event: error`, and ends the stream. `reason` is for the metrics. */
  cut(reason: CutReason, code: ErrorCode, message: string): void
  /** Called once, when no more is written: it was ended, cut off, or its connection is closed. */
  onClose(listener: () => void): void
}

/** `slow`: too much unread; `key`: no longer valid; `unchecked`: whether the key is valid could not be found out. */
export type CutReason = 'slow' | 'key' | 'unchecked'
export const CUT_REASONS: readonly CutReason[] = ['slow', 'key', 'unchecked']

export interface EventStreamOptions {
  readonly unreadBytesMax: number
  readonly onWritten: (bytes: number, frames: number) => void
  readonly onCut: (reason: CutReason) => void
}

export interface OwnedStream extends EventStream {
  /** Writes the last bytes and ends the response. */
  end(last: string): void
  /** For a reader that does not take the end of its stream. */
  destroy(): void
  /** Resolves once the response is flushed, or its connection is closed. */
  readonly flushed: Promise<void>
}

/** Queued frames are handed to the socket in pieces of so many bytes, or one frame. */
const PIECE_BYTES = 65_536

/** `response` has its head. */
export function createEventStream(response: ServerResponse, options: EventStreamOptions): OwnedStream {
  const { unreadBytesMax, onWritten, onCut } = options
  const { socket } = response.req
  let queue: Buffer[] = []
  let queuedBytes = 0
  let isBlocked = false
  let isClosed = false
  let waiting: (() => void)[] = []
  const listeners: (() => void)[] = []
  const flushed = new Promise<void>((resolve) => response.once('close', resolve))

  const wake = (): void => {
    const woken = waiting
    waiting = []
    for (const resolve of woken) resolve()
  }
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    queue = []
    queuedBytes = 0
    unmarkStreaming(socket)
    wake()
    for (const listener of listeners) listener()
  }
  const put = (bytes: Buffer): void => {
    if (!response.write(bytes)) isBlocked = true
  }
  const takePiece = (): Buffer => {
    let [count, size] = [0, 0]
    while (count < queue.length && (count === 0 || size + (queue[count]?.length ?? 0) <= PIECE_BYTES))
      size += queue[count++]?.length ?? 0
    queuedBytes -= size
    return Buffer.concat(queue.splice(0, count), size)
  }
  const onDrain = (): void => {
    isBlocked = false
    while (queue.length > 0 && !isBlocked && !isClosed) put(takePiece())
    if (!isBlocked) wake()
  }
  const end = (last: string): void => {
    if (isClosed) return
    close()
    response.end(last)
  }
  const cut: EventStream['cut'] = (reason, code, message) => {
    if (isClosed) return
    onCut(reason)
    end(frameText({ event: 'error', data: JSON.stringify({ error: code, message }) }))
  }

  markStreaming(socket)
  response.on('drain', onDrain)
  response.once('close', close)
  response.on('error', () => undefined) // it closes next
  return {
    flushed,
    get isReady() {
      return !isClosed && !isBlocked
    },
    get isClosed() {
      return isClosed
    },
    write(bytes, frames = 1) {
      if (isClosed) return
      if (response.writableLength + queuedBytes + bytes.length > unreadBytesMax)
        return cut('slow', 'rate_limited', `more than ${unreadBytesMax} bytes were unread; read faster, and resume`)
      onWritten(bytes.length, frames)
      if (!isBlocked) return put(bytes)
      queue.push(bytes)
      queuedBytes += bytes.length
    },
    whenReady: () => (isBlocked && !isClosed ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    cut,
    end,
    destroy: () => response.destroy(),
    onClose(listener) {
      if (isClosed) listener()
      else listeners.push(listener)
    },
  }
}
