export interface Deadline {
  /** To be called when the work has ended in time: `late` is then not called. */
  readonly clear: () => void
}

export interface Deadlines {
  /** `late` is called once `atMs` of `performance.now` has come. */
  readonly at: (atMs: number, late: () => void) => Deadline
}

interface Entry extends Deadline {
  readonly atMs: number
  readonly late: () => void
  before: Entry | null
  after: Entry | null
}

/**
 * Deadlines of work that mostly ends in time: one timer for all of them, which does not keep the process alive. Adding
 * one costs little when it is the latest; else it is sorted in.
 */
export function createDeadlines(): Deadlines {
  let first: Entry | null = null
  let last: Entry | null = null
  let timer: NodeJS.Timeout | null = null
  let timerAtMs = Infinity

  const remove = (entry: Entry): void => {
    if (entry.before !== null) entry.before.after = entry.after
    else if (first === entry) first = entry.after
    else return
    if (entry.after !== null) entry.after.before = entry.before
    else last = entry.before
    entry.before = entry.after = null
  }
  const insert = (entry: Entry): void => {
    let before = last
    while (before !== null && before.atMs > entry.atMs) before = before.before
    const after = before === null ? first : before.after
    entry.before = before
    entry.after = after
    if (before === null) first = entry
    else before.after = entry
    if (after === null) last = entry
    else after.before = entry
  }
  /** A timer whose deadline was cleared goes off once for nothing; one timer for each deadline would cost more. */
  const wait = (): void => {
    if (first === null || timerAtMs <= first.atMs) return
    if (timer !== null) clearTimeout(timer)
    timerAtMs = first.atMs
    timer = setTimeout(callLate, Math.max(1, Math.ceil(timerAtMs - performance.now()))).unref()
  }
  const callLate = (): void => {
    timerAtMs = Infinity
    const nowMs = performance.now()
    while (first !== null && first.atMs <= nowMs) {
      const { late } = first
      remove(first)
      late()
    }
    wait()
  }

  return {
    at(atMs, late) {
      const entry: Entry = { atMs, late, before: null, after: null, clear: () => remove(entry) }
      insert(entry)
      wait()
      return entry
    },
  }
}
