import { periodic } from '@ats/service-kit/async'

/**
 * Orders come first: while commands are under way and this process has little time to spare, fewer accounts are
 * relayed and fewer webhooks attempted, down to a trickle; otherwise as many as there are. What a process of its own
 * does, with no orders to hold up, is never held back.
 *
 * What is begun is limited, not what is under way: an attempt that waits for its receiver costs nothing, and must not
 * stand in the way of others.
 */
export interface LoadShedder {
  /** Resolves with how many of those wanted (> 0) may begin: at least one, once there is room. */
  readonly take: (wanted: number) => Promise<number>
  /** So many of those taken were not begun after all. */
  readonly putBack: (count: number) => void
  /** Number of tasks that wait to begin. */
  readonly waiting: () => number
  start(): void
  /** Lets everybody who waits go on. */
  stop(): void
}

export interface LoadShedderOptions {
  /** Whether commands are under way. */
  readonly hasCommands: () => boolean
  /** The share of time, 0 to 1, that the process was busy since the last call. */
  readonly utilization?: () => number
}

const LOOK_MS = 50
const BUSY = 0.7
/** Begun from one look to the next. */
const LEAST = 4
const MOST = 200
const GROWTH = 1
const SHRINK = 0.75

export function createLoadShedder({
  hasCommands,
  utilization = measureUtilization(),
}: LoadShedderOptions): LoadShedder {
  const waiting: (() => void)[] = []
  let allowed = Infinity
  let left = Infinity
  let begun = 0

  const look = (): void => {
    const isPressed = utilization() > BUSY && hasCommands()
    if (isPressed) allowed = Math.max(LEAST, Math.floor(Math.min(allowed, begun) * SHRINK))
    else if (allowed < Infinity) allowed = allowed < MOST ? allowed + GROWTH : Infinity
    left = allowed
    begun = 0
    for (const goOn of waiting.splice(0, left)) goOn()
  }
  const looking = periodic(look, { everyMs: LOOK_MS })

  return {
    async take(wanted) {
      while (left < 1) await new Promise<void>((resolve) => waiting.push(resolve))
      const taken = Math.min(wanted, left)
      left -= taken
      begun += taken
      return taken
    },
    putBack(count) {
      left += count
      begun -= count
    },
    waiting: () => waiting.length,
    start: looking.start,
    stop() {
      void looking.stop()
      left = Infinity
      for (const goOn of waiting.splice(0)) goOn()
    },
  }
}

function measureUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
