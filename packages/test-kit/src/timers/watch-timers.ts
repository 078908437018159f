/**
 * Watches timers whose delay is within `fromMs` to `toMs`, from now on: call it after `jest.useFakeTimers()`, which
 * takes the watch down with `jest.useRealTimers()`. `pending()`: how many of them have neither gone off nor been
 * cleared. `jest.getTimerCount()` also counts what test files before this one have left in the same realm.
 */
export function watchTimers(fromMs: number, toMs = fromMs): { readonly pending: () => number } {
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const pending = new Set<unknown>()
  const watchedSet = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
    if (ms < fromMs || ms > toMs) return set(callback, ms, ...args)
    const timer = set(() => {
      pending.delete(timer)
      callback(...args)
    }, ms)
    pending.add(timer)
    return timer
  }
  const watchedClear = (timer: NodeJS.Timeout | undefined): void => {
    pending.delete(timer)
    clear(timer)
  }
  Object.assign(globalThis, { setTimeout: watchedSet, clearTimeout: watchedClear })
  return { pending: () => pending.size }
}
