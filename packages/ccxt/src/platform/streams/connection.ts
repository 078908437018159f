import { frameReader, type Frame } from './frames.js'

/** As much of an answer of `fetch` as a stream needs. */
export interface StreamAnswer {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array> | null
  readonly text: () => Promise<string>
}

export interface ConnectionOptions {
  /** Sends the request; the id is that of the last frame that had one. */
  readonly open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<StreamAnswer>
  readonly onFrame: (frame: Frame) => void
  /** Called once, when it gives up: after a final error, or when `giveUpMs` have passed without a stream. */
  readonly onEnd: (error: Error) => void
  /** The error for an answer that is no stream. */
  readonly refusal: (status: number, body: string) => Error
  /** Whether to connect again is useless. */
  readonly isFinal: (error: Error) => boolean
  readonly giveUpMs: number
  /** Where to go on, if known. */
  readonly lastEventId?: string | undefined
  /** Gives up when the connection ends before a frame has had an id: what comes in between could not be asked for. */
  readonly needsId?: boolean
}

export interface Connection {
  readonly lastEventId: () => string | undefined
  readonly close: () => void
}

/** The service sends a comment every 15 s: after this long without a byte the connection is dead. */
const SILENCE_MS = 45_000
const RETRY_MS = 2_000
const RETRY_MAX_MS = 30_000

/** Keeps a stream open: connects again where it was cut, after as long as the service says. */
export function connect(options: ConnectionOptions): Connection {
  const closing = new AbortController()
  let lastEventId = options.lastEventId
  let retryMs = RETRY_MS
  let hasFrames = false

  function onFrame(frame: Frame): void {
    hasFrames = true
    if (frame.event === 'error') throw options.refusal(0, frame.data)
    lastEventId = frame.id ?? lastEventId
    if (frame.data !== '') options.onFrame(frame)
  }

  /** Reads one connection to its end. */
  async function follow(): Promise<void> {
    const silence = new AbortController()
    const signal = AbortSignal.any([closing.signal, silence.signal])
    let timer = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const answer = await options.open(lastEventId, signal)
      if (answer.status !== 200 || answer.body === null) throw options.refusal(answer.status, await answer.text())
      const reader = frameReader(onFrame, (ms) => (retryMs = Math.min(ms, RETRY_MAX_MS)))
      const decoder = new TextDecoder()
      for await (const bytes of answer.body) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), SILENCE_MS)
        reader.read(decoder.decode(bytes, { stream: true }))
      }
    } finally {
      clearTimeout(timer)
      silence.abort()
    }
  }

  async function run(): Promise<void> {
    let failingSince: number | undefined
    while (!closing.signal.aborted) {
      hasFrames = false
      const error = await follow().then(
        () => new Error('the service ended the stream'),
        (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
      )
      if (closing.signal.aborted) return
      const now = Date.now()
      failingSince = hasFrames ? now : (failingSince ?? now)
      const isLost = options.needsId === true && lastEventId === undefined && hasFrames
      if (options.isFinal(error) || isLost || now - failingSince >= options.giveUpMs) return options.onEnd(error)
      await pause(Math.min(retryMs, options.giveUpMs), closing.signal)
    }
  }

  void run()
  return { lastEventId: () => lastEventId, close: () => closing.abort() }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
