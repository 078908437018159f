/**
 * Keeps requests and the clock apart: the clock moves while no request is under way, and requests that come while it
 * moves wait until it stands still. So what a bot gets does not depend on how fast either of them is. Those that change
 * something come one after the other, in the order in which they came: so it does not depend on chance either.
 */
export interface LockstepGate {
  /**
   * Resolves when the request may begin; it calls what it gets when it has ended.
   * @param before is done when it is its turn, and before it begins: the clock may be moved there
   */
  readonly enter: (changes: boolean, before?: () => Promise<void>) => Promise<() => void>
  /** Moves the clock once nothing is under way, and no other move is. */
  readonly move: <T>(work: () => Promise<T>) => Promise<T>
}

export function createLockstepGate(): LockstepGate {
  let inside = 0
  let moving: Promise<unknown> | null = null
  let onEmpty: (() => void) | null = null
  let turn = Promise.resolve()

  const takeTurn = async (): Promise<() => void> => {
    const before = turn
    let end: () => void = () => undefined
    turn = new Promise<void>((resolve) => (end = resolve))
    await before
    return end
  }

  return {
    async enter(changes, before) {
      const endTurn = changes ? await takeTurn() : undefined
      await before?.()
      while (moving !== null) await moving
      inside += 1
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        inside -= 1
        endTurn?.()
        if (inside === 0) onEmpty?.()
      }
    },
    async move(work) {
      while (moving !== null) await moving
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
