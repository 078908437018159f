/**
 * Keeps requests and the clock apart: the clock moves while no request is under way, and requests that come while it
 * moves wait until it stands still. So what a bot gets does not depend on how fast either of them is.
 */
export interface LockstepGate {
  /** Resolves when the request may begin; it calls what it gets when it has ended. */
  readonly enter: () => Promise<() => void>
  /** Moves the clock once nothing is under way. One at a time. */
  readonly move: <T>(work: () => Promise<T>) => Promise<T>
}

export function createLockstepGate(): LockstepGate {
  let inside = 0
  let moving: Promise<unknown> | null = null
  let onEmpty: (() => void) | null = null

  return {
    async enter() {
      while (moving !== null) await moving
      inside += 1
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        inside -= 1
        if (inside === 0) onEmpty?.()
      }
    },
    async move(work) {
      let stop: () => void = () => undefined
      moving = new Promise<void>((resolve) => (stop = resolve))
      try {
        if (inside > 0) await new Promise<void>((resolve) => (onEmpty = resolve))
        return await work()
      } finally {
        onEmpty = null
        moving = null
        stop()
      }
    },
  }
}
