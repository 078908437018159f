import { periodic } from '@ats/service-kit/async'

/** The streams that browsers have open. */
export interface OpenStreams {
  /** From now on its session is looked at again and again; call what it returns when the stream has ended. */
  add(stream: OpenStream): () => void
  /** Looks at all of them now, as it happens every minute by itself. */
  readonly recheck: () => Promise<void>
  endAll(): void
  stop(): Promise<void>
}

export interface OpenStream {
  /** Whether the session that it was opened with is still valid. */
  readonly mayGoOn: () => Promise<boolean>
  readonly end: () => void
}

const RECHECK_MS = 60_000

export function watchStreams(): OpenStreams {
  const open = new Set<OpenStream>()
  async function recheck(): Promise<void> {
    for (const stream of [...open]) if (!(await stream.mayGoOn())) stream.end()
  }
  const checking = periodic(recheck, { everyMs: RECHECK_MS })
  checking.start()
  return {
    add(stream) {
      open.add(stream)
      return () => void open.delete(stream)
    },
    recheck,
    endAll: () => [...open].forEach((stream) => stream.end()),
    stop: () => checking.stop(),
  }
}
