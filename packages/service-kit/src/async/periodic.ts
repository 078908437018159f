/**
 * Runs work again and again until it is stopped, never twice at a time. Its timer does not keep the process alive.
 */
export interface Periodic {
  /** Arms the first run. One that has been started or stopped is not started again. */
  readonly start: () => void
  /** No run begins any more; resolves once the one under way has ended. */
  readonly stop: () => Promise<void>
}

export interface PeriodicOptions {
  /** From the end of a run to the beginning of the next. */
  readonly everyMs: number | (() => number)
  /**
   * Runs are due every `everyMs` from the first on, however late one begins or ends: two loops that have begun apart
   * stay apart. What a long run has missed is left out.
   */
  readonly isSteady?: boolean
  /** Until the first run, instead of `everyMs`. */
  readonly firstAfterMs?: number
  /** Called when a run has failed; the next one comes as usual. Without it a failure ends the process. */
  readonly onError?: (error: unknown) => void
  readonly clock?: PeriodicClock
}

export interface PeriodicClock {
  /** In milliseconds. */
  readonly now: () => number
  /** Returns what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

const CLOCK: PeriodicClock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** `run` may end early when `stopping` is aborted. */
export function periodic(run: (stopping: AbortSignal) => unknown, options: PeriodicOptions): Periodic {
  const { everyMs, isSteady = false, firstAfterMs, onError, clock = CLOCK } = options
  const stopping = new AbortController()
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined

  const arm = (ms: number): void => {
    if (stopping.signal.aborted) return
    const dueAt = clock.now() + ms
    cancel = clock.after(ms, () => {
      running = runOnce(dueAt)
    })
  }

  const interval = (): number => (typeof everyMs === 'number' ? everyMs : everyMs())

  const runOnce = async (dueAt: number): Promise<void> => {
    try {
      await run(stopping.signal)
    } catch (error) {
      if (onError === undefined) throw error
      onError(error)
    }
    arm(isSteady ? untilDue(dueAt, interval(), clock.now()) : interval())
  }

  return {
    start() {
      if (cancel === undefined) arm(firstAfterMs ?? interval())
    },
    async stop() {
      stopping.abort()
      cancel?.()
      await running
    },
  }
}

/** Until the next whole number of intervals after `dueAt`. A timer may come a little before it is due. */
const untilDue = (dueAt: number, interval: number, now: number): number =>
  now < dueAt ? dueAt + interval - now : interval - ((now - dueAt) % interval)
