/** Waits for the turn of one slice of work. */
export type TakeTurn = () => Promise<void>

type Schedule = (run: () => void) => unknown

/**
 * Work that would hold the event loop for too long is done in slices, and one slice of all such work is done in each
 * turn of the loop, however many requests wait for theirs: what else there is to do waits for no more than one.
 */
export function createTurns(schedule: Schedule = setImmediate): TakeTurn {
  const waiting: (() => void)[] = []
  const run = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) schedule(run)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) schedule(run)
    })
}
