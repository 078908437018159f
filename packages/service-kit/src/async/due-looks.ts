/**
 * Lets the loops of a worker run only when there is something for them: one look at the database, several times a
 * second, says what is due of all of them. Each then reads for itself what it does. When a look fails, every loop whose
 * time has come runs, and says itself what it cannot read.
 */
import { periodic, type Periodic, type PeriodicOptions } from './periodic.js'

/** Runs work again and again, as `periodic` does: not before `everyMs` after it has run, and only when it is due. */
export type Schedule = (
  run: (stopping: AbortSignal) => unknown,
  options: Pick<PeriodicOptions, 'everyMs' | 'firstAfterMs' | 'isSteady' | 'onError'>,
) => Periodic

export interface DueLooks<Due> extends Periodic {
  readonly when: (isDue: (due: Due) => boolean) => Schedule
  /** The result of the last look; null when it failed, or two more should have ended since. */
  readonly latest: () => Due | null
}

export interface DueLooksOptions<Due> {
  readonly read: () => Promise<Due>
  readonly everyMs?: number
}

/** As often as a dead-man's switch is looked for. */
const EVERY_MS = 200

interface Loop<Due> {
  readonly isDue: (due: Due) => boolean
  /** Moment of `performance.now()`. */
  readonly nextAt: () => number
  readonly begin: () => void
}

export function createDueLooks<Due>({ read, everyMs = EVERY_MS }: DueLooksOptions<Due>): DueLooks<Due> {
  const loops = new Set<Loop<Due>>()
  let seen: { readonly due: Due; readonly at: number } | null = null

  const look = async (): Promise<void> => {
    const at = performance.now()
    const due = await read().catch(() => null)
    seen = due === null ? null : { due, at }
    // A timer that comes a little early is no reason to wait for the look after it.
    const ready = [...loops].filter(({ nextAt }) => nextAt() <= at + everyMs / 2)
    for (const { isDue, begin } of ready) if (due === null || isDue(due)) begin()
  }

  return {
    ...periodic(look, { everyMs, firstAfterMs: 0, isSteady: true }),
    latest: () => (seen !== null && performance.now() - seen.at < 2.5 * everyMs ? seen.due : null),
    when: (isDue) => (run, options) => loopOf(loops, isDue, run, options),
  }
}

function loopOf<Due>(
  loops: Set<Loop<Due>>,
  isDue: (due: Due) => boolean,
  run: (stopping: AbortSignal) => unknown,
  { everyMs, firstAfterMs, onError }: Parameters<Schedule>[1],
): Periodic {
  const stopping = new AbortController()
  const interval = (): number => (typeof everyMs === 'number' ? everyMs : everyMs())
  let nextAt = Infinity
  let running: Promise<void> | undefined

  const runOnce = async (): Promise<void> => {
    try {
      await run(stopping.signal)
    } catch (error) {
      if (onError === undefined) throw error
      onError(error)
    }
    nextAt = performance.now() + interval()
  }
  const loop: Loop<Due> = {
    isDue,
    nextAt: () => nextAt,
    begin() {
      nextAt = Infinity
      running = runOnce()
    },
  }
  return {
    start() {
      if (stopping.signal.aborted || loops.has(loop)) return
      nextAt = performance.now() + (firstAfterMs ?? interval())
      loops.add(loop)
    },
    async stop() {
      stopping.abort()
      loops.delete(loop)
      await running
    },
  }
}
