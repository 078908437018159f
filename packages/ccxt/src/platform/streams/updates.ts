interface Waiter<T> {
  readonly count: number
  readonly resolve: (items: T[]) => void
  readonly reject: (error: Error) => void
}

/** News of one topic: kept until somebody asks, so that nothing is missed between two calls. */
export interface Updates<T> {
  /** The news since the last call, the oldest `count` of them; waits where there are none. */
  readonly next: (count?: number) => Promise<T[]>
  /** All that is kept, older news too. */
  readonly kept: () => T[]
  readonly push: (items: readonly T[]) => void
  /** Ends the waiting of those who wait now. */
  readonly fail: (error: Error) => void
  /** Ends the waiting for good: calls from now on fail, too. */
  readonly end: (error: Error) => void
}

export interface UpdatesOptions<T> {
  /** How many are kept; the oldest go first. */
  readonly max: number
  readonly keyOf: (item: T) => string
  /** Whether of items with the same key the first alone counts; otherwise the latest takes its place. */
  readonly isOnce?: boolean
}

export function createUpdates<T>({ max, keyOf, isOnce = false }: UpdatesOptions<T>): Updates<T> {
  const items = new Map<string, T>()
  const unread = new Map<string, T>()
  let waiting: Waiter<T>[] = []
  let ended: Error | undefined

  function add(to: Map<string, T>, key: string, item: T): void {
    // To the end, for the oldest goes first.
    to.delete(key)
    to.set(key, item)
    const [oldest] = to.keys()
    if (to.size > max && oldest !== undefined) to.delete(oldest)
  }

  function take(count: number): T[] {
    const taken = [...unread].slice(0, count)
    for (const [key] of taken) unread.delete(key)
    return taken.map(([, item]) => item)
  }

  function fail(error: Error): void {
    const readers = waiting
    waiting = []
    for (const { reject } of readers) reject(error)
  }

  return {
    next(count = Infinity) {
      if (ended !== undefined) return Promise.reject(ended)
      if (unread.size > 0) return Promise.resolve(take(count))
      return new Promise<T[]>((resolve, reject) => void waiting.push({ count, resolve, reject }))
    },
    kept: () => [...items.values()],
    push(news) {
      for (const item of news) {
        const key = keyOf(item)
        if (isOnce && items.has(key)) continue
        add(items, key, item)
        add(unread, key, item)
      }
      if (waiting.length === 0 || unread.size === 0) return
      const readers = waiting
      waiting = []
      const taken = take(Math.min(...readers.map(({ count }) => count)))
      for (const { resolve } of readers) resolve(taken)
    },
    fail,
    end(error) {
      ended = error
      fail(error)
    },
  }
}
