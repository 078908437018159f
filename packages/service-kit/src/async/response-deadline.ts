/**
 * How long a dependency may take, measured by the time in which this process could read its answer. A timer alone would
 * blame the dependency for a blocked event loop: it goes off before an answer that has already arrived is read.
 */
export interface ResponseDeadline {
  /** `giveUp` is called for one that is not settled in time; harmless for one that is. */
  await(pending: Pending): void
}

export interface Pending {
  readonly isSettled: () => boolean
  readonly giveUp: () => void
}

/** Calls back after so many ms and once all that had arrived by then is read. */
export type AfterReading = (ms: number, then: () => void) => void

/** The spans of a wait: each has at least one read, so a span that took long because nothing was read counts as one. */
const SPANS = 5

/** Each has at least `timeoutMs`, and at most a fifth more while the event loop is not blocked. */
export function createResponseDeadline(
  timeoutMs: number,
  afterReading: AfterReading = afterTimerAndPoll,
): ResponseDeadline {
  let spans: Pending[][] = Array.from({ length: SPANS + 1 }, () => [])
  let isTicking = false

  const tick = (): void => {
    const [oldest = [], ...younger] = spans
    spans = [...younger, []]
    for (const pending of oldest) if (!pending.isSettled()) pending.giveUp()
    isTicking = spans.some((span) => span.length > 0)
    if (isTicking) afterReading(timeoutMs / SPANS, tick)
  }

  return {
    await(pending) {
      spans.at(-1)?.push(pending)
      if (isTicking) return
      isTicking = true
      afterReading(timeoutMs / SPANS, tick)
    },
  }
}

/** The loop runs timers, then reads, then runs immediates. */
const afterTimerAndPoll: AfterReading = (ms, then) => void setTimeout(() => setImmediate(then), ms).unref()
